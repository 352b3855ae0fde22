package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.LiveView;
import io.berth.core.engine.State;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.local.launch.TaskKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class OutputRetentionTest {
    private final List<Predicate<TaskKey>> asked = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final LiveView view = new LiveView();

    @Test
    void jobsThatTheViewDoesNotKnowYetAreNotOver() {
        view.begin(new State(1));
        try (OutputRetention retention = new OutputRetention(view, this::forget, notes::add)) {
            retention.look();
            assertThat(asked).hasSize(1);
            assertThat(asked.getFirst().test(new TaskKey(1, 0, 1))).isFalse();
        }
    }

    @Test
    void withoutNewJobsNothingIsLookedAtAgain() {
        view.begin(new State(1));
        try (OutputRetention retention = new OutputRetention(view, this::forget, notes::add)) {
            retention.look();
            retention.look();
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void whatCannotBeDeletedIsNotedOnceAndTriedAgain() {
        view.begin(new State(1));
        try (OutputRetention retention = new OutputRetention(
                view,
                over -> {
                    asked.add(over);
                    return Map.of(new TaskKey(1, 0, 1), new IOException("busy"));
                },
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
        view.begin(new State(1));
        try (OutputRetention retention = new OutputRetention(
                view,
                _ -> {
                    throw new UncheckedIOException("cannot list", new IOException("busy"));
                },
                notes::add)) {
            retention.look();
            retention.look();
            assertThat(notes).hasSize(2).allMatch(note -> note.contains("cannot list"));
        }
    }

    @Test
    void whatAnotherJobOfTheSameNumberWroteIsOver() {
        view.begin(new State(1));
        submit(view, 1);
        try (OutputRetention retention = new OutputRetention(view, this::forget, notes::add)) {
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
