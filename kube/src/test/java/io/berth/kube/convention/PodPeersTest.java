package io.berth.kube.convention;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Over;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import io.berth.kube.ProtoText;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.V1;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodPeersTest {
    private static final String ZONE = "topologyKey: 'zone' ";
    private static final String WEB = "labelSelector { matchLabels { key: 'app' value: 'web' } } ";
    private static final Requirement IS_WEB = new Requirement("app", Operator.IN, List.of("web"));
    private static final Requirement NOT_DELETED =
            new Requirement("field:metadata.deletionTimestamp", Operator.DOES_NOT_EXIST, List.of());

    /** {@code team/p}, labelled {@code app=web} and {@code hash=h1}. */
    private static Pod pod(String metadata, String spec) {
        String named = "metadata { name: 'p' namespace: 'team' uid: 'up' labels { key: 'hash' value: 'h1' }"
                + " labels { key: 'app' value: 'web' } " + metadata + " } spec { " + spec + " }";
        return Pod.read(Message.of(ProtoText.bytes(V1.Pod.getDefaultInstance(), named)));
    }

    private static List<PeerRule> rules(String spec) {
        return PodJob.waiting(pod("", spec), ClaimNeeds.NONE).demand().peers();
    }

    private static String away(String term) {
        return required("podAntiAffinity", term);
    }

    private static String near(String... terms) {
        return required("podAffinity", terms);
    }

    private static String required(String kind, String... terms) {
        StringBuilder text = new StringBuilder("affinity { " + kind + " { ");
        for (String term : terms) {
            text.append("requiredDuringSchedulingIgnoredDuringExecution { ")
                    .append(term)
                    .append(" } ");
        }
        return text + "} } ";
    }

    private static PeerSelector team(Requirement... requirements) {
        return PeerSelector.of(List.of("team"), List.of(requirements));
    }

    @Test
    void anti_affinity_is_of_the_pods_own_namespace_where_none_is_given() {
        assertThat(rules(away(ZONE + WEB))).containsExactly(new Apart(team(IS_WEB), "zone"));
        assertThat(rules(away(ZONE + WEB + "namespaces: 'b' namespaces: 'a'")))
                .containsExactly(new Apart(PeerSelector.of(List.of("a", "b"), List.of(IS_WEB)), "zone"));
        assertThat(rules(away(ZONE + WEB + "namespaces: 'b' namespaceSelector {}")))
                .containsExactly(new Apart(PeerSelector.ofAll(List.of(IS_WEB)), "zone"));
    }

    private static List<Preference> preferences(String spec) {
        return PodJob.waiting(pod("", spec), ClaimNeeds.NONE).demand().preferences();
    }

    private static String preferred(String kind, String term, int weight) {
        return "affinity { " + kind + " { preferredDuringSchedulingIgnoredDuringExecution { weight: " + weight + " "
                + term + " } } } ";
    }

    @Test
    void what_is_preferred_of_nodes_counts_by_its_weight() {
        String ssd = "preference { matchExpressions { key: 'disk' operator: 'In' values: 'ssd' } }";

        assertThat(preferences(preferred("nodeAffinity", ssd, 7)))
                .containsExactly(new Preference.OfNodes(
                        new NodeSelectorTerm(List.of(new Requirement("disk", Operator.IN, List.of("ssd")))), 7));
        assertThat(preferences(preferred("nodeAffinity", "preference {}", 7))).isEmpty();
        assertThat(preferences(preferred("nodeAffinity", ssd, 0))).isEmpty();
        assertThat(preferences(preferred("nodeAffinity", ssd, 101))).isEmpty();
    }

    @Test
    void what_is_preferred_of_pods_counts_for_or_against() {
        String term = "podAffinityTerm { " + ZONE + WEB + " }";

        assertThat(preferences(preferred("podAffinity", term, 5)))
                .containsExactly(new Preference.Near(team(IS_WEB), "zone", 5));
        assertThat(preferences(preferred("podAntiAffinity", term, 100)))
                .containsExactly(new Preference.Near(team(IS_WEB), "zone", -100));
        assertThat(rules(preferred("podAntiAffinity", term, 100))).isEmpty();
    }

    @Test
    void a_preference_that_nobody_can_weigh_is_none_and_keeps_no_pod_waiting() {
        String term =
                "podAffinityTerm { " + ZONE + WEB + "namespaceSelector { matchLabels { key: 'team' value: 'a' } } }";
        Pod pod = pod("", preferred("podAffinity", term, 5));

        assertThat(pod.spec().where().unknown()).isEmpty();
        assertThat(PodJob.waiting(pod, ClaimNeeds.NONE).demand().preferences()).isEmpty();
    }

    @Test
    void labels_of_namespaces_say_which_are_meant_where_they_are_known() {
        String term = ZONE + WEB + "namespaces: 'b' namespaceSelector { matchLabels { key: 'team' value: 'a' } }";
        Pod unknown = pod("", away(term) + preferred("podAffinity", "podAffinityTerm { " + term + " }", 5));
        assertThat(unknown.spec().where().unknown()).containsExactly("namespaceSelector");
        assertThat(PodJob.bound(unknown, ClaimNeeds.NONE).demand().peers())
                .containsExactly(new PeerRule.Apart(PeerSelector.ofAll(List.of(IS_WEB)), "zone"));

        Pod known = unknown.named(asked -> {
            assertThat(asked).containsExactly(new Requirement("team", Operator.IN, List.of("a")));
            return List.of("c", "a");
        });
        PeerSelector meant = PeerSelector.of(List.of("a", "b", "c"), List.of(IS_WEB));
        assertThat(known.asksNamespaces()).isFalse();
        assertThat(known.spec().where().unknown()).isEmpty();
        assertThat(PodJob.waiting(known, ClaimNeeds.NONE).demand().peers())
                .containsExactly(new PeerRule.Apart(meant, "zone"));
        assertThat(PodJob.waiting(known, ClaimNeeds.NONE).demand().preferences())
                .containsExactly(new Preference.Near(meant, "zone", 5));
    }

    @Test
    void a_rule_of_whose_namespaces_there_are_none_means_nobody() {
        String term = ZONE + WEB + "namespaceSelector { matchLabels { key: 'team' value: 'a' } }";
        Pod known = pod("", away(term)).named(_ -> List.of());

        PeerRule rule = PodJob.waiting(known, ClaimNeeds.NONE).demand().peers().getFirst();
        assertThat(rule.selector().picks("team", List.of(new Label("app", "web"))))
                .isFalse();
    }

    @Test
    void a_spread_that_may_be_broken_is_a_preference() {
        String spread =
                "topologySpreadConstraints { maxSkew: 1 whenUnsatisfiable: 'ScheduleAnyway' " + ZONE + WEB + " }";

        assertThat(rules(spread)).isEmpty();
        assertThat(preferences(spread))
                .containsExactly(new Preference.Even(team(IS_WEB, NOT_DELETED), "zone", Preference.HEAVIEST));
    }

    @Test
    void a_selector_that_is_empty_means_all_and_one_that_is_not_there_none() {
        Apart all = (Apart) rules(away(ZONE + "labelSelector {}")).getFirst();
        Apart none = (Apart) rules(away(ZONE)).getFirst();

        assertThat(all.selector().picks("team", List.of())).isTrue();
        assertThat(none.selector().picks("team", List.of())).isFalse();
        assertThat(none.selector().picks("team", List.of(new Label("app", "web"))))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "key: 'app' operator: 'In' values: 'web' values: 'db'|true",
                "key: 'app' operator: 'In' values: 'db'|false",
                "key: 'app' operator: 'In'|false",
                "key: 'app' operator: 'NotIn' values: 'db'|true",
                "key: 'tier' operator: 'NotIn' values: 'db'|true",
                "key: 'app' operator: 'NotIn' values: 'web'|false",
                "key: 'app' operator: 'Exists'|true",
                "key: 'tier' operator: 'Exists'|false",
                "key: 'app' operator: 'Exists' values: 'web'|false",
                "key: 'tier' operator: 'DoesNotExist'|true",
                "key: 'app' operator: 'DoesNotExist'|false",
                "key: 'app' operator: 'Gt' values: '1'|false",
            })
    void expressions_hold_as_they_do_in_kubernetes(String expression, boolean picks) {
        PeerRule rule = rules(away(ZONE + "labelSelector { matchExpressions { " + expression + " } }"))
                .getFirst();
        assertThat(rule.selector().picks("team", List.of(new Label("app", "web"))))
                .isEqualTo(picks);
    }

    @Test
    void keys_that_must_match_or_must_not_are_compared_with_the_pods_own_values() {
        Requirement own = new Requirement("hash", Operator.IN, List.of("h1"));
        Requirement other = new Requirement("app", Operator.NOT_IN, List.of("web"));

        assertThat(rules(away(ZONE + "labelSelector {} matchLabelKeys: 'hash' matchLabelKeys: 'none'"
                        + " mismatchLabelKeys: 'app'")))
                .containsExactly(new Apart(team(own, other), "zone"));
        // The server has put it into the selector already.
        assertThat(rules(away(ZONE + "labelSelector { matchExpressions { key: 'hash' operator: 'In' values: 'h1' } }"
                        + " matchLabelKeys: 'hash'")))
                .containsExactly(new Apart(team(own), "zone"));
    }

    @Test
    void terms_of_affinity_are_one_rule_for_pods_that_all_of_them_pick() {
        Requirement tier = new Requirement("tier", Operator.EXISTS, List.of());
        List<PeerRule> rules = rules(near(
                ZONE + WEB + "namespaceSelector {}",
                "topologyKey: 'rack' labelSelector { matchExpressions { key: 'tier' operator: 'Exists' } }"));

        assertThat(rules).containsExactly(new Together(team(IS_WEB, tier), List.of("rack", "zone")));
    }

    @Test
    void a_spread_by_a_selector_that_means_all_counts_nobody() {
        Requirement nobody = new Requirement("", Operator.IN, List.of());
        String spread = "topologySpreadConstraints { maxSkew: 1 whenUnsatisfiable: 'DoNotSchedule' " + ZONE;

        assertThat(rules(spread + "labelSelector {} }"))
                .isEqualTo(rules(spread + "}"))
                .containsExactly(new Spread(team(nobody, NOT_DELETED), "zone", 1, 1, Over.USUAL));
        assertThat(rules(spread + "labelSelector {} matchLabelKeys: 'app' }"))
                .containsExactly(new Spread(team(IS_WEB, NOT_DELETED), "zone", 1, 1, Over.USUAL));
    }

    @Test
    void a_spread_counts_pods_of_its_namespace_that_stay() {
        String spread = "topologySpreadConstraints { maxSkew: 2 " + ZONE + WEB;

        assertThat(rules(spread + "whenUnsatisfiable: 'DoNotSchedule' }"))
                .containsExactly(new Spread(team(IS_WEB, NOT_DELETED), "zone", 2, 1, Over.USUAL));
        assertThat(rules(spread + "whenUnsatisfiable: 'DoNotSchedule' minDomains: 3 nodeAffinityPolicy: 'Ignore'"
                        + " nodeTaintsPolicy: 'Honor' }"))
                .containsExactly(new Spread(team(IS_WEB, NOT_DELETED), "zone", 2, 3, new Over(false, true)));
        assertThat(rules(spread + "whenUnsatisfiable: 'ScheduleAnyway' }")).isEmpty();
        assertThat(PodJob.waiting(pod("deletionTimestamp { seconds: 1 }", ""), ClaimNeeds.NONE)
                        .groups()
                        .getFirst()
                        .labels())
                .contains(new Label("field:metadata.deletionTimestamp", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "hostPort: 80, hostPort: 80, false",
        "hostPort: 80, hostPort: 81, true",
        "hostPort: 80, hostPort: 80 protocol: 'UDP', true",
        "hostPort: 80, hostPort: 80 protocol: 'TCP', false",
        "hostPort: 80 hostIP: '10.0.0.1', hostPort: 80 hostIP: '10.0.0.2', true",
        "hostPort: 80 hostIP: '10.0.0.1', hostPort: 80 hostIP: '10.0.0.1', false",
        "hostPort: 80 hostIP: '10.0.0.1', hostPort: 80, false",
        "hostPort: 80 hostIP: '10.0.0.1', hostPort: 80 hostIP: '0.0.0.0', false",
        "containerPort: 80, hostPort: 80, true"
    })
    void a_port_of_a_node_is_given_once_to_each_address(String one, String other, boolean both) {
        Pod first = pod("", "containers { name: 'c' ports { " + one + " } }");
        Pod second = pod(
                "",
                "initContainers { name: 'i' ports { hostPort: 80 } }"
                        + " initContainers { name: 's' restartPolicy: 'Always' ports { " + other + " } }");

        assertThat(clash(first, second) || clash(second, first)).isNotEqualTo(both);
    }

    private static boolean clash(Pod holds, Pod comes) {
        List<Label> labels = PodPeers.labels(comes);
        return PodJob.bound(holds, ClaimNeeds.NONE).demand().peers().stream()
                .anyMatch(rule -> rule.keys().equals(List.of(PeerRule.NODE))
                        && rule.selector().picks("other", labels));
    }

    @Test
    void one_that_is_bound_keeps_others_away_and_asks_for_nothing_else() {
        String asks = away(ZONE + WEB) + "topologySpreadConstraints { maxSkew: 1 topologyKey: 'zone'"
                + " whenUnsatisfiable: 'DoNotSchedule' " + WEB + "} ";
        assertThat(PodJob.waiting(pod("", asks), ClaimNeeds.NONE).demand().peers())
                .hasSize(2);
        assertThat(PodJob.bound(pod("", asks), ClaimNeeds.NONE).demand().peers())
                .containsExactly(new Apart(team(IS_WEB), "zone"));
    }
}
