package io.berth.kube.convention;

import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Over;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodRules;
import io.berth.kube.object.PodRules.Even;
import io.berth.kube.object.PodRules.HostPort;
import io.berth.kube.object.PodRules.Labelled;
import io.berth.kube.object.PodRules.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a pod asks of where other pods are, as rules between tasks, and what those of others see of it: its labels, and what is no label
 * but looked at as one, under keys that no label may have.
 */
public final class PodPeers {
    /** Of a pod that is to go: spreads do not count it. */
    private static final String DELETING = "field:metadata.deletionTimestamp";

    private static final String PORT = "field:hostPort/";

    /** Holds of no pod, as none has such a label. */
    private static final Requirement NOBODY = new Requirement("", Operator.IN, List.of());

    private PodPeers() {}

    /** By what rules of others look at it, sorted. */
    public static List<Label> labels(Pod pod) {
        Map<String, String> labels = new TreeMap<>(pod.meta().labels());
        for (HostPort port : pod.spec().where().pods().ports()) {
            labels.put(anyAddress(port), "");
            labels.put(ofAddress(port), "");
        }
        if (pod.meta().deleting()) {
            labels.put(DELETING, "");
        }
        return labels.entrySet().stream()
                .map(label -> new Label(label.getKey(), label.getValue()))
                .toList();
    }

    /** What is said of all of {@code pods}, sorted. */
    static List<Label> common(List<Pod> pods) {
        List<Label> common = new ArrayList<>(labels(pods.getFirst()));
        pods.forEach(pod -> common.retainAll(Set.copyOf(labels(pod))));
        return List.copyOf(common);
    }

    /** True where all of {@code said} still holds of {@code pod}, and it is not to go. */
    public static boolean stillSaid(List<Label> said, Pod pod) {
        return !pod.meta().deleting() && Set.copyOf(labels(pod)).containsAll(said);
    }

    /** All that it asks for. */
    static List<PeerRule> rules(Pod pod) {
        PodRules asked = pod.spec().where().pods();
        List<PeerRule> rules = new ArrayList<>();
        asked.near().stream()
                .map(term -> selector(pod, term))
                .reduce(PeerSelector::and)
                .ifPresent(near -> rules.add(
                        new Together(near, asked.near().stream().map(Term::key).toList())));
        rules.addAll(apart(pod));
        for (Even even : asked.even()) {
            rules.add(new Spread(
                    selector(pod, even),
                    even.key(),
                    even.maxSkew(),
                    even.minDomains(),
                    new Over(even.matching(), even.tolerated())));
        }
        return rules;
    }

    /** What it would rather have. A spread that may be broken weighs as much as the heaviest preference. */
    static List<Preference> preferences(Pod pod) {
        PodRules.Wishes wishes = pod.spec().where().pods().wishes();
        List<Preference> preferences = new ArrayList<>(wishes.nodes());
        for (PodRules.Wish wish : wishes.pods()) {
            // One that nobody can weigh is none: a pod need not wait for it.
            if (!wish.term().asksNamespaces()) {
                preferences.add(new Preference.Near(
                        selector(pod, wish.term()), wish.term().key(), wish.weight()));
            }
        }
        for (Even even : wishes.even()) {
            preferences.add(new Preference.Even(selector(pod, even), even.key(), Preference.HEAVIEST));
        }
        return preferences;
    }

    /** What still holds where it is placed. */
    static List<PeerRule> apart(Pod pod) {
        PodRules asked = pod.spec().where().pods();
        List<PeerRule> rules = new ArrayList<>();
        for (Term term : asked.away()) {
            rules.add(new Apart(selector(pod, term), term.key()));
        }
        for (HostPort port : asked.ports()) {
            // One that takes all addresses is in the way of all that take one; that it is in their way as well, its own
            // rule says.
            String taken = port.address().isEmpty() ? anyAddress(port) : ofAddress(port);
            Requirement holds = new Requirement(taken, Operator.EXISTS, List.of());
            rules.add(new Apart(PeerSelector.ofAll(List.of(holds)), PeerRule.NODE));
        }
        return rules.stream().distinct().toList();
    }

    private static String anyAddress(HostPort port) {
        return PORT + port.protocol() + "/" + port.port();
    }

    private static String ofAddress(HostPort port) {
        return anyAddress(port) + "/" + port.address();
    }

    private static PeerSelector selector(Pod pod, Term term) {
        List<Requirement> requirements = requirements(pod, term.pods());
        if (term.anyNamespace() || term.asksNamespaces()) {
            return PeerSelector.ofAll(requirements);
        }
        String own = pod.meta().key().namespace();
        return PeerSelector.of(term.namespaces().isEmpty() ? List.of(own) : term.namespaces(), requirements);
    }

    private static PeerSelector selector(Pod pod, Even even) {
        List<Requirement> requirements = new ArrayList<>(requirements(pod, even.pods()));
        if (requirements.isEmpty()) {
            // Nowhere else: a spread counts no pod by a selector that means all (podtopologyspread,
            // countPodsMatchSelector).
            requirements.add(NOBODY);
        }
        requirements.add(new Requirement(DELETING, Operator.DOES_NOT_EXIST, List.of()));
        return PeerSelector.of(List.of(pod.meta().key().namespace()), requirements);
    }

    /** Of labels. */
    private static List<Requirement> requirements(Pod pod, Labelled pods) {
        List<Requirement> given = pods.requirements();
        if (given == null) {
            return List.of(NOBODY);
        }
        List<Requirement> all = new ArrayList<>(given);
        all.addAll(own(pod, pods.matchKeys(), Operator.IN));
        all.addAll(own(pod, pods.mismatchKeys(), Operator.NOT_IN));
        return all.stream().distinct().toList();
    }

    /** What the API server adds for keys that are to match or not; it says nothing of those that the pod has no value for. */
    private static List<Requirement> own(Pod pod, List<String> keys, Operator operator) {
        return keys.stream()
                .filter(pod.meta().labels()::containsKey)
                .map(key -> new Requirement(
                        key,
                        operator,
                        List.of(Objects.requireNonNull(pod.meta().labels().get(key)))))
                .toList();
    }
}
