package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ServedTest;
import io.berth.console.TokenFile;
import io.berth.console.access.UserChoice;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A socket for all users of a machine: each is who the kernel says, and sees of others' jobs that they are there. */
@Timeout(60)
class SharedSocketTest extends ServedTest {
    private static final String SECRET = "s3cret-of-daemon";
    private static final String JOB = """
            {"name": "plan-x", "queue": "lab", "demand": {"gpus": 2}, "command": ["echo", "%s"], "env": {"KEY": "%s"}}""".formatted(SECRET, SECRET);

    @TempDir
    Path folder;

    private Path socket;

    @BeforeEach
    void serveAtASocket() throws IOException {
        assumeTrue(Files.getOwner(folder).getName().equals("root"), "only root can become another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")) && Files.isExecutable(Path.of("/usr/bin/curl")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        socket = folder.resolve("all.sock");
        Path tokens = TokenFile.in(folder, TokenFile.line("ada", "name: ada, role: viewer"));
        serve(
                Cluster.of(1, null),
                ConsoleOptions.local(0)
                        .withTokens(tokens)
                        .withShared(socket)
                        .withUsers((caller, program) -> caller.users().owner()
                                ? program
                                : program.withUser(UserChoice.of(
                                        caller.users(),
                                        program.user(),
                                        caller.users().user()))));
    }

    @Test
    void eachSeesAllOfHisOwnJobsAndOutlinesOfOthers() throws IOException, InterruptedException {
        assertThat(ask("daemon", "POST", "/jobs", JOB).require("id").text()).isEqualTo("1");

        Tree own = ask("daemon", "GET", "/jobs/1", "");
        assertThat(own.require("name").text()).isEqualTo("plan-x");
        assertThat(own.require("spec").require("user").text()).isEqualTo("daemon");

        for (String path :
                List.of("/jobs", "/jobs/1", "/job-table?alerts=true", "/nodes/node-0", "/history", "/alerts")) {
            assertThat(say("nobody", "GET", path, "")).as(path).doesNotContain(SECRET, "plan-x");
        }
        Tree outline = ask("nobody", "GET", "/jobs/1", "");
        assertThat(outline.require("name").text()).isEmpty();
        assertThat(outline.require("queue").text()).isEqualTo("lab");
        assertThat(outline.require("gpus").text()).isEqualTo("2.0");
        assertThat(outline.require("spec").require("user").text()).isEqualTo("daemon");
        assertThat(ask("nobody", "GET", "/jobs?name=plan*", "").require("jobs").items())
                .isEmpty();
    }

    @Test
    void nobodyTouchesJobsOfAnother() throws IOException, InterruptedException {
        ask("daemon", "POST", "/jobs", JOB);

        for (String path : List.of("/jobs/1/explain", "/jobs/1/eta", "/jobs/1/curve", "/jobs/1/logs")) {
            assertThat(status("nobody", "GET", path, "")).as(path).isEqualTo("403");
        }
        assertThat(status("nobody", "DELETE", "/jobs/1", "")).isEqualTo("403");
        Tree many = ask("nobody", "DELETE", "/jobs?jobs=1", "");
        assertThat(many.require("cancelled").text()).isEqualTo("0");
        assertThat(many.require("refused").items().getFirst().require("detail").text())
                .contains("another user's");
        assertThat(ask("nobody", "DELETE", "/jobs?state=live", "")
                        .require("cancelled")
                        .text())
                .isEqualTo("0");
        assertThat(status("nobody", "POST", "/jobs", "{\"after\": [1], \"command\": [\"true\"]}"))
                .isEqualTo("409");
        assertThat(status("nobody", "POST", "/jobs", "{\"user\": \"daemon\", \"command\": [\"true\"]}"))
                .isEqualTo("403");
        assertThat(status("nobody", "POST", "/nodes/node-0/drain", "")).isEqualTo("403");
        assertThat(status("nobody", "GET", "/comparisons", "")).isEqualTo("403");
        assertThat(ask("daemon", "DELETE", "/jobs/1", "").require("state").text())
                .isNotEqualTo("running");
    }

    @Test
    void rootIsTheOwnerAndAnyNumberWithoutAnAccountIsNobody() throws IOException, InterruptedException {
        ask("daemon", "POST", "/jobs", JOB);

        assertThat(ask("root", "GET", "/jobs/1", "").require("name").text()).isEqualTo("plan-x");
        assertThat(status("61234", "GET", "/jobs", "")).isEqualTo("403");
    }

    private String status(String user, String method, String path, String body)
            throws IOException, InterruptedException {
        return ask(user, method, path, body).require("status").text();
    }

    private Tree ask(String user, String method, String path, String body) throws IOException, InterruptedException {
        return JsonReader.read(Source.text("answer", say(user, method, path, body)));
    }

    private String say(String user, String method, String path, String body) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("setpriv", "--reuid=" + user, "--regid=65534", "--clear-groups"));
        command.addAll(List.of("curl", "-s", "--unix-socket", socket.toString(), "-X", method));
        if (!body.isEmpty()) {
            command.addAll(List.of("-H", "Content-Type: application/json", "--data-binary", body));
        }
        command.add("http://localhost/api/v1" + path);
        Process curl = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.waitFor()).as(command + said).isZero();
        return said;
    }
}
