package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.home.BerthHome;
import io.berth.console.setting.Setting;
import io.berth.spec.input.InputException;
import io.berth.spec.json.Json;
import io.berth.spec.schema.JsonSchema;
import io.berth.spec.schema.ReferenceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generated files of docs/reference about {@code berth up --config}. {@code -Dberth.regenerate=true} writes them. */
class ConfigReferenceTest {
    private static final Path FOLDER = Path.of("..", "docs", "reference");

    @TempDir
    Path folder;

    @Test
    void theReferenceIsFreshAndMeansTheDefaults() throws IOException {
        assertFresh("config.schema.json", Json.pretty(JsonSchema.of(UpSchema.FILE)));
        assertFresh("config.yaml", ReferenceFile.of(UpSchema.FILE));

        UpOptions reference = read("reference.yaml", ReferenceFile.of(UpSchema.FILE));
        UpOptions defaults = UpOptions.read(new BerthHome(folder), null, null);
        assertThat(reference.port()).isEqualTo(defaults.port());
        assertThat(reference.strategy()).isEqualTo(defaults.strategy());
        assertThat(reference.stopGrace()).isEqualTo(defaults.stopGrace());
        assertThat(reference.access()).isEqualTo(defaults.access());
    }

    @Test
    void everySettingSaysWhereItComesFrom() throws IOException {
        Path file = Files.writeString(folder.resolve("up.yaml"), "stop_grace: 3s\nsubmit_rate: 5\n");
        UpOptions options = UpOptions.read(new UpOptions.Typed(new BerthHome(folder), "--home", file, 7));

        assertThat(options.settings())
                .contains(
                        new Setting("home", folder.toString(), "--home", false),
                        new Setting("port", "7", "--port", false),
                        new Setting("stop_grace", "3s", file + ":1", false),
                        new Setting("submit_rate", "5", file + ":2", true),
                        new Setting("access", "owner", "default", false));
        assertThat(options.access().burst()).isEqualTo(20);
    }

    @Test
    void wrongFilesAreErrorsAtTheirLine() {
        assertError("strategy: fgdd", ":1:11: strategy: unknown strategy \"fgdd\"; did you mean \"fgd\"?");
        assertError("prot: 1", ":1:1: unknown key \"prot\"; did you mean \"port\"?");
        assertError("access: machine\ntokens: t.yaml", ":2:9: tokens: goes only with access: owner");
        assertError(
                "connections: {most: 100, per_address: 101}", "per_address: must be at most the 100 of the key most");
        assertError("connections: {most: 1}", ":1:21: connections.most: must be a whole number from 8");
        assertError("submit_burst: 3", "goes only with the key \"submit_rate\"");
    }

    private UpOptions read(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return UpOptions.read(new BerthHome(folder), file, null);
    }

    private void assertError(String text, String part) {
        assertThatThrownBy(() -> read("wrong.yaml", text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(part);
    }

    private static void assertFresh(String name, String content) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(file, content);
        }
        assertThat(file)
                .as("generated; mvn -q -pl app -am test -Dberth.regenerate=true writes it")
                .exists()
                .content()
                .isEqualTo(content);
    }
}
