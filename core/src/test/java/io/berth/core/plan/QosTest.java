package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.journal.Frame;
import io.berth.core.metric.PromisedStarts;
import io.berth.core.qos.QosClass;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Classes that promise a start, and go before others. */
class QosTest {
    private static final QosClass PROMPT = new QosClass("prompt", Nanos.HOUR, 10);
    private static final QosClass BATCH = new QosClass("batch", Nanos.NEVER, -10);
    private static final StrategySpec PROMISED =
            StrategySpec.of("s", "fcfs", "first-fit", "greedy").with(PolicyKind.BOUND, PolicySpec.of("promised"));

    private static Scene scene(StrategySpec strategy) {
        Scene scene = new Scene(strategy, 1);
        scene.happens(new Event.QosDeclared(List.of(PROMPT, BATCH)));
        return scene;
    }

    private static JobSpec of(String qos, Demand demand, long runNanos) {
        JobSpec job = JobSpec.batch(qos, demand, runNanos);
        return job.withTerms(job.terms().ofClass(qos));
    }

    private static Explanation why(Scene scene, Job job) {
        return Objects.requireNonNull(
                Explainer.of(scene.state, Catalog.standard()).explain(job.id()));
    }

    @Test
    void a_job_presses_by_what_its_class_promises_and_others_never() {
        Scene scene = scene(PROMISED);
        scene.runs(Scene.ONE_GPU, 9 * Nanos.HOUR);
        Job batch = scene.submit(of("batch", Scene.TWO_GPUS, Nanos.HOUR));
        Job prompt = scene.submit(of("prompt", Scene.TWO_GPUS, Nanos.HOUR));
        scene.settle();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 30 * Nanos.MINUTE);
        assertThat(scene.promised()).isNull();

        scene.passes(30 * Nanos.MINUTE);
        Job small = scene.submit(of("batch", Scene.ONE_GPU, Nanos.DAY));
        assertThat(scene.settle()).isEmpty();
        assertThat(scene.promised()).isSameAs(prompt);
        assertThat(why(scene, small).reason()).isEqualTo(Reason.WOULD_DELAY);
        assertThat(Objects.requireNonNull(why(scene, prompt).bounded()).byNanos())
                .isEqualTo(prompt.readyNanos() + Nanos.HOUR);
        assertThat(why(scene, batch).bounded()).isNull();
    }

    @Test
    void jobs_without_a_promise_come_and_go_beside_one_that_has_it() {
        Scene scene = scene(PROMISED);
        scene.runs(Scene.TWO_GPUS, 9 * Nanos.HOUR);
        scene.submit(of("prompt", Scene.TWO_GPUS, Nanos.HOUR));
        Job last = scene.submit(of("batch", Scene.TWO_GPUS, Nanos.HOUR));
        for (int job = 0; job < 40; job++) {
            last = scene.submit(of("batch", Scene.TWO_GPUS, Nanos.HOUR));
        }
        scene.settle();

        scene.happens(new Event.JobCancelled(last.id()));
        assertThat(scene.state.job(last.id())).isNull();
        assertThat(scene.settle()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 30 * Nanos.MINUTE);
    }

    @Test
    void a_bound_for_all_holds_for_those_whose_class_promises_nothing() {
        Scene scene = scene(PROMISED.with(PolicyKind.BOUND, PolicySpec.of("wait")));
        scene.runs(Scene.TWO_GPUS, 9 * Nanos.HOUR);
        scene.submit(of("prompt", Scene.ONE_GPU, Nanos.HOUR));
        scene.settle();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 30 * Nanos.MINUTE);
        scene.passes(30 * Nanos.MINUTE);
        scene.submit(of("batch", Scene.ONE_GPU, Nanos.HOUR));
        scene.plan();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);
    }

    @Test
    void a_class_adds_to_the_priority_of_its_jobs_also_when_it_is_declared_later() {
        Scene scene = new Scene(StrategySpec.of("p", "priority", "first-fit", "none"), 1);
        scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        Job batch = scene.submit(of("batch", Scene.TWO_GPUS, Nanos.HOUR));
        Job prompt = scene.submit(of("prompt", Scene.TWO_GPUS, Nanos.HOUR));
        scene.settle();
        assertThat(Explainer.turns(scene.state.image().state(), Catalog.standard())
                        .getFirst()
                        .id())
                .isEqualTo(batch.id());

        scene.happens(new Event.QosDeclared(List.of(PROMPT, BATCH)));
        assertThat(prompt.priority()).isEqualTo(10);
        assertThat(batch.priority()).isEqualTo(-10);
        scene.ends(scene.state.jobs().getFirst(), 0, 0);
        assertThat(scene.settle()).containsExactly(prompt);
        assertThat(scene.state.image().state().job(batch.id()))
                .satisfies(job ->
                        assertThat(Objects.requireNonNull(job).priority()).isEqualTo(-10));
    }

    @Test
    void a_job_of_a_class_that_is_not_declared_waits_and_hears_which_are() {
        Scene scene = scene(PROMISED);
        Job lost = scene.submit(of("promt", Scene.ONE_GPU, Nanos.HOUR));
        Job none = scene.submit(Scene.ONE_GPU, Nanos.HOUR);

        assertThat(scene.settle()).containsExactly(none);
        assertThat(why(scene, lost).reason()).isEqualTo(Reason.NO_CLASS);
        assertThat(why(scene, lost).text()).isEqualTo("of a class that is not declared; jobs may be of prompt, batch");
        scene.happens(new Event.QosDeclared(List.of()));
        assertThat(scene.settle()).containsExactly(lost);
    }

    @Test
    void starts_within_the_promise_are_kept_later_ones_missed() {
        Scene scene = scene(StrategySpec.of("s", "fcfs", "first-fit", "greedy"));
        PromisedStarts starts = new PromisedStarts(_ -> true);
        Job running = scene.submit(of("prompt", Scene.TWO_GPUS, Nanos.HOUR));
        plan(scene, starts);
        scene.submit(of("prompt", Scene.TWO_GPUS, Nanos.HOUR));
        scene.submit(of("batch", Scene.TWO_GPUS, Nanos.HOUR));
        Job gone = scene.submit(of("prompt", Scene.TWO_GPUS, Nanos.HOUR));
        scene.passes(Nanos.HOUR + 1);
        scene.ends(running, 0, 0);
        plan(scene, starts);
        scene.happens(new Event.JobCancelled(gone.id()));
        scene.ends.forEach(starts::ended);

        assertThat(starts.counts(scene.state)).containsExactly(new PromisedStarts.Count(PROMPT, 1, 2));
        assertThat(starts.counts(scene.state).getFirst().missRate()).isEqualTo(2.0 / 3);
    }

    /** One pass, its starts carried out at once. */
    private static void plan(Scene scene, PromisedStarts starts) {
        var plan = scene.planned();
        scene.state.apply(scene.nowNanos(), plan);
        starts.instant(new Frame(scene.nowNanos(), List.of(), plan), scene.state);
        scene.state.jobs().stream().filter(job -> !job.waiting()).forEach(scene::starts);
    }
}
