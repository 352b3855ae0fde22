package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputRetentionTest {
    private static final OutputRetention.Bound ANY = new OutputRetention.Bound(Long.MAX_VALUE, wanted -> Map.of());

    @TempDir
    Path folder;

    private final List<Predicate<TaskKey>> asked = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final LiveView view = new LiveView();

    @BeforeEach
    void beginTheView() {
        view.begin(new State(1));
    }

    @Test
    void jobsThatTheViewDoesNotKnowYetAreNotOver() {
        try (OutputRetention retention = new OutputRetention(view, this::forget, ANY, notes::add)) {
            retention.look();
            assertThat(asked).hasSize(1);
            assertThat(asked.getFirst().test(new TaskKey(1, 0, 1))).isFalse();
        }
    }

    @Test
    void withoutNewJobsNothingIsLookedAtAgain() {
        try (OutputRetention retention = new OutputRetention(view, this::forget, ANY, notes::add)) {
            retention.look();
            retention.look();
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void whatCannotBeDeletedIsNotedOnceAndTriedAgain() {
        try (OutputRetention retention = new OutputRetention(
                view,
                over -> {
                    asked.add(over);
                    return Map.of(new TaskKey(1, 0, 1), new IOException("busy"));
                },
                ANY,
                notes::add)) {
            retention.look();
            submit(view, 1);
            retention.look();
            assertThat(asked).hasSize(2);
            assertThat(notes)
                    .singleElement()
                    .asString()
                    .contains("cannot delete")
                    .contains("busy");
        }
    }

    @Test
    void aFailureOfTheWholeLookIsNotedAndTriedAgain() {
        try (OutputRetention retention = new OutputRetention(
                view,
                _ -> {
                    throw new UncheckedIOException("cannot list", new IOException("busy"));
                },
                ANY,
                notes::add)) {
            retention.look();
            retention.look();
            assertThat(notes).hasSize(2).allMatch(note -> note.contains("cannot list"));
        }
    }

    @Test
    void theOutputOfJobsThatEndedFirstGoesUntilItIsLittleEnoughAndThatOfJobsThatLiveStays() throws IOException {
        // Job 3 ended first, then 1, then 2; nobody knows of an end of job 4.
        view.restore(history("3", "1", "2"));
        Map<Long, Long> sizes = new TreeMap<>(Map.of(1L, 40L, 2L, 40L, 3L, 40L));
        OutputRetention.Bound bound = new OutputRetention.Bound(100, wanted -> {
            Map<Long, Long> found = new TreeMap<>(sizes);
            found.keySet().removeIf(job -> !wanted.test(job));
            return found;
        });
        try (OutputRetention retention = new OutputRetention(view, this::forget, bound, notes::add)) {
            retention.look();
            assertThat(asked).hasSize(2);
            assertThat(over(asked.getLast())).containsExactly(3L);

            sizes.remove(3L);
            retention.look();
            assertThat(asked).hasSize(2);
            sizes.put(4L, 90L);
            retention.look();
            assertThat(over(asked.getLast())).containsExactly(1L, 2L);
        }
        assertThat(notes).anyMatch(note -> note.contains("the output of 2 jobs was deleted"));
    }

    private List<JobEntry> history(String... jobs) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String job : jobs) {
            lines.add("{\"id\":" + job + ",\"state\":\"finished\",\"exit_code\":0,\"submit_nanos\":1,"
                    + "\"start_nanos\":2,\"end_nanos\":" + (lines.size() + 3)
                    + ",\"spec\":{\"name\":\"n\",\"command\":[\"true\"]}}");
        }
        Path file = Files.write(folder.resolve("history.jsonl"), lines);
        try (JobHistory history = JobHistory.open(file, 100)) {
            return history.read();
        }
    }

    private static LongStream over(Predicate<TaskKey> forgotten) {
        return LongStream.rangeClosed(1, 4).filter(job -> forgotten.test(new TaskKey(job, 0, 1)));
    }

    @Test
    void whatAnotherJobOfTheSameNumberWroteIsOver() {
        submit(view, 1);
        try (OutputRetention retention = new OutputRetention(view, this::forget, ANY, notes::add)) {
            retention.look();
            Predicate<TaskKey> over = asked.getFirst();
            assertThat(over.test(new TaskKey(1, 0, 1, 1, 2))).isFalse();
            assertThat(over.test(new TaskKey(1, 0, 1))).isFalse();
            assertThat(over.test(new TaskKey(1, 0, 1, 9, 9))).isTrue();
        }
    }

    private static void submit(LiveView view, long job) {
        State state = new State(1);
        JobSpec spec = JobSpec.batch("job", Demand.cpu(1, 0), 1);
        Event event = new Event.JobSubmitted(job, spec, "test", job);
        state.apply(job, event);
        view.instant(new Frame(job, List.of(event), null), state);
    }

    private Map<TaskKey, IOException> forget(Predicate<TaskKey> over) {
        asked.add(over);
        return Map.of();
    }
}
