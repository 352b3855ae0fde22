package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.learn.online.Ban;
import io.berth.learn.online.LearnerMemory;
import io.berth.learn.online.Regret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearnerFileTest {
    @TempDir
    Path folder;

    @Test
    void whatIsWrittenIsReadAgain() {
        LearnerFile file = new LearnerFile(folder.resolve("learner.json"));
        assertThat(file.read()).isEqualTo(LearnerMemory.NEW);
        LearnerMemory memory = new LearnerMemory(
                "", "sjf", 7, 12, List.of(new Ban("f1", 2, 340)), List.of("a change"), 3, 2, Regret.NONE);

        file.write(memory);

        assertThat(file.read()).isEqualTo(memory);
    }

    @Test
    void bansWithoutAnEndAreReadAsOver() throws IOException {
        Path path = folder.resolve("learner.json");
        Files.writeString(path, """
                {"stopped": "", "promoted": "", "looks": 1, "cool_down_jobs": 0, "banned": ["sjf"], "changes": [],
                 "promotions": 1, "demotions": 1, "regret": {"jobs": 0, "live": 0, "fixed": {}}}
                """);

        assertThat(new LearnerFile(path).read().banned()).containsExactly(new Ban("sjf", 1, 0));
    }
}
