package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.view.LiveView;
import io.berth.core.engine.State;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class OutputRetentionTest {
    private static final OutputRetention.Bound ANY = new OutputRetention.Bound(Long.MAX_VALUE, wanted -> Map.of());

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
                    throw new UncheckedIOException("cannot delete", new java.io.IOException("busy"));
                },
                ANY,
                notes::add)) {
            retention.look();
            retention.look();
            assertThat(notes).hasSize(2).allMatch(note -> note.contains("cannot delete"));
        }
    }
}
