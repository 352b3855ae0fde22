package io.berth.kube.object;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Preference;
import io.berth.kube.object.PodRules.Even;
import io.berth.kube.object.PodRules.HostPort;
import io.berth.kube.object.PodRules.Labelled;
import io.berth.kube.object.PodRules.Term;
import io.berth.kube.object.PodRules.Wish;
import io.berth.kube.object.PodRules.Wishes;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the rules between pods are read. */
final class PodRulesReader {
    private final UnknownRules unknown;
    private final List<Term> near = new ArrayList<>();
    private final List<Term> away = new ArrayList<>();
    private final List<Even> even = new ArrayList<>();
    private final List<Preference.OfNodes> preferredNodes = new ArrayList<>();
    private final List<Wish> wished = new ArrayList<>();
    private final List<Even> evenAnyway = new ArrayList<>();

    /** @param unknown told of what nobody can weigh */
    PodRulesReader(UnknownRules unknown) {
        this.unknown = unknown;
    }

    PodRules rules(List<HostPort> ports) {
        Wishes wishes = new Wishes(List.copyOf(preferredNodes), List.copyOf(wished), List.copyOf(evenAnyway));
        PodRules rules =
                new PodRules(List.copyOf(near), List.copyOf(away), List.copyOf(even), List.copyOf(ports), wishes);
        return rules.equals(PodRules.NONE) ? PodRules.NONE : rules;
    }

    /** {@code v1 Affinity}, and in it {@code v1 PodAffinity} and {@code v1 PodAntiAffinity}; what is required of nodes somebody else reads. */
    void affinity(Message message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> preferredNodes.addAll(message.message(NodeAffinity::preferred));
                case 2 -> pods(message, near, 1);
                case 3 -> pods(message, away, -1);
                default -> message.skip();
            }
        }
    }

    private void pods(Message message, List<Term> required, int sign) {
        message.message(terms -> {
            for (int field = terms.next(); field != 0; field = terms.next()) {
                switch (field) {
                    case 1 -> required.add(required(terms));
                    case 2 -> wish(terms, sign);
                    default -> terms.skip();
                }
            }
            return true;
        });
    }

    private Term required(Message terms) {
        Term term = terms.message(PodRulesReader::term);
        if (term.asksNamespaces()) {
            unknown.add(Pod.NAMESPACES);
        }
        return term;
    }

    /** {@code v1 WeightedPodAffinityTerm}. */
    private void wish(Message terms, int sign) {
        int[] weight = {0};
        Term[] term = new Term[1];
        terms.message(inner -> {
            for (int field = inner.next(); field != 0; field = inner.next()) {
                switch (field) {
                    case 1 -> weight[0] = inner.whole();
                    case 2 -> term[0] = inner.message(PodRulesReader::term);
                    default -> inner.skip();
                }
            }
            return true;
        });
        if (term[0] != null && NodeAffinity.weighs(weight[0])) {
            wished.add(new Wish(term[0], sign * weight[0]));
        }
    }

    private static Term term(Message message) {
        List<Requirement> requirements = null;
        List<String> namespaces = new ArrayList<>();
        List<Requirement> ofNamespaces = null;
        String key = "";
        List<String> match = new ArrayList<>();
        List<String> mismatch = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> requirements = message.message(LabelSelector::read);
                case 2 -> namespaces.add(message.text());
                case 3 -> key = message.text();
                case 4 -> ofNamespaces = message.message(LabelSelector::read);
                case 5 -> match.add(message.text());
                case 6 -> mismatch.add(message.text());
                default -> message.skip();
            }
        }
        return new Term(new Labelled(requirements, match, mismatch), namespaces, ofNamespaces, key);
    }

    /** {@code v1 TopologySpreadConstraint}. */
    void spread(Message message) {
        message.message(this::constraint);
    }

    private boolean constraint(Message message) {
        int maxSkew = 1;
        String key = "";
        String unsatisfiable = "";
        List<Requirement> requirements = null;
        int minDomains = 1;
        String ofLabels = "";
        String ofTaints = "";
        List<String> match = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> maxSkew = message.whole();
                case 2 -> key = message.text();
                case 3 -> unsatisfiable = message.text();
                case 4 -> requirements = message.message(LabelSelector::read);
                case 5 -> minDomains = message.whole();
                case 6 -> ofLabels = message.text();
                case 7 -> ofTaints = message.text();
                case 8 -> match.add(message.text());
                default -> message.skip();
            }
        }
        Labelled pods = new Labelled(requirements, match, List.of());
        // What is said of neither policy is the default (k8s.io/api/core/v1, TopologySpreadConstraint).
        Even read = new Even(
                pods,
                key,
                Math.max(1, maxSkew),
                Math.max(1, minDomains),
                !ofLabels.equals("Ignore"),
                ofTaints.equals("Honor"));
        return unsatisfiable.equals("ScheduleAnyway") ? evenAnyway.add(read) : even.add(read);
    }

    /** {@code v1 ContainerPort}; null where it is none of the node. */
    static @Nullable HostPort port(Message message) {
        int port = 0;
        String protocol = "";
        String address = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> port = message.whole();
                case 4 -> protocol = message.text();
                case 5 -> address = message.text();
                default -> message.skip();
            }
        }
        return port <= 0 ? null : new HostPort(protocol, port, address);
    }
}
