package io.berth.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
    private static final NodeSpec NODE = NodeSpec.of("n0", 8000, 1L << 34, 2, "H100");

    private final List<String> steps = new ArrayList<>();
    private final List<Frame> frames = new ArrayList<>();
    private final State state = new State(1);
    private final Engine engine = new Engine(
            state,
            Catalog.standard(),
            new Engine.Parts(this::journal, new NoDriver(), (decision, _) -> steps.add("carry out"), new Watcher()));

    @Test
    void a_plan_is_journaled_before_it_is_applied_and_applied_before_it_is_carried_out() {
        engine.instant(1, List.of(new Event.NodeJoined(0, NODE), submitted(1)));

        assertThat(steps).containsExactly("journal with 1 waiting", "carry out", "seen with 0 waiting");
        assertThat(frames.getFirst().plan()).isNotNull();
        assertThat(frames.getFirst().plan().decisions()).hasOnlyElementsOfType(Decision.Start.class);
    }

    @Test
    void an_instant_in_which_nothing_happens_makes_no_plan() {
        engine.instant(1, List.of(new Event.NodeJoined(0, NODE)));
        engine.instant(2, List.of());

        assertThat(frames.getLast().plan()).isNull();
        assertThat(state.instants()).isEqualTo(2);
    }

    @Test
    void events_of_an_instant_are_applied_in_one_order_whatever_the_order_in_which_they_came() {
        engine.instant(1, List.of(new Event.NodeJoined(0, NODE)));
        List<Event> ordered = List.of(
                new Event.TaskStarting(1, 0, 1),
                new Event.TaskStarted(1, 0, 1),
                new Event.TaskEnded(1, 0, 1, 0),
                new Event.NodeLost(0),
                new Event.NodeJoined(0, NODE),
                new Event.UsageObserved(0, 1, 1),
                submitted(2),
                submitted(3),
                new Event.JobCancelled(1),
                new Event.NodeDrained(1, true),
                new Event.JobCancelled(7),
                new Event.Tick(1));
        List<Event> shuffled = new ArrayList<>(ordered);
        for (int turn = 0; turn < ordered.size(); turn++) {
            Collections.rotate(shuffled, 1);
            assertThat(engine.canonical(shuffled)).isEqualTo(ordered);
            assertThat(engine.canonical(shuffled.reversed())).isEqualTo(ordered);
        }
    }

    @Test
    void a_node_that_is_out_joins_before_it_is_lost_again() {
        engine.instant(1, List.of(new Event.NodeJoined(0, NODE)));
        engine.instant(2, List.of(new Event.NodeLost(0)));

        engine.instant(3, List.of(new Event.NodeLost(0), new Event.NodeJoined(0, NODE)));

        assertThat(state.nodes().present(0)).isFalse();
    }

    private static Event submitted(long id) {
        JobSpec spec = JobSpec.batch("job-" + id, Demand.cpu(1000, 1).withGpus(1), 1);
        return new Event.JobSubmitted(id, spec, "test", id);
    }

    private void journal(Frame frame) {
        frames.add(frame);
        steps.add("journal with " + state.waitingJobs() + " waiting");
    }

    private final class Watcher implements Observer {
        @Override
        public void instant(Frame frame, State after) {
            steps.add("seen with " + after.waitingJobs() + " waiting");
        }
    }

    private record NoDriver() implements Driver {
        @Override
        public long nowNanos() {
            return 0;
        }

        @Override
        public void at(long deadlineNanos, Event event) {}
    }
}
