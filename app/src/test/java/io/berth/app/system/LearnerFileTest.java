package io.berth.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.learn.online.Ban;
import io.berth.learn.online.LearnerMemory;
import io.berth.learn.online.Regret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnerFileTest {
    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    @Test
    void whatIsWrittenIsReadAgain() {
        LearnerFile file = new LearnerFile(folder.resolve("learner.json"));
        assertThat(file.read(notes::add)).isEqualTo(LearnerMemory.NEW);
        LearnerMemory memory = new LearnerMemory(
                "", "sjf", 7, 12, List.of(new Ban("f1", 2, 340)), List.of("a change"), 3, 2, Regret.NONE);

        file.write(memory);

        assertThat(file.read(notes::add)).isEqualTo(memory);
    }

    @Test
    void bansWithoutAnEndAreReadAsOver() throws IOException {
        Path path = folder.resolve("learner.json");
        Files.writeString(path, """
                {"stopped": "", "promoted": "", "looks": 1, "cool_down_jobs": 0, "banned": ["sjf"], "changes": [],
                 "promotions": 1, "demotions": 1, "regret": {"jobs": 0, "live": 0, "fixed": {}}}
                """);

        assertThat(new LearnerFile(path).read(notes::add).banned()).containsExactly(new Ban("sjf", 1, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"stopped\": \"\"}", "{\"stopped\": 3}", "[]", "\u0000"})
    void aDamagedFileIsSetAsideAndSaidSo(String text) throws IOException {
        Path path = folder.resolve("learner.json");
        Files.writeString(path, text);

        assertThat(new LearnerFile(path).read(notes::add)).isEqualTo(LearnerMemory.NEW);

        assertThat(notes).hasSize(1);
        assertThat(notes.getFirst()).contains("learner.json", "learner.json.damaged");
        assertThat(path).doesNotExist();
        assertThat(folder.resolve("learner.json.damaged")).hasContent(text);
    }
}
