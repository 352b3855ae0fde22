package io.berth.kube.object;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Preference;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks of where other pods are, and what it would rather have of nodes and pods.
 *
 * @param near terms of {@code podAffinity}: what all of them pick, it must be near
 * @param away terms of {@code podAntiAffinity}
 * @param even {@code topologySpreadConstraints} with {@code DoNotSchedule}
 * @param ports of its node that it has for itself
 * @param wishes what need not be so
 */
public record PodRules(List<Term> near, List<Term> away, List<Even> even, List<HostPort> ports, Wishes wishes) {
    static final PodRules NONE = new PodRules(List.of(), List.of(), List.of(), List.of(), Wishes.NONE);

    /**
     * What a pod would rather have.
     *
     * @param nodes terms of {@code nodeAffinity} that are preferred
     * @param pods terms of {@code podAffinity} that are preferred, and of {@code podAntiAffinity} with weights below 0
     * @param even {@code topologySpreadConstraints} with {@code ScheduleAnyway}
     */
    public record Wishes(List<Preference.OfNodes> nodes, List<Wish> pods, List<Even> even) {
        static final Wishes NONE = new Wishes(List.of(), List.of(), List.of());
    }

    /** {@code v1 WeightedPodAffinityTerm}. */
    public record Wish(Term term, int weight) {}

    /**
     * Which pods are meant.
     *
     * @param requirements of their labels; null for no pod at all
     * @param matchKeys their values of these labels must be the pod's own
     * @param mismatchKeys their values of these labels must not be the pod's own
     */
    public record Labelled(
            @Nullable List<Requirement> requirements, List<String> matchKeys, List<String> mismatchKeys) {}

    /**
     * {@code v1 PodAffinityTerm}.
     *
     * @param namespaces of the pods that are meant; the pod's own where none is given here or there
     * @param ofNamespaces what must hold of the labels of further ones, nothing for all of them; null for no further ones
     * @param key the label of nodes whose values are the domains
     */
    public record Term(
            Labelled pods,
            List<String> namespaces,
            @Nullable List<Requirement> ofNamespaces,
            String key) {
        /** No namespace is called so. */
        private static final String NONE = "";

        /** True for pods of all namespaces. */
        public boolean anyNamespace() {
            return ofNamespaces != null && ofNamespaces.isEmpty();
        }

        /** True where labels of namespaces say which are meant. */
        public boolean asksNamespaces() {
            return ofNamespaces != null && !ofNamespaces.isEmpty();
        }

        /** The same where those are the ones that {@code matching} names. */
        private Term named(Function<List<Requirement>, List<String>> matching) {
            if (ofNamespaces == null || ofNamespaces.isEmpty()) {
                return this;
            }
            TreeSet<String> all = new TreeSet<>(namespaces);
            all.addAll(matching.apply(ofNamespaces));
            return new Term(pods, all.isEmpty() ? List.of(NONE) : List.copyOf(all), null, key);
        }
    }

    /** True where labels of namespaces say which pods are meant. */
    boolean asksNamespaces() {
        return near.stream().anyMatch(Term::asksNamespaces)
                || away.stream().anyMatch(Term::asksNamespaces)
                || wishes.pods.stream().anyMatch(wish -> wish.term.asksNamespaces());
    }

    /** The same where {@code matching} names the namespaces whose labels they ask for. */
    PodRules named(Function<List<Requirement>, List<String>> matching) {
        List<Wish> named = wishes.pods.stream()
                .map(wish -> new Wish(wish.term.named(matching), wish.weight))
                .toList();
        return new PodRules(
                near.stream().map(term -> term.named(matching)).toList(),
                away.stream().map(term -> term.named(matching)).toList(),
                even,
                ports,
                new Wishes(wishes.nodes, named, wishes.even));
    }

    /**
     * {@code v1 TopologySpreadConstraint}.
     *
     * @param key as of a {@link Term}
     * @param matching true where only nodes count that the pod may go to by their labels
     * @param tolerated true where only nodes count whose taints it tolerates
     */
    public record Even(Labelled pods, String key, int maxSkew, int minDomains, boolean matching, boolean tolerated) {}

    /**
     * {@code v1 ContainerPort} with a port of the node.
     *
     * @param address of the node; empty for all of them
     */
    public record HostPort(String protocol, int port, String address) {
        private static final String ALL = "0.0.0.0";

        public HostPort {
            protocol = protocol.isEmpty() ? "TCP" : protocol;
            address = address.equals(ALL) ? "" : address;
        }
    }
}
