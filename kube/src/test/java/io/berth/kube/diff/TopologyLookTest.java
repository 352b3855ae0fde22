package io.berth.kube.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Levels;
import io.berth.core.workload.topology.Levels.Level;
import io.berth.core.workload.topology.Reach;
import io.berth.kube.ProtoText;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.V1;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What gangs ask of the topology by the annotations of Kueue. */
class TopologyLookTest {
    private static final String REQUIRED = "podset-required-topology";
    private static final Levels LEVELS = new Levels(List.of(new Level("block", "block"), new Level("near", "rack")));
    private static final List<String> KEYS = List.of("block", "rack");
    private static final Reach ASKED = Reach.REQUIRED.over(KEYS);

    private final State state = new State(1);
    private final Mirror mirror = new Mirror(_ -> true);

    private record Case(List<String> annotations, @Nullable Within expected) {}

    private static List<Case> cases() {
        Within near = new Within(PeerRule.NODE, ASKED.asPreference());
        Division slices = Division.slices(4, "rack");
        List<String> sliced = List.of("podset-slice-required-topology", "rack", "podset-slice-size", "4");
        return List.of(
                new Case(List.of(), null),
                new Case(List.of(REQUIRED, "rack"), new Within("rack", ASKED)),
                new Case(List.of(REQUIRED, "near"), new Within("rack", ASKED)),
                new Case(List.of(REQUIRED, "zone"), new Within("zone", ASKED)),
                new Case(List.of(REQUIRED, ""), null),
                new Case(List.of("podset-preferred-topology", "block"), new Within("block", ASKED.asPreference())),
                new Case(List.of("podset-unconstrained-topology", "true"), near),
                new Case(List.of("podset-unconstrained-topology", "false"), null),
                new Case(sliced, new Within(PeerRule.NODE, ASKED.asPreference().divided(slices))),
                new Case(with(sliced, REQUIRED, "block"), new Within("block", ASKED.divided(slices))),
                new Case(with(List.of(REQUIRED, "block"), "podset-slice-size", "four"), new Within("block", ASKED)));
    }

    private static List<String> with(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all;
    }

    private static Pod pod(String name, List<String> annotations) {
        StringBuilder text = new StringBuilder("annotations { key: 'berth.io/gang' value: 'g' }"
                + " annotations { key: 'berth.io/gang-min' value: '2' }");
        for (int i = 0; i < annotations.size(); i += 2) {
            text.append(" annotations { key: 'kueue.x-k8s.io/" + annotations.get(i) + "' value: '"
                    + annotations.get(i + 1) + "' }");
        }
        return ProtoText.read(
                V1.Pod.getDefaultInstance(),
                "metadata { name: '" + name + "' namespace: 'team' uid: '" + name + "' " + text
                        + " } spec { schedulerName: 'berth' }",
                Pod::read);
    }

    private Demand look(Pod... pods) {
        for (Pod pod : pods) {
            mirror.podSink().put(pod);
        }
        List<Event> events = new Difference(mirror, "berth", _ -> {}).compare().apply(state);
        return events.stream()
                .filter(Event.JobSubmitted.class::isInstance)
                .map(event -> ((Event.JobSubmitted) event).spec().demand())
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachAnnotationIsARuleInTheLevelsOfTheCluster(Case given) {
        mirror.setLevels(LEVELS);
        Demand demand = look(pod("a", given.annotations), pod("b", given.annotations));
        assertThat(demand.peers()).isEqualTo(given.expected == null ? List.of() : List.of(given.expected));
    }

    @Test
    void onesThatFollowGoToTheRackOfThoseThatAreThereInItsBlock() {
        mirror.setLevels(LEVELS);
        Node node = ProtoText.node("metadata { labels { key: 'block' value: 'b1' } labels { key: 'rack' value: 'r1' } }"
                + " status { " + ProtoText.amount("allocatable", "pods", "10") + " }");
        mirror.nodeSink().put(node);
        List<String> rack = List.of(REQUIRED, "rack");
        Demand follows = look(pod("a", rack).on("n"), pod("b", rack).on("n"), pod("c", rack));
        assertThat(follows.where().selector()).hasSize(1);
        assertThat(follows.where().selector().getFirst().requirements())
                .containsExactly(
                        new Requirement("block", Operator.IN, List.of("b1")),
                        new Requirement("rack", Operator.IN, List.of("r1")));
    }
}
