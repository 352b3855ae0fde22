package io.berth.kube.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.Resource;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.kube.ProtoText;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one look at a mirror makes of it. */
class DifferenceTest {
    private static final Node NODE = ProtoText.node("status { " + ProtoText.amount("allocatable", "pods", "10") + " }");
    private static final Pod WAITS = ProtoText.pod("schedulerName: 'berth'");

    private final State state = new State(1);
    private final Mirror mirror = new Mirror(_ -> true);

    private List<Event> look() {
        List<Event> events = new Difference(mirror, "berth", _ -> {}).compare().apply(state);
        events.forEach(event -> state.apply(
                0,
                event instanceof Event.JobSubmitted made
                        ? new Event.JobSubmitted(made.job(), made.spec(), made.origin(), 1)
                        : event));
        return events;
    }

    /** Otherwise a pass before the next look would give to others what the pod holds. */
    @Test
    void aPodThatWaitedAndIsBoundIsFoundInTheSameLookAsItsNode() {
        mirror.podSink().put(WAITS);
        assertThat(look()).singleElement().isInstanceOf(Event.JobSubmitted.class);

        mirror.podSink().put(WAITS.on("n"));
        mirror.nodeSink().put(NODE);
        assertThat(look())
                .extracting(event -> (Object) event.getClass())
                .containsExactly(Event.NodeJoined.class, Event.JobFound.class);
        assertThat(state.waitingJobs()).isZero();
        assertThat(state.nodeTable().tasks(0)).isEqualTo(1);
        assertThat(look()).isEmpty();
    }

    @Test
    void aPodThatTheServerBoundCountsBeforeTheWatchTellsOfIt() {
        mirror.podSink().put(WAITS);
        look();

        mirror.bound("up", "n");
        mirror.bound("nobody", "n");
        mirror.nodeSink().put(NODE);
        assertThat(look()).hasSize(2).last().isInstanceOf(Event.JobFound.class);
        assertThat(mirror.unbound()).isZero();
    }

    /** As of a node that went and came again while the pod on it was about to start elsewhere. */
    @Test
    void aPodThatIsOnAnotherNodeThanItWasToGoHoldsThatInTheSameLookAsTheNodeJoins() {
        mirror.nodeSink().put(NODE);
        mirror.podSink().put(WAITS);
        look();
        state.apply(0, new Plan(1, List.of(new Decision.Start(1, 1, List.of(Placement.on(0, 0))))));
        assertThat(state.nodeTable().tasks(0)).isEqualTo(1);

        mirror.podSink().put(WAITS.on("m"));
        mirror.nodeSink()
                .put(ProtoText.node("metadata { name: 'm' uid: 'um' } status { "
                        + ProtoText.amount("allocatable", "pods", "10") + " }"));
        assertThat(look())
                .extracting(event -> (Object) event.getClass())
                .containsExactly(Event.NodeJoined.class, Event.JobFound.class);
        assertThat(state.nodeTable().tasks(0)).isZero();
        assertThat(state.nodeTable().tasks(1)).isEqualTo(1);
        assertThat(state.liveJobs()).isEqualTo(1);
        assertThat(look()).isEmpty();
    }

    private static Pod ofCpus(String cpus) {
        return ProtoText.pod("schedulerName: 'berth' nodeName: 'n' containers { name: 'c' resources { "
                + ProtoText.amount("requests", "cpu", cpus) + " } }");
    }

    @Test
    void aPodThatIsResizedWhereItRunsHoldsWhatItAsksForNow() {
        mirror.nodeSink()
                .put(ProtoText.node("status { " + ProtoText.amount("allocatable", "cpu", "4")
                        + ProtoText.amount("allocatable", "pods", "10") + " }"));
        mirror.podSink().put(ofCpus("1"));
        look();
        assertThat(state.nodes().free(0, Resource.CPU)).isEqualTo(3_000);

        mirror.podSink().put(ofCpus("3"));
        assertThat(look()).singleElement().isInstanceOf(Event.JobFound.class);
        assertThat(state.nodes().free(0, Resource.CPU)).isEqualTo(1_000);
        assertThat(state.liveJobs()).isEqualTo(1);
        assertThat(look()).isEmpty();

        mirror.podSink().put(ofCpus("500m"));
        look();
        assertThat(state.nodes().free(0, Resource.CPU)).isEqualTo(3_500);
        mirror.podSink().put(ofCpus("9"));
        look();
        assertThat(state.nodes().free(0, Resource.CPU)).as("more than there is").isLessThanOrEqualTo(0);
        mirror.podSink().remove(ofCpus("9"));
        look();
        assertThat(state.nodes().free(0, Resource.CPU)).isEqualTo(4_000);
        assertThat(state.liveJobs()).isZero();
    }
}
