package io.berth.core.plan.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConservativeBackfillTest {
    private static final int LIVES = Boolean.getBoolean("berth.full") ? 400 : 100;

    @Test
    void every_job_is_promised_room_and_only_what_delays_nobody_starts() {
        Scene scene = new Scene("conservative", 1);
        Job running = scene.runs(Scene.ONE_GPU, 10 * Nanos.MINUTE);
        Job head = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job second = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        Job tooLong = scene.submit(Scene.ONE_GPU, 11 * Nanos.MINUTE);
        Job fits = scene.submit(Scene.ONE_GPU, 10 * Nanos.MINUTE);

        assertThat(scene.settle()).containsExactly(fits);
        long end = scene.nowNanos() + 10 * Nanos.MINUTE;
        assertThat(head.promisedNanos()).isEqualTo(end);
        assertThat(second.promisedNanos()).isEqualTo(end + Nanos.HOUR);
        assertThat(tooLong.promisedNanos()).isEqualTo(end + 2 * Nanos.HOUR);

        scene.passes(Nanos.MINUTE);
        scene.ends(running, 0, 0);
        assertThat(scene.settle()).isEmpty();
        scene.passes(Nanos.MINUTE);
        scene.ends(fits, 0, 0);
        assertThat(scene.settle()).containsExactly(head);
        assertThat(second.promisedNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR);
    }

    /** Behind the second job EASY would let the last one start; conservative keeps it from delaying the second. */
    @Test
    void the_second_in_the_queue_is_not_delayed_either() {
        for (String backfill : List.of("easy", "conservative")) {
            Scene scene = new Scene(backfill, 2)
                    .with(Scene.TWO_GPUS, 10 * Nanos.MINUTE)
                    .with(Scene.ONE_GPU, 20 * Nanos.MINUTE);
            scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
            Job second = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
            Job last = scene.submit(Scene.ONE_GPU, Nanos.DAY);

            if (backfill.equals("easy")) {
                assertThat(scene.settle()).containsExactly(last);
            } else {
                assertThat(scene.settle()).isEmpty();
                assertThat(second.promisedNanos()).isEqualTo(scene.nowNanos() + 20 * Nanos.MINUTE);
            }
        }
    }

    /** Found by a fault run: who was started again from the journal promised what who ran on did not. */
    @Test
    void a_node_that_loses_its_taint_is_looked_at_again() {
        Scene scene = new Scene("conservative", 2)
                .with(Scene.TWO_GPUS, 10 * Nanos.MINUTE)
                .with(Scene.TWO_GPUS, 30 * Nanos.MINUTE);
        NodeSpec open = scene.state.nodeTable().spec(0);
        scene.happens(new Event.NodeChanged(
                0, open.withTaints(List.of(new Taint("reserved", "", Taint.Effect.NO_SCHEDULE)))));
        Job job = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        assertThat(job.promisedNanos()).isEqualTo(scene.nowNanos() + 30 * Nanos.MINUTE);

        scene.happens(new Event.NodeChanged(0, open));
        scene.settle();
        assertThat(job.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);
    }

    @Test
    void a_gang_is_promised_room_for_all_its_tasks_at_once() {
        Scene scene = new Scene("conservative", 3)
                .with(Scene.TWO_GPUS, 10 * Nanos.MINUTE)
                .with(Scene.TWO_GPUS, 30 * Nanos.MINUTE);
        Job gang = scene.submit(Scene.TWO_GPUS, 2);
        Job longer = scene.submit(Scene.ONE_GPU, Nanos.DAY);

        assertThat(scene.settle()).isEmpty();
        assertThat(gang.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);
        assertThat(longer.promisedNanos()).isEqualTo(scene.nowNanos() + 11 * Nanos.MINUTE);
    }

    @Test
    void a_job_whose_node_is_gone_is_promised_room_elsewhere() {
        Scene scene = new Scene("conservative", 2)
                .with(Scene.TWO_GPUS, 10 * Nanos.MINUTE)
                .with(Scene.TWO_GPUS, 30 * Nanos.MINUTE);
        Job waiting = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        assertThat(waiting.promisedNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);

        scene.happens(new Event.NodeDrained(0, true));
        scene.settle();
        assertThat(waiting.promisedNanos()).isEqualTo(scene.nowNanos() + 30 * Nanos.MINUTE);
    }

    @Test
    void it_does_not_go_with_preemption() {
        StrategySpec both =
                StrategySpec.of("both", "srtf", "best-fit", "conservative").preempting("by-order");
        assertThatThrownBy(() -> Catalog.standard().strategy(both, new State(1).facts()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("conservative")
                .hasMessageContaining("only none");
    }

    /**
     * Users say at least as long as they run, some leave before they start. No job is ever promised later than before or starts
     * later than it was promised first, and a planner that was made a moment ago decides the same.
     */
    @Test
    void no_job_starts_later_than_it_was_promised_first() {
        int promises = 0;
        for (int seed = 0; seed < LIVES; seed++) {
            promises += new Life(seed).run();
        }
        assertThat(promises).isGreaterThan(LIVES * 25 / 2);
    }

    /** A random life of a small cluster. */
    private static final class Life {
        private static final long UNIT = 20 * Nanos.SECOND;
        private static final String[] ORDERS = {"fcfs", "sjf", "wfp3"};
        private static final String[] PLACES = {"first-fit", "best-fit", "random"};

        private final Chance chance;
        private final Scene scene;
        private final TreeMap<Long, List<Job>> ends = new TreeMap<>();
        private final TreeMap<Long, Long> promised = new TreeMap<>();
        private int promises;

        Life(int seed) {
            chance = new Chance(seed, "conservative", 0);
            StrategySpec strategy = StrategySpec.of(
                    "life", ORDERS[chance.below(ORDERS.length)], PLACES[chance.below(PLACES.length)], "conservative");
            scene = new Scene(strategy, 1 + chance.below(5));
        }

        int run() {
            for (int arrivals = 0; arrivals < 60 || !ends.isEmpty(); arrivals++) {
                long wait = UNIT * (1 + chance.below(5));
                long next = ends.isEmpty() ? wait : StrictMath.min(wait, ends.firstKey() - scene.nowNanos());
                scene.passes(next);
                ends.headMap(scene.nowNanos(), true).values().forEach(this::end);
                ends.headMap(scene.nowNanos(), true).clear();
                if (arrivals < 60) {
                    for (int count = chance.below(3); count > 0; count--) {
                        submit();
                    }
                    cancelOne();
                }
                plan();
            }
            return promises;
        }

        private void end(List<Job> jobs) {
            for (Job job : jobs) {
                for (int task = 0; task < job.spec().tasks(); task++) {
                    scene.ends(job, task, 0);
                }
            }
        }

        private void submit() {
            Demand demand = switch (chance.below(4)) {
                case 0 -> Scene.TWO_GPUS;
                case 1 -> Scene.ONE_GPU;
                default ->
                    Demand.cpu(1000 * (1L + chance.below(40)), 1 << 20).withGpuShare(1, 100 * (1 + chance.below(9)));
            };
            long id = scene.state.nextJob();
            long estimate = chance.below(12) == 0 ? Nanos.NEVER : UNIT * (1 + chance.below(30));
            JobSpec spec = JobSpec.batch("job-" + id, demand, estimate).withTasks(1 + chance.below(3) / 2);
            scene.happens(new Event.JobSubmitted(id, spec, "test", id));
        }

        private void cancelOne() {
            List<Job> jobs = scene.state.jobs();
            if (chance.below(6) == 0 && !jobs.isEmpty()) {
                Job job = jobs.get(chance.below(jobs.size()));
                if (job.waiting()) {
                    scene.happens(new Event.JobCancelled(job.id()));
                }
            }
        }

        private void plan() {
            Plan anew = scene.plannedAnew();
            List<Decision> decisions = scene.plan();
            assertThat(anew.decisions()).as("a new planner").isEqualTo(decisions);
            for (Decision decision : decisions) {
                if (decision instanceof Decision.Promise promise) {
                    promises++;
                    Long before = promised.put(promise.job(), promise.atNanos());
                    assertThat(before == null || promise.atNanos() < before)
                            .as("%s", promise)
                            .isTrue();
                    assertThat(promise.atNanos()).isGreaterThan(scene.nowNanos());
                } else if (decision instanceof Decision.Start start) {
                    assertThat(scene.nowNanos())
                            .as("%s", start)
                            .isLessThanOrEqualTo(promised.getOrDefault(start.job(), Nanos.NEVER));
                    starts(scene.state.jobTable().get(start.job()));
                }
            }
        }

        private void starts(Job job) {
            scene.starts(job);
            long estimate = job.spec().estimateNanos();
            long run = estimate == Nanos.NEVER ? 40 * UNIT : UNIT * (1 + chance.below((int) (estimate / UNIT)));
            ends.computeIfAbsent(scene.nowNanos() + run, _ -> new ArrayList<>()).add(job);
        }
    }
}
