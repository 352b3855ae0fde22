package io.berth.core.plan.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A planner that keeps victims in an index preempts as one that sorts all that run, on random clusters through random times. */
class VictimIndexTest {
    private static final int CLUSTERS = Boolean.getBoolean("berth.full") ? 1500 : 400;
    private static final int PASSES = 14;
    private static final long GIB = 1L << 30;
    private static final List<PolicySpec> ORDERS = List.of(
            PolicySpec.of("srtf"),
            PolicySpec.of("srsf"),
            PolicySpec.of("multi-level", Map.of("limits", "20 60 200")),
            PolicySpec.of("multi-level", Map.of("limits", "7")),
            PolicySpec.of("priority", Map.of("aging", "0")),
            PolicySpec.of("priority", Map.of("aging", "120")),
            PolicySpec.of("sjf"),
            PolicySpec.of("edf"),
            PolicySpec.of("wfp3"),
            PolicySpec.of("unicep"),
            PolicySpec.of("qssf", Map.of("error", "published")));
    private static final List<String> PLACES =
            List.of("best-fit", "first-fit", "random", "round-robin", "power-of-two");

    private int preempted;
    private int several;
    private int gangs;
    private int starts;
    private int weakened;

    @Test
    void the_same_are_preempted_as_when_all_that_run_are_sorted() {
        for (int seed = 1; seed <= CLUSTERS; seed++) {
            live(seed);
        }

        assertThat(preempted).isGreaterThan(2 * CLUSTERS);
        assertThat(several).as("passes that preempt several").isGreaterThan(CLUSTERS / 3);
        assertThat(gangs).as("gangs that are preempted").isGreaterThan(CLUSTERS / 4);
        assertThat(starts).isGreaterThan(10 * CLUSTERS);
        assertThat(weakened).as("times at which a job will weaken").isGreaterThan(CLUSTERS / 2);
    }

    private void live(int seed) {
        Chance chance = new Chance(seed, "victims", 0);
        Scene scene = new Scene(strategy(chance), 0);
        int nodes = 2 + chance.below(6);
        for (int node = 0; node < nodes; node++) {
            scene.happens(new Event.NodeJoined(node, node(node, chance)));
        }
        for (int pass = 0; pass < PASSES; pass++) {
            scene.passes(chance.below(4) == 0 ? 0 : Nanos.SECOND * chance.below(20) + chance.below(3));
            for (int job = 0; job < chance.below(pass == 0 ? 30 : 6); job++) {
                submit(scene, chance);
            }
            scene.state.jobs().forEach(job -> happens(scene, job, chance));
            happens(scene, nodes, chance);
            compare(scene, seed);
        }
    }

    private void compare(Scene scene, int seed) {
        List<String> expected = new PlainPreemption(copy(scene.state), Scene.CATALOG).decide();
        List<String> decided = new ArrayList<>();
        int stops = 0;
        for (Decision decision : scene.planned().decisions()) {
            if (decision instanceof Decision.Start start) {
                decided.add("start " + start.job() + " " + start.placements());
                starts++;
            } else if (decision instanceof Decision.Stop stop && stop.reason() == Reason.PREEMPTED) {
                decided.add("preempt " + stop.job());
                stops++;
                gangs += scene.state.jobTable().get(stop.job()).placedTasks() > 1 ? 1 : 0;
            }
        }
        preempted += stops;
        several += stops > 1 ? 1 : 0;
        assertThat(decided)
                .as("seed %d, %s, pass %d", seed, scene.state.strategy(), scene.state.passes() + 1)
                .isEqualTo(expected);
        scene.plan();
        if (!scene.state.dirty() && scene.state.jobs().stream().anyMatch(Job::queued)) {
            long weakens = new PlainPreemption(copy(scene.state), Scene.CATALOG).weakensNanos();
            weakened += weakens == Nanos.NEVER ? 0 : 1;
            assertThat(scene.wakeNanos())
                    .as("seed %d, %s", seed, scene.state.strategy())
                    .isEqualTo(StrictMath.min(weakens, scene.state.nextLimitNanos()));
        }
    }

    private static State copy(State state) {
        return state.image().state();
    }

    private static StrategySpec strategy(Chance chance) {
        String backfill = chance.below(4) == 0 ? "none" : "greedy";
        return StrategySpec.of("random", "fcfs", PLACES.get(chance.below(PLACES.size())), backfill)
                .ordering(ORDERS.get(chance.below(ORDERS.size())))
                .preempting("by-order");
    }

    private static NodeSpec node(int number, Chance chance) {
        int gpus = chance.below(5);
        String model = gpus == 0 ? "" : chance.below(4) == 0 ? "A100" : "H100";
        int most = chance.below(4) == 0 ? 3 : Integer.MAX_VALUE;
        return new NodeSpec(
                "n" + number, Amounts.of(16_000, 64 * GIB), most, NodeSpec.gpus(gpus, model, gpus == 0 ? 0 : 40 * GIB));
    }

    private static void submit(Scene scene, Chance chance) {
        long id = scene.state.nextJob();
        long estimate = chance.below(6) == 0 ? Nanos.NEVER : Nanos.SECOND * chance.below(200);
        int tasks = chance.below(3) == 0 ? 2 + chance.below(4) : 1;
        JobSpec spec = JobSpec.batch("job", demand(chance), estimate)
                .withTasks(tasks)
                .withPriority(chance.below(4))
                .withTerms(Terms.NONE.withTimeLimit(
                        chance.below(8) == 0 ? Nanos.SECOND * (1 + chance.below(60)) : Nanos.NEVER));
        scene.happens(new Event.JobSubmitted(id, spec, "test", id));
    }

    private static Demand demand(Chance chance) {
        Demand cpu = Demand.cpu(1000L * chance.below(9), GIB * chance.below(30));
        return switch (chance.below(6)) {
            case 0, 1 -> cpu;
            case 2 -> cpu.withGpuShare(1, 250 * (1 + chance.below(3)));
            case 3 ->
                new Demand(
                        Amounts.of(cpu.cpuMilli(), 0),
                        DeviceDemand.of(1, 0, GIB * (5 + chance.below(30)), Acceptable.ANY_GPU));
            default -> {
                Demand whole = cpu.withGpus(1 + chance.below(3));
                yield chance.below(3) == 0 ? whole.onModels(List.of("H100")) : whole;
            }
        };
    }

    /** Something may happen to a job: most start, some end, fail, tell of progress or are changed. */
    private static void happens(Scene scene, Job job, Chance chance) {
        for (int task = 0; task < job.placedTasks(); task++) {
            JobState state = job.taskState(task);
            boolean ends = chance.below(state == JobState.STOPPING ? 2 : 12) == 0;
            if (state == JobState.RESERVED && chance.below(3) > 0) {
                scene.happens(new Event.TaskStarted(job.id(), task, job.decision()));
            } else if (state != JobState.ENDED && ends && !job.waiting()) {
                int exitCode = chance.below(4) == 0 ? 1 : 0;
                scene.happens(new Event.TaskEnded(job.id(), task, job.decision(), exitCode));
            }
        }
        switch (chance.below(40)) {
            case 0 -> scene.happens(new Event.JobCancelled(job.id()));
            case 1 -> scene.happens(new Event.JobRequeued(job.id()));
            case 2 -> scene.happens(new Event.JobUpdated(job.id(), new JobChange(null, chance.below(5), null)));
            case 3, 4 ->
                scene.happens(new Event.ProgressReported(job.id(), job.decision(), Nanos.SECOND * chance.below(300)));
            default -> {}
        }
    }

    private static void happens(Scene scene, int nodes, Chance chance) {
        int node = chance.below(nodes);
        switch (chance.below(12)) {
            case 0 ->
                scene.happens(
                        scene.state.present(node)
                                ? new Event.NodeLost(node)
                                : new Event.NodeJoined(
                                        node, scene.state.nodeTable().spec(node)));
            case 1 ->
                scene.happens(
                        new Event.NodeDrained(node, !scene.state.nodeTable().draining(node)));
            case 2, 3 -> scene.happens(new Event.UsageObserved(node, 1000L * chance.below(20), 0));
            case 4 -> scene.happens(new Event.StrategyChanged(strategy(chance)));
            default -> {}
        }
    }
}
