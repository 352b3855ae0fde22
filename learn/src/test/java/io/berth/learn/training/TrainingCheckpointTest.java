package io.berth.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.SmallLog;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingCheckpointTest {
    @AutoClose
    private static final GradientWorkers WORKERS = new GradientWorkers(1);

    private static final OrderingJobs JOBS = SmallLog.jobs(200, 1);
    private static final String ALONE =
            "{hidden: [8], ordering: {jobs: 12, rows: 8}, test_jobs: 12, test_sequences: 1, ";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start: none, ppo: {updates: 3, episodes: 4, batch: 64}",
                "agent: a2c, start: none, a2c: {updates: 5, round: 2, segments: 3}",
                "agent: a3c, start: none, a3c: {updates: 5, round: 2, segments: 3}",
                "agent: reinforce, start: none, reinforce: {updates: 3, plays: 3, baseline: critic}",
                "agent: dqn, dqn: {updates: 3, round: 1, warm_up: 200, explore_steps: 1000}",
                "ppo: {updates: 2, episodes: 4, batch: 64}",
                "agent: a2c, a2c: {updates: 4, round: 2, segments: 3}"
            })
    void fromEachStateItGoesOnToTheSameResult(String learn) throws IOException {
        List<byte[]> states = new ArrayList<>();
        Training whole = training(learn);
        TrainingResult result = whole.run(() -> {
            checkpoint("kept", 1).write(whole);
            states.add(bytes(folder.resolve("kept")));
        });

        for (int state = states.size() - 1; state >= 0; state -= state > 4 ? 13 : 1) {
            Files.write(folder.resolve("kept"), states.get(state));
            Training other = training(learn);
            assertThat(checkpoint("kept", 1).restore(other)).isTrue();
            assertThat(other.ended()).isEqualTo(state == states.size() - 1);
            TrainingResult resumed = other.run(() -> {});
            assertThat(resumed.parameters()).as("from state %d", state).isEqualTo(result.parameters());
            assertThat(resumed.points()).isEqualTo(result.points());
            assertThat(resumed.chosen()).isEqualTo(result.chosen());
            assertThat(resumed.validation()).isEqualTo(result.validation());
            assertThat(resumed.test()).isEqualTo(result.test());
            checkpoint("again", 1).write(other);
            assertThat(bytes(folder.resolve("again"))).isEqualTo(states.getLast());
        }
    }

    @Test
    void whereNothingIsKeptNothingIsRestored() {
        assertThat(checkpoint("none", 1).restore(training("start: none"))).isFalse();
    }

    @Test
    void aStateOfAnotherTrainingIsRefusedWithWhatDiffers() throws IOException {
        byte[] written = small();

        assertThatThrownBy(() -> checkpoint("kept", 2).read())
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(
                        folder.resolve("kept") + ": it is of another training: seed was 1, and is 2 here");
        TreeMap<String, String> more = new TreeMap<>(facts(1));
        more.put("learn.ppo.rate", "0.5");
        assertThatThrownBy(() -> new TrainingCheckpoint(folder.resolve("kept"), more).read())
                .hasMessageContaining("learn.ppo.rate was not set, and is 0.5 here");
        assertThat(bytes(folder.resolve("kept"))).isEqualTo(written);
    }

    @Test
    void aDamagedStateIsRefusedWhereverItIsDamaged() throws IOException {
        byte[] written = small();

        for (int at = 0; at < written.length; at += 97) {
            byte[] damaged = written.clone();
            damaged[at] ^= 1;
            Files.write(folder.resolve("kept"), damaged);
            assertThatThrownBy(() -> checkpoint("kept", 1).read())
                    .as("byte %d", at)
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(folder.resolve("kept") + ": ");
            byte[] cut = Arrays.copyOf(written, at);
            Files.write(folder.resolve("kept"), cut);
            assertThatThrownBy(() -> checkpoint("kept", 1).read()).isInstanceOf(InputException.class);
        }
    }

    @Test
    void whereThreadsCountTheirNumberMustBeTheSame() throws IOException {
        String learn = "agent: a3c, start: none, a3c: {updates: 2, round: 1, segments: 2}";
        Training one = training(learn);
        one.run(() -> checkpoint("kept", 1).write(one));
        try (GradientWorkers two = new GradientWorkers(2)) {
            Training other = training(learn, two);
            assertThatThrownBy(() -> checkpoint("kept", 1).restore(other))
                    .hasMessageContaining("the number of workers was 1, and is 2 here");
        }
    }

    @Test
    void whatWasLearntBeforeADivergenceIsKept() {
        TrainingResult result = training("agent: a2c, start: none, a2c: {updates: 4, reward_scale: 1e-30}")
                .run();

        assertThat(result.divergence()).isNotNull();
        assertThat(result.divergence()).hasMessageContaining("(a2c) diverged in update 0: the loss of the critic is");
        assertThat(result.points()).isEmpty();
        assertThat(result.learnt()).isFalse();
        assertThat(result.parameters()).doesNotContain(Float.NaN);
    }

    private byte[] small() {
        Training training = training("start: none, ppo: {updates: 1, episodes: 2}");
        training.run(() -> checkpoint("kept", 1).write(training));
        return bytes(folder.resolve("kept"));
    }

    private TrainingCheckpoint checkpoint(String name, long seed) {
        return new TrainingCheckpoint(folder.resolve(name), facts(seed));
    }

    private static SortedMap<String, String> facts(long seed) {
        TreeMap<String, String> facts = new TreeMap<>();
        facts.put("agent", "any");
        facts.put("seed", Long.toString(seed));
        return facts;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Training training(String learn) {
        return training(learn, WORKERS);
    }

    private static Training training(String learn, GradientWorkers workers) {
        TrainingReader reader = new TrainingReader(TreeReader.read(Source.text("learn", ALONE + learn + "}")));
        OrderingTask task = new OrderingTask(JOBS, reader.ordering(JOBS.count()), reader.test(JOBS.count()));
        return new Training(task, reader.options(task), workers, 7, point -> {});
    }
}
