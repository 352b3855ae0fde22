package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.JobEntry;
import io.berth.console.view.JobHistory;
import io.berth.console.view.LiveView;
import io.berth.core.engine.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputRetentionTest {
    private static final OutputRetention.Bound ANY = new OutputRetention.Bound(Long.MAX_VALUE, wanted -> Map.of());

    @TempDir
    Path folder;

    private final List<LongPredicate> asked = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final LiveView view = new LiveView();

    @Test
    void jobsThatTheViewDoesNotKnowYetAreNotOver() {
        view.begin(new State(1));
        try (OutputRetention retention = new OutputRetention(view, asked::add, ANY, notes::add)) {
            retention.look();
            assertThat(asked).hasSize(1);
            assertThat(asked.getFirst().test(1)).isFalse();
        }
    }

    @Test
    void withoutNewJobsNothingIsLookedAtAgain() {
        view.begin(new State(1));
        try (OutputRetention retention = new OutputRetention(view, asked::add, ANY, notes::add)) {
            retention.look();
            retention.look();
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void whatCannotBeDeletedIsNotedAndTriedAgain() {
        view.begin(new State(1));
        LongPredicate[] last = new LongPredicate[1];
        try (OutputRetention retention = new OutputRetention(
                view,
                over -> {
                    last[0] = over;
                    throw new UncheckedIOException("cannot delete", new IOException("busy"));
                },
                ANY,
                notes::add)) {
            retention.look();
            retention.look();
            assertThat(notes).hasSize(2).allMatch(note -> note.contains("cannot delete"));
        }
    }

    @Test
    void theOutputOfJobsThatEndedFirstGoesUntilItIsLittleEnoughAndThatOfJobsThatLiveStays() throws IOException {
        view.begin(new State(1));
        // Job 3 ended first, then 1, then 2; nobody knows of an end of job 4.
        view.restore(history("3", "1", "2"));
        Map<Long, Long> sizes = new TreeMap<>(Map.of(1L, 40L, 2L, 40L, 3L, 40L));
        OutputRetention.Bound bound = new OutputRetention.Bound(100, wanted -> {
            Map<Long, Long> found = new TreeMap<>(sizes);
            found.keySet().removeIf(job -> !wanted.test(job));
            return found;
        });
        try (OutputRetention retention = new OutputRetention(view, asked::add, bound, notes::add)) {
            retention.look();
            assertThat(asked).hasSize(2);
            assertThat(LongStream.rangeClosed(1, 4).filter(asked.getLast())).containsExactly(3L);

            sizes.remove(3L);
            retention.look();
            assertThat(asked).hasSize(2);
            sizes.put(4L, 90L);
            retention.look();
            assertThat(LongStream.rangeClosed(1, 4).filter(asked.getLast())).containsExactly(1L, 2L);
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
}
