package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.FakeTools;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MpsDaemonTest {
    private static final Inventory H100 = NvidiaSmi.parse(Fixture.text("nvidia-8xh100-query.csv"));

    @TempDir
    Path folder;

    /** A daemon as its guide describes it: {@code -d} starts it, which another in the same folder refuses; lines of input are commands. */
    private static final String DAEMON = """
            #!/bin/sh
            pipe=$CUDA_MPS_PIPE_DIRECTORY
            if [ "$1" = -d ]; then
              if [ -e "$pipe/control" ]; then echo "An instance of this daemon is already running"; exit 1; fi
              echo "$$" >"$pipe/control"; echo start >>"$pipe/history"; exit 0
            fi
            read command
            [ -e "$pipe/control" ] || { echo "Cannot find MPS control daemon process"; exit 1; }
            echo "$command" >>"$pipe/history"
            if [ "$command" = quit ]; then rm "$pipe/control"; fi
            """;

    /** A machine with such a daemon. */
    private Tools machine(String program) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve("nvidia-cuda-mps-control"), program);
        Files.setPosixFilePermissions(file, Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE));
        return withPath(bin);
    }

    private static Tools withPath(Path bin) {
        return (command, limit) -> {
            List<String> words = new ArrayList<>(List.of("env", "PATH=" + bin + ":/usr/bin:/bin"));
            words.addAll(command);
            return SystemTools.ofPath().run(words, limit);
        };
    }

    private MpsDaemon start(Tools tools) {
        return MpsDaemon.start(tools, H100, true, folder.resolve("mps"));
    }

    @Test
    void it_is_started_taken_up_and_ended() throws IOException {
        Tools tools = machine(DAEMON);
        MpsDaemon first = start(tools);
        assertThat(first.folder()).isEqualTo(folder.resolve("mps"));
        assertThat(first.fresh()).isTrue();
        assertThat(first.text()).isEqualTo("shares of GPUs are held by MPS, in " + folder.resolve("mps"));
        MpsDaemon second = start(tools);
        assertThat(second.folder()).isNotNull();
        assertThat(second.fresh()).isFalse();
        second.stop();
        assertThat(Files.readAllLines(folder.resolve("mps/history")))
                .containsExactly("start", "get_server_list", "get_server_list", "quit");
        assertThat(start(tools).fresh()).isTrue();
    }

    @Test
    void where_there_is_none_shares_are_by_trust() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        MpsDaemon none = start(withPath(empty));
        assertThat(none.folder()).isNull();
        assertThat(none.text())
                .isEqualTo("shares of GPUs are by trust, as there is no nvidia-cuda-mps-control here: a task can take"
                        + " more than it asked for");
        none.stop();
        assertThat(Files.exists(folder.resolve("mps/history"))).isFalse();
    }

    @Test
    void one_that_cannot_start_is_told_in_its_words() throws IOException {
        MpsDaemon broken = start(machine("#!/bin/sh\necho 'no CUDA device'; exit 3\n"));
        assertThat(broken.folder()).isNull();
        assertThat(broken.text()).contains("nvidia-cuda-mps-control ended with 3: no CUDA device");
        Tools hangs = new FakeTools().answering("sh -c exec", new Tools.Answer.Late(Duration.ofSeconds(10)));
        assertThat(start(hangs).text()).contains("did not start within 10 s");
    }

    @Test
    void nobody_is_asked_where_it_is_of_no_use() {
        FakeTools tools = new FakeTools();
        Inventory cut = NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv"));
        Map<String, MpsDaemon> daemons = Map.of(
                "tasks.mps is false", MpsDaemon.start(tools, H100, false, folder),
                "only NVIDIA's GPUs", MpsDaemon.start(tools, Inventory.NONE, true, folder),
                "a GPU is cut by MIG", MpsDaemon.start(tools, cut, true, folder),
                "too long for sockets", MpsDaemon.start(tools, H100, true, folder.resolve("x".repeat(80))));
        daemons.forEach((why, daemon) -> assertThat(daemon.text()).contains(why));
        assertThat(tools.commands()).isEmpty();
    }
}
