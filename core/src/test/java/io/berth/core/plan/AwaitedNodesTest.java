package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.term.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that no node could ever hold, and that wait for one that could. */
class AwaitedNodesTest {
    private static final Demand THREE_GPUS = Scene.ONE_GPU.withGpus(3);
    private static final NodeSpec LARGE = NodeSpec.of("large", 64_000, 1L << 38, 4, "H100");
    private static final NodeTerms IN_ZONE = new NodeTerms(
            List.of(),
            List.of(),
            List.of(new NodeSelectorTerm(List.of(new Requirement("zone", Operator.IN, List.of("a", "b"))))));

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void theyHoldUpNobodyAndStartWhenSuchANodeJoins(String backfill) {
        Scene scene = new Scene(backfill, 1);
        Job awaiting = awaiting(scene, THREE_GPUS, Nanos.NEVER);
        Job behind = scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        assertThat(scene.settle()).containsExactly(behind);
        Job refused = scene.submit(THREE_GPUS, Nanos.MINUTE);
        assertThat(scene.plan())
                .containsExactly(new Decision.Reject(scene.state.decisions(), refused.id(), Reason.NO_NODE_EVER));
        assertThat(scene.plannedAnew().decisions()).isEmpty();

        scene.happens(new Event.NodeJoined(1, LARGE));
        assertThat(scene.settle()).containsExactly(awaiting);
        assertThat(awaiting.node(0)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void theyStartWhenANodeBecomesOneThatHoldsThem(String backfill) {
        Scene scene = new Scene(backfill, 1);
        Demand zoned = new Demand(Scene.ONE_GPU.amounts(), Scene.ONE_GPU.devices(), IN_ZONE);
        Job awaiting = awaiting(scene, zoned, Nanos.NEVER);
        NodeSpec node = scene.state.nodeTable().spec(0);
        NodeSpec inZone = node.withLabels(List.of(new Label("zone", "b")));
        for (NodeSpec other : List.of(
                node.withLabels(List.of(new Label("zone", "c"))),
                inZone.withTaints(List.of(new Taint("k", "", Effect.NO_EXECUTE))))) {
            scene.happens(new Event.NodeChanged(0, other));
            assertThat(scene.settle()).isEmpty();
        }
        scene.happens(
                new Event.NodeChanged(0, inZone.withTaints(List.of(new Taint("k", "", Effect.PREFER_NO_SCHEDULE)))));
        assertThat(scene.settle()).containsExactly(awaiting);
    }

    @Test
    void theirPatienceEnds() {
        Scene scene = new Scene("greedy", 1);
        Job awaiting = awaiting(scene, THREE_GPUS, Nanos.MINUTE);
        assertThat(scene.plan()).isEmpty();
        scene.passes(Nanos.MINUTE);
        assertThat(scene.plan())
                .containsExactly(new Decision.Reject(scene.state.decisions(), awaiting.id(), Reason.PATIENCE_OVER));
    }

    @Test
    void whatTheyWaitForIsToldAsOfAnyOtherAlsoAfterRecovery() {
        Scene scene = new Scene("greedy", 1);
        scene.happens(new Event.NodeJoined(1, LARGE.withTaints(List.of(new Taint("k", "", Effect.NO_EXECUTE)))));
        Job awaiting = awaiting(scene, THREE_GPUS, Nanos.NEVER);
        assertThat(scene.plan()).isEmpty();
        State copy = scene.state.image().state();
        assertThat(copy.job(awaiting.id()).spec()).isEqualTo(awaiting.spec());
        assertThat(copy.nodeTable().spec(1)).isEqualTo(scene.state.nodeTable().spec(1));
        for (State state : List.of(scene.state, copy)) {
            assertThat(Explainer.of(state, Scene.CATALOG).explain(awaiting.id()))
                    .returns(Reason.NO_NODE_EVER, Explanation::reason)
                    .returns(Cure.NEVER, Explanation::cure)
                    .extracting(why -> why.nodes().text())
                    .isEqualTo("1 × larger than the node, 1 × tainted in a way that the job does not tolerate");
        }
    }

    private static Job awaiting(Scene scene, Demand demand, long patienceNanos) {
        long id = scene.state.nextJob();
        JobSpec job = JobSpec.batch("awaiting", demand, Nanos.MINUTE).withPatience(patienceNanos);
        scene.happens(new Event.JobSubmitted(id, job.withTerms(Terms.NONE.awaitingNodes()), "test", id));
        return scene.state.jobs().getLast();
    }
}
