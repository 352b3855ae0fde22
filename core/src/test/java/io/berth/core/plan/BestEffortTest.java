package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Best-effort jobs, on nodes of 64 CPUs, 256 GiB and two H100s of undeclared memory. */
class BestEffortTest {
    private static final long GIB = 1L << 30;
    private static final Demand ALL_CPUS = Demand.cpu(64_000, GIB);
    private static final Demand TEN_CPUS = Demand.cpu(10_000, GIB).ofBestEffort();
    private static final Demand SHARE =
            Demand.cpu(1000, GIB).withGpuShare(1, 400).ofBestEffort();

    private final Scene scene = new Scene("none", 1);

    /** The node was measured twice, so far apart that what was placed before is shown: the guaranteed use {@code cpuMilli}, and so much of each device. */
    private void measured(long cpuMilli, long... engineMilli) {
        for (int i = 0; i < 2; i++) {
            scene.passes(Nanos.MINUTE);
            observed(cpuMilli, engineMilli);
        }
    }

    private void observed(long cpuMilli, long... engineMilli) {
        long[] engines = engineMilli.length == 0 ? new long[2] : engineMilli;
        scene.happens(new Event.GuaranteedObserved(
                0,
                Amount.of(2, i -> switch (Amount.part(i, 2)) {
                    case CPU -> cpuMilli;
                    case ENGINE -> engines[Amount.device(i, 2)];
                    case MEMORY, DEVICE_MEMORY -> 0;
                }),
                0));
    }

    @Test
    void getsWhatIsAskedForAndNotUsed() {
        scene.runs(ALL_CPUS, Nanos.HOUR);
        Job spare = scene.submit(TEN_CPUS, Nanos.HOUR);
        assertThat(scene.plan())
                .as("nobody measured: what is asked for is not free")
                .isEmpty();
        measured(20_000);
        scene.plan();
        assertThat(spare.waiting()).isFalse();
        assertThat(scene.state.nodes().free(0, 0))
                .as("all others see the node as if it were not there")
                .isZero();
    }

    @Test
    void staysWithinTheCeiling() {
        scene.runs(ALL_CPUS, Nanos.HOUR);
        measured(20_000);
        // 60 per cent of 64 CPUs less 20 are 18.4.
        Job one = scene.planned(TEN_CPUS, 1);
        Job two = scene.planned(TEN_CPUS, 1);
        assertThat(one.waiting()).isFalse();
        assertThat(two.waiting()).isTrue();
        Explanation why =
                Objects.requireNonNull(Explainer.of(scene.state, Scene.CATALOG).explain(two.id()));
        assertThat(why.reason()).isEqualTo(Reason.SPARE_ROOM);
        assertThat(why.fitting()).isZero();
    }

    @Test
    void whatIsWithheldForAPromiseIsNobodysYet() {
        Scene easy = new Scene("easy", 1);
        easy.runs(Demand.cpu(20_000, GIB), Nanos.HOUR);
        Job runs = easy.planned(TEN_CPUS, 1);
        assertThat(runs.waiting()).isFalse();
        Job promised = easy.submit(ALL_CPUS, Nanos.HOUR);
        // It has room now, and would keep the first waiting: it is looked for room with what was promised withheld.
        Job late = easy.submit(Demand.cpu(30_000, GIB), 10 * Nanos.HOUR);
        Job comes = easy.submit(TEN_CPUS, Nanos.HOUR);

        assertThat(easy.plan())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class, start -> assertThat(start.job()).isEqualTo(comes.id()));
        assertThat(promised.waiting()).isTrue();
        assertThat(late.waiting()).isTrue();
    }

    @Test
    void takesNoMoreTasksThanANodeDoes() {
        NodeSpec node = scene.state.nodeTable().spec(0);
        scene.happens(new Event.NodeChanged(0, ofTasks(node, 2)));
        Job one = scene.planned(TEN_CPUS, 1);
        Job two = scene.planned(TEN_CPUS, 1);
        Job three = scene.planned(TEN_CPUS, 1);
        assertThat(one.waiting()).isFalse();
        assertThat(two.waiting()).isFalse();
        assertThat(three.waiting()).isTrue();

        Job guaranteed = scene.submit(Demand.cpu(1_000, GIB), Nanos.HOUR);
        List<Decision> plan = scene.plan();
        assertThat(guaranteed.waiting()).isFalse();
        assertThat(plan)
                .as("a guaranteed task takes its place")
                .filteredOn(Decision.Stop.class::isInstance)
                .containsExactly(new Decision.Stop(plan.getLast().id(), two.id(), Reason.YIELDED));
        Job never = scene.submit(JobSpec.batch("gang", TEN_CPUS, Nanos.HOUR).withTasks(3));
        assertThat(scene.plan())
                .anyMatch(new Decision.Reject(plan.getLast().id() + 1, never.id(), Reason.NO_NODE_EVER)::equals);
    }

    private static NodeSpec ofTasks(NodeSpec node, int most) {
        return new NodeSpec(
                node.name(), node.capacity(), most, node.devices(), node.labels(), node.taints(), node.key());
    }

    @Test
    void yieldsInThePassAfterTheMeasurement() {
        scene.runs(ALL_CPUS, Nanos.HOUR);
        measured(20_000);
        Job spare = scene.planned(TEN_CPUS, 1);
        scene.settle();
        observed(34_000);
        assertThat(scene.plan()).as("44.0 of 44.8 CPUs, which are 70 per cent").isEmpty();
        observed(35_000);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(3, spare.id(), Reason.YIELDED));
        assertThat(scene.plan()).as("once").isEmpty();
        scene.ends(spare, 0, 143);
        assertThat(spare.waiting()).as("it waits again").isTrue();
    }

    @Test
    void yieldsInThePassThatStartsGuaranteedWork() {
        scene.runs(Demand.cpu(30_000, GIB), Nanos.HOUR);
        measured(30_000);
        scene.planned(Demand.cpu(8_000, GIB).ofBestEffort(), 1);
        scene.submit(Demand.cpu(10_000, GIB), Nanos.HOUR);
        List<Decision> plan = scene.plan();
        assertThat(plan.getFirst()).isInstanceOf(Decision.Start.class);
        assertThat(plan.getLast())
                .as("30 used, 10 asked for that no measurement shows, 8 beside: more than 44.8")
                .isInstanceOf(Decision.Stop.class);
    }

    @Test
    void stopsThoseThatLoseLeast() {
        scene.runs(ALL_CPUS, Nanos.HOUR);
        measured(10_000);
        Terms anew = Terms.NONE.withInterruption(new Interruption(false, 0));
        Job loses = scene.submit(spec(TEN_CPUS, anew));
        scene.settle();
        scene.passes(Nanos.MINUTE);
        observed(10_000);
        Job keeps = scene.submit(spec(TEN_CPUS, Terms.NONE));
        scene.settle();
        scene.passes(Nanos.MINUTE);
        observed(30_000);
        assertThat(scene.plan())
                .extracting(decision -> ((Decision.Stop) decision).job())
                .containsExactly(keeps.id());
        assertThat(loses.stopping()).isNull();
    }

    private static JobSpec spec(Demand demand, Terms terms) {
        return JobSpec.batch("spare", demand, Nanos.HOUR).withTerms(terms);
    }

    @Test
    void liesOnADeviceThatAServiceHoldsAndUsesPartly() {
        scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        measured(0, 900, 300);
        Job spare = scene.planned(SHARE, 1);
        assertThat(spare.waiting()).isFalse();
        assertThat(spare.grant(0)).isEqualTo(Grant.device(1));
        assertThat(scene.state.nodes().totalFreeMilli(0)).isZero();
        Job other = scene.planned(SHARE, 1);
        assertThat(other.waiting())
                .as("300 measured and 400 are held of one, 900 of the other")
                .isTrue();
        observed(0, 0, 650);
        assertThat(scene.plan().getFirst()).isEqualTo(new Decision.Stop(3, spare.id(), Reason.YIELDED));
    }

    @Test
    void memoryOfADeviceIsAHardLimit() {
        Demand tooMuch = SHARE.withDevices(new DeviceDemand.Share(100, GIB, DeviceDemand.Acceptable.ANY_GPU));
        scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        measured(0, 0, 0);
        assertThat(scene.submit(tooMuch, Nanos.HOUR).waiting()).isTrue();
        assertThat(scene.plan())
                .as("no node could ever hold it: its devices have no memory")
                .containsExactly(new Decision.Reject(2, 2, Reason.NO_NODE_EVER));
    }

    @Test
    void whatWasMeasuredLongAgoCountsForNothing() {
        scene.runs(ALL_CPUS, Nanos.HOUR);
        measured(20_000);
        scene.planned(TEN_CPUS, 1);
        scene.passes(3 * Nanos.MINUTE);
        Job late = scene.submit(Demand.cpu(1000, GIB).ofBestEffort(), Nanos.HOUR);
        assertThat(scene.plan()).as("no more come after three minutes").isEmpty();
        scene.passes(2 * Nanos.MINUTE);
        assertThat(scene.plan()).as("those that came go after five").hasSize(1);
        assertThat(late.waiting()).isTrue();
    }

    @Test
    void holdsNobodyUp() {
        scene.submit(Demand.cpu(1_000_000, GIB).ofBestEffort(), Nanos.HOUR);
        Job others = scene.planned(ALL_CPUS, 1);
        assertThat(others.waiting()).isFalse();
    }

    @Test
    void takesWhatNobodyAsksForWhereNobodyMeasures() {
        Job spare = scene.planned(TEN_CPUS, 1);
        assertThat(spare.waiting()).isFalse();
        assertThat(scene.plannedAnew().decisions())
                .as("as a state that was written and read")
                .isEmpty();
        Job others = scene.submit(ALL_CPUS, Nanos.HOUR);
        assertThat(scene.plan())
                .containsExactly(
                        new Decision.Start(2, others.id(), List.of(new Placement(0, Grant.NONE))),
                        new Decision.Stop(3, spare.id(), Reason.YIELDED));
    }

    @Test
    void aGangStartsAsAWhole() {
        scene.runs(ALL_CPUS, Nanos.HOUR);
        measured(20_000);
        Job gang = scene.planned(TEN_CPUS, 2);
        assertThat(gang.waiting()).isTrue();
        assertThat(scene.state.nodeTable().spare().holding()).isEmpty();
    }

    @Test
    void asksForNothingElse() {
        Demand disk = new Demand(new Amounts(1, 1, 1, 0, 0), DeviceDemand.NONE);
        assertThatThrownBy(disk::ofBestEffort).hasMessageContaining("CPU, memory and GPUs");
        JobSpec mixed = JobSpec.batch("mixed", TEN_CPUS, Nanos.HOUR);
        List<TaskGroup> groups = List.of(
                TaskGroup.of(1, TEN_CPUS).withName("a"),
                TaskGroup.of(1, ALL_CPUS).withName("b"));
        assertThatThrownBy(() -> mixed.withGroups(groups)).hasMessageContaining("all or none");
    }
}
