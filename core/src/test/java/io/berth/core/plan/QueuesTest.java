package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.policy.Chooser;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Queues that are declared: limits, quotas, turns, and what is given back. */
class QueuesTest {
    private static final long GIBI = 1L << 30;

    private static StrategySpec strategy(String backfill, String share, String reclaim) {
        return StrategySpec.of("scene", "fcfs", "first-fit", backfill)
                .with(PolicyKind.SHARE, PolicySpec.of(share))
                .with(PolicyKind.RECLAIM, PolicySpec.of(reclaim));
    }

    /** Nodes of two GPUs. */
    private static Scene scene(StrategySpec strategy, int nodes, QueueSpec... queues) {
        Scene scene = new Scene(strategy, nodes);
        scene.happens(new Event.QueuesDeclared(List.of(queues)));
        return scene;
    }

    private static QueueSpec quota(String name, long gpus) {
        return QueueSpec.of(name).deserving("gpu", QueueAmount.of(1000 * gpus));
    }

    private static List<Job> submit(Scene scene, String queue, int count, Demand demand) {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(scene.submit(JobSpec.batch(queue + i, demand, Nanos.HOUR).withQueue(queue)));
        }
        return jobs;
    }

    private static long running(List<Job> jobs) {
        return jobs.stream().filter(job -> !job.waiting()).count();
    }

    private static List<Long> stops(List<Decision> plan, Reason reason) {
        return plan.stream()
                .filter(decision -> decision instanceof Decision.Stop stop && stop.reason() == reason)
                .map(decision -> ((Decision.Stop) decision).job())
                .toList();
    }

    private static Reason why(Scene scene, Job job) {
        State copy = scene.state.image().state();
        return new Explainer(copy, Scene.CATALOG).explain(job.id()).reason();
    }

    @Test
    void aQueueAtItsLimitWaitsAndOthersGoOn() {
        for (String backfill : List.of("none", "greedy", "easy", "conservative")) {
            Scene scene = scene(
                    strategy(backfill, "none", "none"),
                    4,
                    QueueSpec.of("a").limited("gpu", QueueAmount.of(3000)),
                    QueueSpec.of("b"));
            List<Job> a = submit(scene, "a", 5, Scene.ONE_GPU);
            List<Job> b = submit(scene, "b", 2, Scene.ONE_GPU);
            List<Job> c = submit(scene, "c", 1, Scene.ONE_GPU);
            scene.settle();
            assertThat(running(a)).as(backfill).isEqualTo(3);
            assertThat(running(b)).as(backfill).isEqualTo(2);
            assertThat(running(c)).as("a queue that is not declared").isZero();
            assertThat(why(scene, a.get(3))).isEqualTo(Reason.QUEUE_LIMIT);
            assertThat(why(scene, c.getFirst())).isEqualTo(Reason.NO_QUEUE);
            assertThat(new Explainer(scene.state.image().state(), Scene.CATALOG)
                            .explain(c.getFirst().id())
                            .text())
                    .endsWith("; jobs may be in a, b");
            assertThat(why(
                            scene,
                            submit(scene, "a", 1, Demand.cpu(1, 1).withGpus(2)).getFirst()))
                    .isNotNull();

            scene.ends(a.getFirst(), 0, 0);
            scene.settle();
            assertThat(running(a.subList(1, 5))).as(backfill).isEqualTo(3);
            scene.happens(new Event.QueuesDeclared(List.of()));
            scene.settle();
            assertThat(running(c)).as("queues are names again").isEqualTo(1);
        }
    }

    @Test
    void whatOthersLeaveUnusedIsOfNoQuota() {
        Scene scene =
                scene(strategy("greedy", "none", "none"), 1, QueueSpec.of("a").limited("cpu", QueueAmount.of(1000)));
        Job beside =
                submit(scene, "a", 1, Demand.cpu(2000, GIBI).ofBestEffort()).getFirst();
        Job own = submit(scene, "a", 1, Demand.cpu(1000, GIBI)).getFirst();
        scene.settle();
        assertThat(beside.waiting()).isFalse();
        assertThat(own.waiting()).isFalse();
    }

    @Test
    void whoeverChoosesGoesOnPastAQueueAtItsLimit() {
        Catalog catalog = Scene.CATALOG.withOrder(
                new Entry<>("first", "whoever came first", "", List.of(), (_, _) -> (Chooser) _ -> 0));
        Scene scene = new Scene(StrategySpec.of("scene", "first", "first-fit", "greedy"), 2, catalog);
        scene.happens(new Event.QueuesDeclared(
                List.of(QueueSpec.of("a").limited("gpu", QueueAmount.of(1000)), QueueSpec.of("b"))));
        List<Job> a = submit(scene, "a", 3, Scene.ONE_GPU);
        List<Job> b = submit(scene, "b", 2, Scene.ONE_GPU);
        scene.settle();
        assertThat(running(a)).isEqualTo(1);
        assertThat(running(b)).isEqualTo(2);
    }

    /** What the last task would have had is given back by the job alone, not by who was spared for it. */
    @Test
    void whoIsSparedKeepsItsRoomWhereAQueueIsTooSmallForTheLastTask() {
        Scene scene = scene(
                strategy("greedy", "none", "any"),
                4,
                quota("a", 0),
                quota("b", 3).limited("gpu", QueueAmount.of(3000)),
                quota("d", 3));
        Demand whole = Demand.cpu(60_000, GIBI).withGpus(2);
        submit(scene, "b", 1, Scene.ONE_GPU);
        scene.settle();
        Job large = scene.submit(
                JobSpec.batch("large", whole, Nanos.HOUR).withTasks(2).withQueue("a"));
        scene.settle();
        submit(scene, "d", 1, whole);
        scene.settle();
        scene.passes(Nanos.MINUTE);
        Job spared = submit(scene, "a", 1, Demand.cpu(60_000, GIBI).withGpus(1)).getFirst();
        scene.settle();
        assertThat(spared.node(0)).isZero();

        Job wide = scene.submit(JobSpec.batch("wide", whole, Nanos.HOUR)
                .withGroups(List.of(TaskGroup.of(2, whole).withTasks(1, 2)))
                .withQueue("b"));
        Job small = submit(scene, "d", 1, Demand.cpu(10_000, GIBI)).getFirst();
        List<Decision> plan = scene.plan();

        assertThat(stops(plan, Reason.RECLAIMED)).containsExactly(large.id());
        assertThat(small.waiting()).as("the only room is that of who stops").isTrue();
        scene.ends(large, 0, 0);
        scene.ends(large, 1, 0);
        scene.settle();
        assertThat(wide.startedTasks()).isEqualTo(1);
        assertThat(small.waiting()).isFalse();
    }

    @Test
    void aQuotaIsUsedUpAndOthersLendNothing() {
        Scene scene = scene(
                strategy("greedy", "none", "none"),
                4,
                quota("a", 4).lending("gpu", QueueAmount.of(1000)),
                quota("b", 4).borrowing("gpu", QueueAmount.of(0)),
                QueueSpec.of("c"));
        List<Job> c = submit(scene, "c", 9, Scene.ONE_GPU);
        scene.settle();
        assertThat(running(c)).as("all of b and what a lends").isEqualTo(5);
        assertThat(why(scene, c.get(5))).isEqualTo(Reason.QUEUE_QUOTA);
        c.subList(0, 5).forEach(job -> scene.ends(job, 0, 0));
        List<Job> b = submit(scene, "b", 5, Scene.ONE_GPU);
        scene.happens(new Event.JobCancelled(c.get(5).id()));
        for (Job job : c.subList(6, 9)) {
            scene.happens(new Event.JobCancelled(job.id()));
        }
        scene.settle();
        assertThat(running(b)).isEqualTo(4);
        assertThat(why(scene, b.get(4))).isEqualTo(Reason.QUEUE_BORROWED);
        Job large = submit(scene, "b", 1, Scene.ONE_GPU.withGpus(5)).getFirst();
        scene.settle();
        assertThat(large.waiting()).isTrue();
    }

    private static Scene drf(QueueSpec... queues) {
        Scene scene = scene(strategy("greedy", "drf", "none"), 0, queues);
        return scene;
    }

    /** Ghodsi et al., NSDI 2011, §4.1 and table 1: 9 CPUs and 18 GB; A asks for 1 CPU and 4 GB, B for 3 CPUs and 1 GB. */
    @Test
    void theFirstExampleOfThePaperOnDominantResources() {
        Scene scene = drf(QueueSpec.of("b"), QueueSpec.of("a"));
        scene.happens(new Event.NodeJoined(0, NodeSpec.of("n", 9_000, 18 * GIBI, 0, "")));
        List<Job> a = submit(scene, "a", 10, Demand.cpu(1_000, 4 * GIBI));
        List<Job> b = submit(scene, "b", 10, Demand.cpu(3_000, GIBI));
        List<Decision> plan = scene.plan();
        assertThat(running(a)).isEqualTo(3);
        assertThat(running(b)).isEqualTo(2);
        List<Long> order =
                plan.stream().map(start -> ((Decision.Start) start).job()).toList();
        assertThat(order)
                .as("as in table 1")
                .containsExactly(
                        b.get(0).id(),
                        a.get(0).id(),
                        a.get(1).id(),
                        b.get(1).id(),
                        a.get(2).id());
    }

    /** The same paper, §4.4.1: 30 CPUs and 30 GB, demands of 1 and 3, and of 1 and 1; by sums of shares the second would get less than half. */
    @Test
    void theSecondExampleOfThePaper() {
        Scene scene = drf(QueueSpec.of("a"), QueueSpec.of("b"));
        scene.happens(new Event.NodeJoined(0, NodeSpec.of("n", 30_000, 30 * GIBI, 0, "")));
        List<Job> a = submit(scene, "a", 30, Demand.cpu(1_000, 3 * GIBI));
        List<Job> b = submit(scene, "b", 30, Demand.cpu(1_000, GIBI));
        scene.settle();
        assertThat(running(a)).isEqualTo(5);
        assertThat(running(b)).isEqualTo(15);
    }

    @Test
    void weightsAndTheTreeSayWhoGetsHowMuch() {
        Scene scene = scene(
                strategy("greedy", "drf", "none"),
                6,
                QueueSpec.of("org").weighing(2),
                QueueSpec.of("x").below("org").weighing(3),
                QueueSpec.of("y").below("org"),
                QueueSpec.of("z"));
        List<Job> z = submit(scene, "z", 20, Scene.ONE_GPU);
        List<Job> y = submit(scene, "y", 20, Scene.ONE_GPU);
        List<Job> x = submit(scene, "x", 20, Scene.ONE_GPU);
        scene.plan();
        assertThat(List.of(running(x), running(y), running(z))).containsExactly(6L, 2L, 4L);
    }

    @Test
    void whatWasUsedBeforeCountsLessAndLess() {
        StrategySpec usage = strategy("greedy", "none", "none")
                .with(PolicyKind.SHARE, PolicySpec.of("usage", Map.of("half-life", "1")));
        Scene scene = scene(usage, 1, QueueSpec.of("a"), QueueSpec.of("b"));
        List<Job> a = submit(scene, "a", 2, Scene.ONE_GPU);
        scene.settle();
        scene.passes(Nanos.HOUR);
        a.forEach(job -> scene.ends(job, 0, 0));
        List<Job> again = submit(scene, "a", 2, Scene.ONE_GPU);
        List<Job> b = submit(scene, "b", 2, Scene.ONE_GPU);
        assertThat(scene.plannedAnew()).as("a state that is read again").isEqualTo(scene.planned());
        ByteSink once = new ByteSink();
        StateCodec.write(scene.state, once);
        ByteSink twice = new ByteSink();
        StateCodec.write(StateCodec.read(new ByteSource(once.toByteArray())), twice);
        assertThat(twice.toByteArray()).isEqualTo(once.toByteArray());
        scene.settle();
        assertThat(running(b)).as("who had nothing").isEqualTo(2);
        assertThat(running(again)).isZero();
    }

    @Test
    void aQuotaIsGivenBackWithinOnePass() {
        Scene scene = scene(strategy("greedy", "none", "any"), 4, quota("a", 4), quota("b", 4), QueueSpec.of("c"));
        List<Job> b = submit(scene, "b", 6, Scene.ONE_GPU);
        List<Job> c = submit(scene, "c", 2, Scene.ONE_GPU);
        scene.settle();
        assertThat(running(b) + running(c)).isEqualTo(8);

        List<Job> a = submit(scene, "a", 6, Scene.ONE_GPU);
        List<Decision> plan = scene.plan();
        List<Long> stopped = stops(plan, Reason.RECLAIMED);
        assertThat(stopped).hasSize(4);
        assertThat(stopped)
                .as("the last that started of those that borrowed")
                .containsExactlyInAnyOrder(
                        b.get(5).id(), b.get(4).id(), c.get(1).id(), c.get(0).id());
        for (Decision decision : plan) {
            if (decision instanceof Decision.Stop stop) {
                scene.ends(scene.state.job(stop.job()), 0, 143);
            }
        }
        scene.settle();
        assertThat(running(a)).isEqualTo(4);
        assertThat(running(b)).isEqualTo(4);
        assertThat(scene.plan()).as("nobody stops in turns").isEmpty();
        assertThat(why(scene, c.getFirst())).isNotNull();
    }

    @Test
    void nobodyIsStoppedForWhoBorrowsOrBelowHisQuota() {
        Scene scene = scene(strategy("greedy", "drf", "any"), 4, quota("a", 2), quota("b", 6));
        List<Job> b = submit(scene, "b", 3, Scene.TWO_GPUS);
        List<Job> a = submit(scene, "a", 1, Scene.TWO_GPUS);
        scene.settle();
        assertThat(running(b)).isEqualTo(3);
        assertThat(running(a)).isEqualTo(1);
        submit(scene, "a", 1, Scene.ONE_GPU);
        assertThat(scene.settle()).isEmpty();
        assertThat(running(b)).isEqualTo(3);
    }

    @Test
    void aSiblingGivesBackBeforeAnotherOrganisation() {
        Scene scene = scene(
                strategy("greedy", "none", "any"),
                4,
                QueueSpec.of("one"),
                quota("x", 2).below("one"),
                quota("y", 2).below("one"),
                quota("two", 2));
        List<Job> two = submit(scene, "two", 4, Scene.ONE_GPU);
        List<Job> y = submit(scene, "y", 4, Scene.ONE_GPU);
        scene.settle();
        List<Job> x = submit(scene, "x", 3, Scene.ONE_GPU);
        List<Long> stopped = stops(scene.plan(), Reason.RECLAIMED);
        assertThat(stopped).containsExactlyInAnyOrder(y.get(3).id(), y.get(2).id());
        assertThat(running(two)).isEqualTo(4);
        assertThat(x).hasSize(3);
    }

    @Test
    void aGangGetsAWholeNodeBack() {
        Scene scene = scene(strategy("greedy", "drf", "any"), 4, quota("a", 4), quota("b", 4));
        List<Job> b = submit(scene, "b", 8, Scene.ONE_GPU);
        scene.settle();
        Job gang = scene.submit(
                JobSpec.batch("gang", Scene.TWO_GPUS, Nanos.HOUR).withTasks(2).withQueue("a"));
        scene.settle();
        assertThat(gang.waiting()).isFalse();
        assertThat(running(b)).isEqualTo(4);
    }

    @Test
    void partsOfTheClusterGoWithItsNodes() {
        Scene scene = scene(
                strategy("greedy", "none", "none"),
                2,
                QueueSpec.of("a").limited("gpu", QueueAmount.part(500_000)),
                QueueSpec.of("b"));
        List<Job> a = submit(scene, "a", 6, Scene.ONE_GPU);
        scene.settle();
        assertThat(running(a)).isEqualTo(2);
        scene.joins(2);
        scene.joins(3);
        scene.settle();
        assertThat(running(a)).isEqualTo(4);
        scene.happens(new Event.NodeLost(3));
        scene.ends(a.getFirst(), 0, 0);
        scene.settle();
        assertThat(running(a.subList(1, 6))).as("a half of six").isEqualTo(3);
    }

    @Test
    void withinItsQueueOneMayStillBePreempted() {
        StrategySpec strategy = strategy("greedy", "drf", "any")
                .ordering(PolicySpec.of("priority", Map.of("aging", "0")))
                .preempting("by-order");
        Scene scene = scene(strategy, 2, quota("a", 2), quota("b", 2));
        List<Job> a = submit(scene, "a", 2, Scene.ONE_GPU);
        List<Job> b = submit(scene, "b", 2, Scene.ONE_GPU);
        scene.settle();
        Job urgent = scene.submit(JobSpec.batch("urgent", Scene.ONE_GPU, Nanos.HOUR)
                .withQueue("a")
                .withPriority(9));
        scene.settle();
        assertThat(urgent.waiting()).isFalse();
        assertThat(running(a)).isEqualTo(1);
        assertThat(running(b)).isEqualTo(2);
        assertThat(scene.plan()).isEmpty();
    }
}
