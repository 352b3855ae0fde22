package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.home.Starting;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class BackgroundTest {
    @TempDir
    Path folder;

    @Test
    void theLogOfABerthThatRunsIsLeftAlone() throws IOException {
        BerthHome home = new BerthHome(folder);
        Files.writeString(home.log(), "what it says\n");
        Address.here("http://127.0.0.1:1", "", folder.resolve("berth.sock")).write(home);
        assertRefused(home);

        Files.delete(home.address());
        Starting.begin(home);
        assertRefused(home);
    }

    private static void assertRefused(BerthHome home) throws IOException {
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
            assertThatThrownBy(() -> new Background(home, new Output(nowhere, nowhere)).run())
                    .isInstanceOf(InputException.class)
                    .hasMessageContainingAll(
                            "runs already (process " + ProcessHandle.current().pid(), "berth down stops it");
        }
        assertThat(home.log()).hasContent("what it says");
    }
}
