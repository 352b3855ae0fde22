package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EasyBackfillTest {
    private static final Demand FOUR_GPUS = Scene.ONE_GPU.withGpus(4);

    @Test
    void what_ends_before_the_head_can_start_goes_first() {
        Scene scene = new Scene("easy", 1);
        Job running = scene.runs(Scene.ONE_GPU, 10 * Nanos.MINUTE);
        Job head = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job tooLong = scene.submit(Scene.ONE_GPU, 10 * Nanos.MINUTE + 1);
        Job fits = scene.submit(Scene.ONE_GPU, 10 * Nanos.MINUTE);

        assertThat(scene.settle()).containsExactly(fits);
        assertThat(scene.promised()).isSameAs(head);
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);

        scene.passes(10 * Nanos.MINUTE);
        scene.ends(running, 0, 0);
        scene.ends(fits, 0, 0);
        assertThat(scene.settle()).containsExactly(head);
        assertThat(tooLong.waiting()).isTrue();
    }

    @Test
    void what_runs_longer_starts_on_nodes_that_the_head_does_not_need() {
        Scene scene = new Scene("easy", 2);
        Job first = scene.runs(Scene.TWO_GPUS, 10 * Nanos.MINUTE);
        scene.runs(Scene.ONE_GPU, 20 * Nanos.MINUTE);
        Job head = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job longer = scene.submit(Scene.ONE_GPU, Nanos.DAY);

        assertThat(scene.settle()).containsExactly(longer);
        assertThat(longer.node(0)).isEqualTo(1);
        assertThat(scene.promised()).isSameAs(head);
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);
        assertThat(first.node(0)).isZero();
    }

    @Test
    void a_gang_is_promised_room_on_several_nodes() {
        Scene scene =
                new Scene("easy", 3).with(Scene.TWO_GPUS, 10 * Nanos.MINUTE).with(Scene.TWO_GPUS, 30 * Nanos.MINUTE);
        Job gang = scene.submit(Scene.TWO_GPUS, 2);
        Job longer = scene.submit(Scene.ONE_GPU, Nanos.DAY);
        Job shorter = scene.submit(Scene.TWO_GPUS, 5 * Nanos.MINUTE);

        assertThat(scene.settle()).containsExactly(shorter);
        assertThat(scene.promised()).isSameAs(gang);
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);
        assertThat(longer.waiting()).isTrue();
    }

    @Test
    void nothing_is_promised_where_no_end_is_known() {
        Scene scene = new Scene("easy", 1).with(Scene.ONE_GPU, Nanos.NEVER);
        Job head = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job small = scene.submit(Scene.ONE_GPU, Nanos.DAY);

        assertThat(scene.settle()).containsExactly(small);
        assertThat(scene.promised()).isSameAs(head);
        assertThat(scene.promisedNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void one_who_would_delay_the_head_is_told_so_and_the_head_when_it_starts() {
        Scene scene = new Scene("easy", 1).with(Scene.ONE_GPU, 10 * Nanos.MINUTE);
        Job head = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job longer = scene.submit(Scene.ONE_GPU, Nanos.DAY);
        scene.settle();
        Explainer explainer = Explainer.of(scene.state, Catalog.standard());

        assertThat(explainer.explain(longer.id()).reason()).isEqualTo(Reason.WOULD_DELAY);
        assertThat(explainer.explain(head.id()).atNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);
    }

    @Test
    void a_plan_that_was_replaced_by_another_leaves_nothing_known_behind() {
        Scene scene = new Scene("easy", 1).with(Scene.ONE_GPU, 10 * Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job longer = scene.submit(Scene.ONE_GPU, Nanos.DAY);
        assertThat(scene.planned().decisions()).isEmpty();

        scene.happens(new Event.NodeJoined(1, NodeSpec.of("small", 64_000, 1L << 38, 1, "H100")));

        assertThat(scene.settle()).containsExactly(longer);
    }

    @Test
    void the_head_never_starts_later_than_it_was_first_promised() {
        int promises = 0;
        for (int seed = 0; seed < 500; seed++) {
            promises += new Promises(seed).live(120);
        }
        assertThat(promises).isGreaterThan(5000);
    }

    /** A cluster whose users know how long their jobs run at most. */
    private static final class Promises {
        private final Chance chance;
        private final Scene scene;
        private final TreeMap<Long, Long> ends = new TreeMap<>();
        private final TreeMap<Long, Long> promised = new TreeMap<>();
        private final int seed;

        Promises(int seed) {
            this.seed = seed;
            this.chance = new Chance(seed, "promises", 0);
            List<String> places = new ArrayList<>(Catalog.standard().names(PolicyKind.PLACE));
            places.remove("learnt");
            this.scene = new Scene(
                    StrategySpec.of("scene", "fcfs", places.get(chance.below(places.size())), "easy"),
                    1 + chance.below(4));
            int node = scene.state.nodes().count();
            scene.happens(new Event.NodeJoined(node, NodeSpec.of("large", 96_000, 1L << 40, 4, "H100")));
        }

        int live(int instants) {
            for (int instant = 0; instant < instants; instant++) {
                scene.passes(Nanos.SECOND * chance.below(60));
                endThoseDue();
                if (chance.below(3) > 0) {
                    submit();
                }
                look();
            }
            return promised.size();
        }

        private void endThoseDue() {
            for (Job job : scene.state.jobs()) {
                boolean due = !job.waiting() && ends.get(job.id()) <= scene.nowNanos();
                for (int task = 0; due && task < job.spec().tasks(); task++) {
                    scene.ends(job, task, 0);
                }
            }
        }

        private void submit() {
            Demand demand = switch (chance.below(4)) {
                case 0 -> Scene.TWO_GPUS;
                case 1 -> FOUR_GPUS;
                case 2 -> Scene.ONE_GPU.withGpuShare(1, 100 * (1 + chance.below(9)));
                default -> Scene.ONE_GPU;
            };
            long id = scene.state.nextJob();
            long run = Nanos.SECOND * (1 + chance.below(600));
            JobSpec spec =
                    JobSpec.batch("job-" + id, demand, run).withTasks(demand == FOUR_GPUS ? 1 : 1 + chance.below(2));
            scene.happens(new Event.JobSubmitted(id, spec, "test", id));
        }

        private void look() {
            for (Job job : scene.settle()) {
                // It may end early, never late.
                long run = job.spec().estimateNanos();
                ends.put(job.id(), scene.nowNanos() + (chance.below(2) == 0 ? run : run / 3));
                assertThat(scene.nowNanos())
                        .as("seed %d, job %d", seed, job.id())
                        .isLessThanOrEqualTo(
                                Nanos.after(promised.getOrDefault(job.id(), Nanos.NEVER), 60 * Nanos.SECOND));
            }
            Job holder = scene.promised();
            if (holder != null && holder.waiting()) {
                long before = promised.getOrDefault(holder.id(), Nanos.NEVER);
                // Ends are told at the next look, up to a minute late; until then what is overdue may end any time.
                assertThat(scene.promisedNanos())
                        .as("seed %d, job %d", seed, holder.id())
                        .isLessThanOrEqualTo(StrictMath.max(before, scene.nowNanos()));
                promised.putIfAbsent(holder.id(), scene.promisedNanos());
            }
        }
    }
}
