package io.berth.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobHistory;
import io.berth.core.decision.Decision;
import io.berth.core.state.State;
import io.berth.live.run.LiveWorld;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RememberedWorldTest {
    @Test
    void whatTheJournalHasToSayComesThrough(@TempDir Path folder) {
        List<String> heard = new ArrayList<>();
        LiveWorld world = new LiveWorld() {
            @Override
            public void carryOut(Decision.Effect effect, State state) {}

            @Override
            public void resume(State state) {}

            @Override
            public void note(String line) {
                heard.add(line);
            }
        };
        try (JobHistory history = JobHistory.open(folder.resolve("history.jsonl"), 10)) {
            new RememberedWorld(world, new LiveView(), history, _ -> {}).note("a segment cannot be begun");
        }

        assertThat(heard).containsExactly("a segment cannot be begun");
    }
}
