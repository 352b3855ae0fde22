package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobUpdateTest {
    private final Scene scene = new Scene(StrategySpec.of("p").ordering(PolicySpec.of("priority")), 1);

    @Test
    void whoBecomesMoreUrgentGoesFirst() {
        Job running = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.plan();
        scene.starts(running);
        Job first = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job second = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.JobUpdated(second.id(), new JobChange("other", 5, null)));
        assertThat(second.spec().priority()).isEqualTo(5);
        assertThat(second.spec().queue()).isEqualTo("other");
        scene.ends(running, 0, 0);
        List<Decision> decisions = scene.plan();
        assertThat(decisions)
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class, start -> assertThat(start.job()).isEqualTo(second.id()));
        assertThat(first.waiting()).isTrue();
    }

    @Test
    void whoWaitsMayHaveOtherTasksAndWhoRunsMayNot() {
        Job running = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.plan();
        scene.starts(running);
        Job waiting = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        Demand none = Scene.TWO_GPUS.withGpus(0);
        scene.happens(new Event.JobUpdated(running.id(), JobChange.ofDemand(none)));
        assertThat(running.spec().demand()).isEqualTo(Scene.TWO_GPUS);

        scene.happens(new Event.JobUpdated(waiting.id(), JobChange.ofDemand(none)));
        scene.happens(new Event.JobUpdated(waiting.id(), JobChange.ofTasks(2)));
        assertThat(waiting.spec().tasks()).isEqualTo(2);
        Job written = scene.state.image().state().job(waiting.id());
        assertThat(written.spec()).isEqualTo(waiting.spec());
        assertThat(scene.plan()).singleElement().isInstanceOfSatisfying(Decision.Start.class, start -> {
            assertThat(start.job()).isEqualTo(waiting.id());
            assertThat(start.placements()).hasSize(2);
        });
    }

    @Test
    void aNewTimeLimitCountsFromTheStart() {
        Job job = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.plan();
        scene.starts(job);
        scene.passes(10 * Nanos.MINUTE);
        scene.happens(new Event.JobUpdated(job.id(), new JobChange("other", null, 20 * Nanos.MINUTE)));
        assertThat(job.spec().queue())
                .as("room is counted for the queue that it was given to")
                .isEqualTo("default");
        assertThat(scene.plan()).isEmpty();
        scene.passes(10 * Nanos.MINUTE);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, job.id(), Reason.TIME_LIMIT));
    }

    @Test
    void aLimitThatIsOverStopsAtOnceAndOneTakenAwayNever() {
        Job job = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.happens(new Event.JobUpdated(job.id(), new JobChange(null, null, Nanos.MINUTE)));
        scene.plan();
        scene.starts(job);
        scene.passes(30 * Nanos.SECOND);
        scene.happens(new Event.JobUpdated(job.id(), new JobChange(null, null, Nanos.NEVER)));
        scene.passes(Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.JobUpdated(job.id(), new JobChange(null, null, Nanos.SECOND)));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, job.id(), Reason.TIME_LIMIT));
    }
}
