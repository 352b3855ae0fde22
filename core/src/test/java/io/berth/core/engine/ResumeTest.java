package io.berth.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which timers a recovered engine asks for. */
class ResumeTest {
    private static final long PATIENCE = 100;

    private final Scene scene = new Scene("greedy", 1);
    private final List<Long> timers = new ArrayList<>();

    @Test
    void the_patience_of_a_running_job_is_watched_as_it_may_have_to_wait_again() {
        Job running = scene.submit(Scene.ONE_GPU, 1, PATIENCE);
        scene.plan();
        scene.starts(running);

        resume();

        assertThat(timers).containsExactly(running.deadlineNanos());
    }

    @Test
    void a_patience_that_is_over_is_no_timer_of_a_running_job_and_a_due_one_of_a_waiting_job() {
        Job running = scene.submit(Scene.TWO_GPUS, 1, PATIENCE);
        scene.plan();
        scene.starts(running);
        Job waiting = scene.submit(Scene.ONE_GPU, 1, PATIENCE + 1);
        scene.passes(PATIENCE + 50);

        resume();

        assertThat(timers).containsExactly(waiting.deadlineNanos());
    }

    /** Recovers the scene in an engine made a moment ago. */
    private void resume() {
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State copy = StateCodec.read(new ByteSource(sink.toByteArray()));
        Driver driver = new Driver() {
            @Override
            public long nowNanos() {
                return scene.nowNanos();
            }

            @Override
            public void at(long deadlineNanos, Event event) {
                if (event instanceof Event.Tick tick && tick.job() != Event.Tick.WAKE) {
                    timers.add(deadlineNanos);
                }
            }
        };
        Engine.Parts parts = new Engine.Parts(Journal.NONE, driver, (_, _) -> {}, new Observer() {});
        new Engine(copy, Catalog.standard(), parts).resume();
    }
}
