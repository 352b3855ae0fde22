package io.berth.kube.object;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.PodRules.Even;
import io.berth.kube.object.PodRules.HostPort;
import io.berth.kube.object.PodRules.Labelled;
import io.berth.kube.object.PodRules.Term;
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

    /** @param unknown told of what nobody can weigh */
    PodRulesReader(UnknownRules unknown) {
        this.unknown = unknown;
    }

    PodRules rules(List<HostPort> ports) {
        return near.isEmpty() && away.isEmpty() && even.isEmpty() && ports.isEmpty()
                ? PodRules.NONE
                : new PodRules(List.copyOf(near), List.copyOf(away), List.copyOf(even), List.copyOf(ports));
    }

    /** {@code v1 Affinity}, and in it {@code v1 PodAffinity} and {@code v1 PodAntiAffinity}; of nodes somebody else reads it. */
    void affinity(Message message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> near.addAll(message.message(terms -> terms.each(1, this::term)));
                case 3 -> away.addAll(message.message(terms -> terms.each(1, this::term)));
                default -> message.skip();
            }
        }
    }

    private Term term(Message message) {
        List<Requirement> requirements = null;
        List<String> namespaces = new ArrayList<>();
        boolean any = false;
        String key = "";
        List<String> match = new ArrayList<>();
        List<String> mismatch = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> requirements = message.message(LabelSelector::read);
                case 2 -> namespaces.add(message.text());
                case 3 -> key = message.text();
                case 4 -> {
                    any = true;
                    if (!message.message(LabelSelector::read).isEmpty()) {
                        unknown.add("namespaceSelector");
                    }
                }
                case 5 -> match.add(message.text());
                case 6 -> mismatch.add(message.text());
                default -> message.skip();
            }
        }
        return new Term(new Labelled(requirements, match, mismatch), namespaces, any, key);
    }

    /** {@code v1 TopologySpreadConstraint}; one that may be broken is left out. */
    void spread(Message message) {
        message.message(inner -> {
            Even read = constraint(inner);
            return read != null && even.add(read);
        });
    }

    private static @Nullable Even constraint(Message message) {
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
        if (unsatisfiable.equals("ScheduleAnyway")) {
            return null;
        }
        Labelled pods = new Labelled(requirements, match, List.of());
        // What is said of neither policy is the default (k8s.io/api/core/v1, TopologySpreadConstraint).
        return new Even(
                pods,
                key,
                Math.max(1, maxSkew),
                Math.max(1, minDomains),
                !ofLabels.equals("Ignore"),
                ofTaints.equals("Honor"));
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
