package io.berth.local.launch;

import static io.berth.local.launch.Workplace.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.local.launch.Workplace.Way;
import io.berth.local.launch.folder.TaskExit;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.launch.process.Programs;
import io.berth.local.launch.process.UserAccount;
import io.berth.local.limit.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskUserTest {
    private static final String ROOT = "0";

    @TempDir
    Path folder;

    @Test
    void aTaskRunsAsTheUserWithItsGroupsAndHome() {
        assumeTrue(UserAccount.currentUid().equals(ROOT));
        UserAccount nobody = UserAccount.find("nobody");
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            List<String> shell = List.of(
                    "/bin/sh",
                    "-c",
                    "id -u; id -g; id -un; echo $HOME $USER $LOGNAME $SHELL $PATH; echo named >/dev/stdout");
            TaskOrder order = order(KEY, shell, Map.of("LOGNAME", "mine"), Path.of("/"), "nobody");
            assertThat(place.run(order).exitCode()).isZero();
            assertThat(place.output(KEY))
                    .isEqualTo(String.join(
                            "\n",
                            nobody.uid(),
                            nobody.gid(),
                            "nobody",
                            nobody.home() + " nobody mine " + nobody.shell() + " /usr/local/bin:/usr/bin:/bin",
                            "named",
                            ""));
        }
    }

    @Test
    void aTaskOfAnotherUserLearnsNothingOfFoldersThatHeCannotEnter() throws IOException {
        assumeTrue(UserAccount.currentUid().equals(ROOT));
        Path locked = Files.createDirectories(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        Path there = Files.createDirectory(locked.resolve("task"));
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            List<String> said = new ArrayList<>();
            for (Path directory : List.of(there, locked.resolve("none"))) {
                TaskKey key = new TaskKey(1, said.size(), 1);
                TaskOrder order = order(key, List.of("/bin/echo", "entered"), Map.of(), directory, "61234");
                said.add(place.run(order).exitCode() + " "
                        + place.output(key).replace(directory.getFileName().toString(), "X"));
            }
            assertThat(said.getFirst()).doesNotContain("entered").contains("Permission denied");
            assertThat(said.getLast()).isEqualTo(said.getFirst());
        }
    }

    @Test
    void aUserWithoutAnAccountIsThatNumberAndNothingElse() {
        assumeTrue(UserAccount.currentUid().equals(ROOT));
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            List<String> shell =
                    List.of("/bin/sh", "-c", "id -u; id -G; grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status; pwd");
            TaskOrder order = order(KEY, shell, Map.of(), Path.of("/"), "61234");
            assertThat(place.run(order).exitCode()).isZero();
            assertThat(place.output(KEY))
                    .isEqualTo(
                            "61234\n61234\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n/\n");
        }
    }

    @ParameterizedTest
    @EnumSource(UserAccount.Switch.class)
    void everyWayToBecomeAUserHandsOverArgumentsUntouched(UserAccount.Switch way) throws IOException {
        String program = Programs.find(way.program);
        assumeTrue(UserAccount.currentUid().equals(ROOT) && program != null);
        List<String> command = new ArrayList<>(UserAccount.find("nobody").command(way, program));
        command.addAll(List.of("/bin/sh", "-c", "id -un; printf '%s\\n' \"$@\"", "sh", "-i", "it's", "a  b", "$HOME"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("nobody\n-i\nit's\na  b\n$HOME\n");
    }

    @ParameterizedTest
    @EnumSource(UserAccount.Switch.class)
    void everyWayToBecomeAUserHandsOverWhatIsCarried(UserAccount.Switch way) throws IOException {
        String program = Programs.find(way.program);
        assumeTrue(UserAccount.currentUid().equals(ROOT) && program != null);
        List<String> become = UserAccount.find("nobody").command(way, program);
        List<String> argv = List.of("/bin/sh", "-c", "id -un; env; printf '%s\\n' \"$@\"", "sh", "it's", "a  b", "");
        CommandLine line =
                CommandLine.of(become, "/usr/bin/env", List.of("PATH=/usr/bin:/bin", "A=$x"), List.of(), argv);
        ProcessBuilder builder = new ProcessBuilder(line.words()).redirectErrorStream(true);
        for (int number = 1; number <= line.carried().size(); number++) {
            builder.environment().put(CommandLine.name(number), line.carried().get(number - 1));
        }
        assertThat(new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .contains("nobody", "A=$x", "PATH=/usr/bin:/bin", "it's", "a  b", "")
                .noneMatch(text -> text.startsWith("w1=") || text.startsWith("HOME="));
    }

    @Test
    void anUnknownUserIsToldBeforeAnythingStarts() {
        try (Workplace place = new Workplace(folder, Way.GROUPS)) {
            for (String name : List.of("no-such-user", "-u root", "")) {
                TaskKey key = new TaskKey(1, Math.abs(name.hashCode() % 1000), 1);
                TaskExit exit = place.run(place.with(place.shell(key, "true"), Limits.NONE, Duration.ZERO, name));
                assertThat(exit.cause()).isEqualTo(TaskExit.Cause.CANNOT_START);
                assertThat(exit.message()).contains("user '" + name + "'");
            }
        }
    }

    @Test
    void onlyRootMayBecomeSomebodyElse() {
        UserAccount account = new UserAccount("ann", "1000", "1000", "/home/ann", "/bin/sh");
        assertThat(account.become("1000")).isEmpty();
        assertThatThrownBy(() -> account.become("1001"))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("only where Berth runs as root");
    }

    private static TaskOrder order(
            TaskKey key, List<String> command, Map<String, String> variables, Path directory, String user) {
        return new TaskOrder(key, command, variables, directory, user, Limits.NONE, null, Duration.ofSeconds(5));
    }
}
