package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Jobs that hold what they do not use. */
@EnabledOnOs(OS.LINUX)
class JobRescueTest extends UpFixture {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void aJobOfWhichAnAlertStandsIsHeldAndSomebodyHears() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            heard.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            Path config = Files.writeString(
                    folder.resolve("berth.yaml"),
                    "alerts:\n  no_output: 1s\n  receivers: [{webhook: 'http://127.0.0.1:"
                            + server.getAddress().getPort()
                            + "'}]\n  rescue: {kinds: [no_output], after: 12s, action: hold}\n");
            start("--config", config.toString());
            long job = number("submit", "--name", "silent", "--cpu", "0.1", "--", "sleep", "600");

            await(() -> berth("show", Long.toString(job)).out().contains("held"));

            await(() -> heard.stream().anyMatch(one -> one.contains("\"firing\"")));
            assertThat(heard.getFirst()).contains("\"alertname\":\"no_output\"", "\"job_name\":\"silent\"");
            await(() -> heard.stream().anyMatch(one -> one.contains("\"resolved\"")));
            assertThat(Files.readString(folder.resolve("up.log")))
                    .contains("silent (job " + job + ") is put back into the queue and held there");
            assertThat(berth("release", Long.toString(job)).code()).isZero();
            assertThat(berth("down").code()).isZero();
            Answer replay = run("replay", home().journal().toString(), "--redecide");
            assertThat(replay.out()).contains(", 0 differ");
        } finally {
            server.stop(0);
        }
    }
}
