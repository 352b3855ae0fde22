package io.berth.app.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ConsoleCommandTest {
    @TempDir
    Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aBrowserIsOpenedOnlyWhereThereIsADisplayAndWhatOpensIt() throws IOException {
        String path = "/nowhere::" + folder;
        assertThat(ConsoleCommand.opener(Map.of("PATH", path, "DISPLAY", ":0"))).isNull();
        Files.createFile(
                folder.resolve("xdg-open"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

        assertThat(ConsoleCommand.opener(Map.of("PATH", path, "DISPLAY", ":0"))).isEqualTo("xdg-open");
        assertThat(ConsoleCommand.opener(Map.of("PATH", path, "WAYLAND_DISPLAY", "wayland-0")))
                .isEqualTo("xdg-open");
        assertThat(ConsoleCommand.opener(Map.of("PATH", path, "DISPLAY", ""))).isNull();
        assertThat(ConsoleCommand.opener(Map.of("PATH", path))).isNull();
    }

    @Test
    void theFileLeadsToTheAddress() {
        assertThat(ConsoleCommand.page("http://127.0.0.1:7117/#/code/0a"))
                .contains("content=\"0; url=http://127.0.0.1:7117/#/code/0a\"");
    }
}
