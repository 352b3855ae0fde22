package io.berth.app.up.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.home.BerthHome;
import io.berth.console.setting.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownSettingsTest {
    @TempDir
    Path folder;

    private List<Setting> shown(@Nullable Path file, @Nullable Integer port) {
        return UpOptions.read(new BerthHome(folder.resolve("home")), file, port).settings();
    }

    private static Setting named(List<Setting> settings, String key) {
        return settings.stream()
                .filter(setting -> setting.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aGroupIsShownKeyByKeyWithWhereEachComesFrom() throws IOException {
        Path file =
                Files.writeString(folder.resolve("berth.yaml"), "submit_rate: 5\nlimits:\n  array: 7\nalerts: {}\n");

        List<Setting> settings = shown(file, null);

        assertThat(named(settings, "limits.array")).isEqualTo(new Setting("limits.array", "7", file + ":3", true));
        assertThat(named(settings, "limits.jobs")).isEqualTo(new Setting("limits.jobs", "100000", "default", true));
        assertThat(named(settings, "disk.output").reloadable()).isFalse();
        assertThat(named(settings, "submit_rate").source()).isEqualTo(file + ":1");
        assertThat(settings).extracting(Setting::key).doesNotContain("limits", "alerts", "disk");
    }

    @Test
    void aPortThatWasTypedGoesBeforeTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("berth.yaml"), "port: 5\n");

        assertThat(named(shown(file, 0), "port")).isEqualTo(new Setting("port", "0", "--port", false));
        assertThat(named(shown(file, null), "port").value()).isEqualTo("5");
    }
}
