package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class SystemToolsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void aToolIsRunWithItsArgumentsInThePlainLocale() throws IOException {
        write("tool", "echo \"$1 $2 $LC_ALL\"; echo aside >&2");

        assertThat(tools().run(List.of("tool", "a b", "c"), LONG)).isEqualTo(new Tools.Answer.Text("a b c C\n"));
    }

    @Test
    void aToolThatFailsSaysWhy() throws IOException {
        write("tool", "echo out; echo why >&2; exit 9");

        assertThat(tools().run(List.of("tool"), LONG)).isEqualTo(new Tools.Answer.Failed(9, "out\n\nwhy\n"));
    }

    @Test
    void aToolThatIsNotThereIsMissing() throws IOException {
        Files.writeString(folder.resolve("text"), "no program");

        assertThat(tools().run(List.of("tool"), LONG)).isEqualTo(new Tools.Answer.Missing());
        assertThat(tools().run(List.of("text"), LONG)).isEqualTo(new Tools.Answer.Missing());
    }

    @Test
    void aFileThatCannotBeRunHasFailed() throws IOException {
        Path file = Files.write(folder.resolve("tool"), new byte[] {0x7f, 'E', 'L', 'F', 0});
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));

        assertThat(tools().run(List.of("tool"), LONG)).isInstanceOf(Tools.Answer.Failed.class);
    }

    @Test
    void aToolThatHangsIsEndedWithItsChildren() throws IOException {
        write("tool", "echo begun; sleep 600 & echo $! >'" + folder.resolve("child") + "'; wait");
        Duration limit = Duration.ofMillis(500);

        assertThat(tools().run(List.of("tool"), limit)).isEqualTo(new Tools.Answer.Late(limit));
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        ProcessHandle.of(child).ifPresent(left -> assertThat(left.onExit()).succeedsWithin(LONG));
    }

    @Test
    void moreOutputThanIsKeptDoesNotStopATool() throws IOException {
        write("tool", "head -c 9000000 /dev/zero | tr '\\0' x");

        assertThat(tools().run(List.of("tool"), LONG))
                .isInstanceOfSatisfying(
                        Tools.Answer.Text.class,
                        text -> assertThat(text.output()).hasSize(4 << 20).endsWith("x"));
    }

    private SystemTools tools() {
        return SystemTools.in(List.of(folder));
    }

    private void write(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
