package io.berth.local.launch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeSpawnTest {
    @TempDir
    Path folder;

    private @Nullable NativeSpawn found;

    @BeforeEach
    void find() {
        found = NativeSpawn.find();
        assumeThat(found)
                .as("the C library has posix_spawn with folders and closefrom")
                .isNotNull();
    }

    private NativeSpawn spawn() {
        NativeSpawn known = found;
        if (known == null) {
            throw new IllegalStateException("the test goes on only where it was found");
        }
        return known;
    }

    private long shell(String script) throws IOException {
        return spawn().spawn(List.of("/bin/sh", "-c", script), List.of("A=1", "B=b c"), folder);
    }

    @Test
    void aProcessHasItsFolderItsEnvironmentAndASessionOfItsOwn() throws Exception {
        long pid = shell("read -r stat </proc/self/stat; echo \"$A $B ${C-none} $stat\" >said");
        assertThat(spawn().await(pid)).isZero();
        String[] words = Files.readString(folder.resolve("said")).split(" ");
        assertThat(words).startsWith("1", "b", "c", "none", Long.toString(pid));
        assertThat(words[9]).as("its session").isEqualTo(Long.toString(pid));
    }

    @Test
    void aProcessGetsNoOpenFileOfOurs() throws Exception {
        try (var held = Files.newOutputStream(folder.resolve("held"))) {
            held.write(1);
            long pid = shell("for file in /proc/self/fd/*; do echo \"${file##*/}\"; done >list");
            assertThat(spawn().await(pid)).isZero();
        }
        // The shell itself opens the list, and moves what it puts aside to 10 and up.
        assertThat(Files.readAllLines(folder.resolve("list")))
                .contains("0", "1", "2")
                .doesNotContain("4", "5", "6");
    }

    @Test
    void theExitCodeIsThatOfAShell() throws Exception {
        assertThat(spawn().await(shell("exit 7"))).isEqualTo(7);
        assertThat(spawn().await(shell("kill -9 $$"))).isEqualTo(137);
    }

    @Test
    void signalsAreNeitherBlockedNorIgnored() throws Exception {
        long pid = shell("while read -r name set; do case $name in SigBlk:|SigIgn:) echo $set;; esac; done "
                + "</proc/self/status >masks");
        assertThat(spawn().await(pid)).isZero();
        // The C library keeps signals 32 and 33 for itself, and has a process that it starts ignore them.
        assertThat(Files.readAllLines(folder.resolve("masks")))
                .hasSize(2)
                .allMatch(mask -> (Long.parseUnsignedLong(mask, 16) & 0x7fffffffL) == 0);
    }

    @Test
    void aProgramThatIsNotThereIsToldAtOnce() {
        assertThatThrownBy(() -> spawn().spawn(List.of("/nowhere"), List.of(), folder))
                .isInstanceOf(IOException.class)
                .hasMessage("posix_spawn failed with error 2");
    }
}
