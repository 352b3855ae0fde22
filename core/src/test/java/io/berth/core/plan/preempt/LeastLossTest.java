package io.berth.core.plan.preempt;

import static io.berth.core.plan.preempt.ByHand.fits;
import static io.berth.core.plan.preempt.ByHand.stopped;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Interruption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeastLossTest {
    private static final int CLUSTERS = 2_000;
    private static final Interruption ANEW = new Interruption(false, Interruption.USUAL_GRACE);

    private static Job submit(Scene scene, int priority, Demand demand, int tasks, Interruption interruption) {
        JobSpec job = JobSpec.batch("job", demand, Nanos.HOUR).withTasks(tasks).withPriority(priority);
        return scene.submit(job.withTerms(job.terms().withInterruption(interruption)));
    }

    private static Job runs(Scene scene, int priority, Demand demand, Interruption interruption) {
        Job job = submit(scene, priority, demand, 1, interruption);
        assertThat(scene.settle()).contains(job);
        return job;
    }

    @Test
    void ofEquallyUrgentOnesThoseStopThatDidLeast() {
        Scene scene = ByHand.scene(2, "least-loss");
        Job large = runs(scene, 1, Scene.TWO_GPUS, ANEW);
        scene.passes(Nanos.MINUTE);
        Job one = runs(scene, 1, Scene.ONE_GPU, ANEW);
        scene.passes(10 * Nanos.MINUTE);
        Job other = runs(scene, 1, Scene.ONE_GPU, ANEW);
        scene.passes(Nanos.MINUTE);
        // Twice twelve minutes of the one, or eleven and one of the others.
        submit(scene, 9, Scene.TWO_GPUS, 1, ANEW);
        assertThat(stopped(scene)).containsExactlyInAnyOrder(one.id(), other.id());
        assertThat(large.stopping()).isNull();
    }

    @Test
    void whoGoesOnWithWhatItDidLosesNothing() {
        Scene scene = ByHand.scene(2, "least-loss");
        Job kept = runs(scene, 1, Scene.TWO_GPUS, Interruption.HARMLESS);
        scene.passes(Nanos.HOUR);
        runs(scene, 1, Scene.TWO_GPUS, ANEW);
        scene.passes(Nanos.MINUTE);
        submit(scene, 9, Scene.ONE_GPU, 1, ANEW);
        assertThat(stopped(scene)).containsExactly(kept.id());
    }

    @Test
    void nobodyStopsToSpareOneOfALowerPriority() {
        Scene scene = ByHand.scene(2, "least-loss");
        Job low = runs(scene, 1, Scene.TWO_GPUS, ANEW);
        scene.passes(Nanos.HOUR);
        runs(scene, 2, Scene.TWO_GPUS, ANEW);
        scene.passes(Nanos.MINUTE);
        submit(scene, 9, Scene.ONE_GPU, 1, ANEW);
        assertThat(stopped(scene)).containsExactly(low.id());
    }

    /** All sets of jobs that could be stopped are tried by hand, for a gang that waits. */
    @Test
    void noLessWorkCouldBeLost() {
        int made = 0;
        int less = 0;
        long lost = 0;
        long byOrder = 0;
        for (int seed = 1; seed <= CLUSTERS; seed++) {
            Scene scene = filled(seed, "least-loss");
            List<Job> running = running(scene);
            Chance chance = new Chance(seed, "gang", 0);
            Demand demand = chance.below(2) == 0 ? Scene.ONE_GPU : Scene.TWO_GPUS;
            int tasks = 1 + chance.below(3);
            Job gang = submit(scene, 3, demand, tasks, ANEW);
            long[] least = least(scene, gang, running);

            List<Job> victims = victims(scene, running);
            String scenario = "seed " + seed;
            assertThat(victims.isEmpty()).as(scenario).isEqualTo(least == null || least[1] < 0);
            if (!victims.isEmpty() && least != null) {
                made++;
                assertThat(fits(scene, gang, victims)).as(scenario).isTrue();
                assertThat(urgency(victims)).as(scenario).isLessThanOrEqualTo(least[0]);
                less += least[1] < loss(scene, victims) ? 1 : 0;
                lost += loss(scene, victims);
                Scene other = filled(seed, "by-order");
                submit(other, 3, demand, tasks, ANEW);
                byOrder += loss(other, victims(other, running(other)));
            }
        }
        assertThat(made).isGreaterThan(CLUSTERS / 3);
        assertThat(less).as("where less could be lost").isZero();
        assertThat(lost).isLessThan(byOrder);
    }

    /** Sets of jobs are tried by hand on each node, and of all nodes the cheapest sum is worked out. */
    @Test
    void noLessWorkCouldBeLostOnLargeNodes() {
        int made = 0;
        for (int seed = 1; seed <= CLUSTERS / 10; seed++) {
            Chance chance = new Chance(seed, "large", 0);
            Scene scene = ByHand.scene(0, "least-loss");
            int nodes = 4 + chance.below(12);
            for (int node = 0; node < nodes; node++) {
                scene.happens(new Event.NodeJoined(node, NodeSpec.of("n" + node, 64_000, 1L << 38, 8, "H100")));
            }
            for (int i = 0; i < nodes * 5; i++) {
                submit(scene, 1, devices(List.of(1, 1, 1, 2, 4, 8).get(chance.below(6))), 1, ANEW);
                scene.settle();
                scene.passes((1 + chance.below(60)) * Nanos.MINUTE);
            }
            scene.state.jobs().stream()
                    .filter(Job::queued)
                    .forEach(job -> scene.happens(new Event.JobCancelled(job.id())));
            scene.settle();
            List<Job> running = running(scene);
            int gpus = List.of(1, 2, 4, 8).get(chance.below(4));
            int tasks = 1 + chance.below(nodes * 8 / gpus / 2);
            Job gang = submit(scene, 3, devices(gpus), tasks, ANEW);
            long least = cheapest(scene, gang, running, nodes);

            List<Job> victims = victims(scene, running);
            assertThat(loss(scene, victims)).as("seed " + seed).isEqualTo(least);
            made += victims.isEmpty() ? 0 : 1;
        }
        assertThat(made).isGreaterThan(CLUSTERS / 20);
    }

    private static Demand devices(int count) {
        return Demand.cpu(1000, 1 << 20).withGpus(count);
    }

    private static long cheapest(Scene scene, Job gang, List<Job> running, int nodes) {
        int gpus = gang.spec().demand().gpus();
        long[] least = new long[gang.leastTasks() + 1];
        Arrays.fill(least, 1, least.length, Long.MAX_VALUE);
        for (int node = 0; node < nodes; node++) {
            long[] before = least.clone();
            int at = node;
            List<Job> there = running.stream().filter(job -> job.node(0) == at).toList();
            for (int set = 0; set < 1 << there.size(); set++) {
                int mask = set;
                List<Job> gone = IntStream.range(0, there.size())
                        .filter(i -> (mask >> i & 1) == 1)
                        .mapToObj(there::get)
                        .toList();
                int idle = scene.state.nodes().idleGpus(node)
                        + gone.stream()
                                .mapToInt(job -> job.spec().demand().gpus())
                                .sum();
                long loss = loss(scene, gone);
                for (int wanted = 1; wanted < least.length; wanted++) {
                    long rest = before[Math.max(0, wanted - idle / gpus)];
                    least[wanted] = rest == Long.MAX_VALUE ? least[wanted] : Math.min(least[wanted], rest + loss);
                }
            }
        }
        return least[gang.leastTasks()] == Long.MAX_VALUE ? 0 : least[gang.leastTasks()];
    }

    private static Scene filled(int seed, String preemption) {
        Chance chance = new Chance(seed, "losses", 0);
        Scene scene = ByHand.scene(1 + chance.below(4), preemption);
        for (int i = 0; i < 8; i++) {
            Demand demand = chance.below(3) == 0 ? Scene.TWO_GPUS : Scene.ONE_GPU;
            submit(scene, chance.below(2), demand, 1, ANEW);
            scene.settle();
            scene.passes((1 + chance.below(60)) * Nanos.MINUTE);
        }
        scene.state.jobs().stream().filter(Job::queued).forEach(job -> scene.happens(new Event.JobCancelled(job.id())));
        scene.settle();
        return scene;
    }

    private static List<Job> running(Scene scene) {
        return scene.state.jobs().stream().filter(job -> !job.waiting()).toList();
    }

    private static List<Job> victims(Scene scene, List<Job> running) {
        List<Long> stopped = stopped(scene);
        return running.stream().filter(job -> stopped.contains(job.id())).toList();
    }

    /** Minutes times devices, which are what each holds most of. */
    private static long loss(Scene scene, List<Job> jobs) {
        return jobs.stream()
                .mapToLong(job -> (scene.nowNanos() - job.startNanos())
                        / Nanos.MINUTE
                        * job.spec().demand().gpus())
                .sum();
    }

    private static long urgency(List<Job> jobs) {
        return jobs.stream().mapToInt(job -> job.spec().priority()).max().orElse(-1);
    }

    /** The highest priority of those that must stop, and the least that is lost then; null where nothing makes room, none where nobody must. */
    private static long[] least(Scene scene, Job gang, List<Job> running) {
        long[] least = null;
        for (int set = 0; set < 1 << running.size(); set++) {
            List<Job> victims = new ArrayList<>();
            for (int i = 0; i < running.size(); i++) {
                if ((set >> i & 1) == 1) {
                    victims.add(running.get(i));
                }
            }
            if (fits(scene, gang, victims)) {
                long urgency = urgency(victims);
                long loss = set == 0 ? -1 : loss(scene, victims);
                if (least == null || urgency < least[0] || urgency == least[0] && loss < least[1]) {
                    least = new long[] {urgency, loss};
                }
            }
        }
        return least;
    }
}
