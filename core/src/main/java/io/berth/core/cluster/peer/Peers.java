package io.berth.core.cluster.peer;

import io.berth.core.cluster.peer.PeerProfile.Away;
import io.berth.core.cluster.peer.PeerProfile.Even;
import io.berth.core.cluster.peer.PeerProfile.Leaning;
import io.berth.core.cluster.peer.PeerProfile.Near;
import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What rules between tasks need to know of those that are placed: how many of those that a selector picks, and how many that must be
 * apart from others, each domain holds. Of tasks that no selector picks nothing is kept, and of nodes nothing before there is a rule.
 */
public final class Peers {
    private final Traits nodes;
    private final TreeMap<String, Topology> topologies = new TreeMap<>();
    private final LinkedHashMap<PeerSelector, Selected> bySelector = new LinkedHashMap<>();
    private final List<Selected> selected = new ArrayList<>();
    private final LinkedHashMap<Counted, Integer> counted = new LinkedHashMap<>();
    private final List<PlacedTasks> placed = new ArrayList<>();
    /** By shape, of those that are spread. */
    private @Nullable Spreads[] spreads = new @Nullable Spreads[4];

    private long nodeChanges;

    /** What is declared of nodes. */
    public interface Traits {
        int count();

        boolean present(int node);

        @Nullable
        String label(int node, String key);

        boolean matches(int node, NodeTerms where);

        boolean tolerates(int node, NodeTerms where);
    }

    /** What is counted: tasks that the selector picks, or {@code holding} those that must be apart from them, by the domains of a key. */
    private record Counted(PeerSelector selector, String key, boolean holding) {}

    /** A selector, and the counts that it is a part of. */
    private static final class Selected {
        final PeerSelector selector;
        final List<Integer> picked = new ArrayList<>();
        final List<Integer> holding = new ArrayList<>();
        /** True where tasks are looked for that it picks, so that one that is placed may make room for others. */
        boolean sought;

        Selected(PeerSelector selector) {
            this.selector = selector;
        }
    }

    /** How even the spreads of one shape are, in their order. */
    private record Spreads(PeerProfile profile, Evenness[] evenness) {}

    public Peers(Traits nodes) {
        this.nodes = nodes;
    }

    /** The same counts of {@code copied}, a copy of the nodes. */
    public Peers copy(Traits copied) {
        Peers copy = new Peers(copied);
        topologies.forEach((key, topology) -> copy.topologies.put(key, topology.copy()));
        for (Selected of : selected) {
            Selected other = copy.selected(of.selector);
            other.picked.addAll(of.picked);
            other.holding.addAll(of.holding);
            other.sought = of.sought;
        }
        copy.counted.putAll(counted);
        for (PlacedTasks tasks : placed) {
            copy.placed.add(tasks.copy(copy.topology(tasks.topology().key)));
        }
        copy.nodeChanges = nodeChanges;
        return copy;
    }

    /** How many selectors there are. */
    public int selectors() {
        return selected.size();
    }

    /** True where a selector from number {@code first} on picks tasks labelled with {@code labels} of jobs of {@code queue}. */
    public boolean picks(String queue, List<Label> labels, int first) {
        for (int i = first; i < selected.size(); i++) {
            if (selected.get(i).selector.picks(queue, labels)) {
                return true;
            }
        }
        return false;
    }

    /** The selectors that pick such tasks, ascending. */
    public List<Integer> pickedBy(String queue, List<Label> labels) {
        List<Integer> picking = List.of();
        for (int i = 0; i < selected.size(); i++) {
            if (selected.get(i).selector.picks(queue, labels)) {
                picking = picking.isEmpty() ? new ArrayList<>() : picking;
                picking.add(i);
            }
        }
        return picking;
    }

    /** What is counted for tasks of {@code demand} that the selectors {@code pickedBy} pick; who is new is counted from now on. */
    public PeerProfile profile(int shape, Demand demand, List<Integer> pickedBy) {
        if (demand.peers().isEmpty()
                && pickedBy.isEmpty()
                && demand.preferences().isEmpty()) {
            return PeerProfile.NONE;
        }
        List<Near> together = new ArrayList<>();
        List<Away> apart = new ArrayList<>();
        List<Even> spread = new ArrayList<>();
        List<String> within = new ArrayList<>();
        for (PeerRule rule : demand.peers()) {
            boolean itself = pickedBy.contains(number(rule));
            switch (rule) {
                case Together(PeerSelector selector, List<String> keys) ->
                    together.add(new Near(
                            keys.stream()
                                    .mapToInt(key -> count(selector, key, false))
                                    .toArray(),
                            itself));
                case Apart(PeerSelector selector, String key) ->
                    apart.add(new Away(count(selector, key, false), count(selector, key, true)));
                case Spread even -> spread.add(new Even(count(even.selector(), even.key(), false), even, itself));
                case Within inside -> within.addAll(inside.reach().labels(inside.key()));
            }
        }
        int[] picking = pickedBy.stream().mapToInt(Integer::intValue).toArray();
        return new PeerProfile(
                shape,
                demand.where(),
                picking,
                new PeerProfile.Rules(together, apart, spread, within),
                leanings(demand));
    }

    /** Of the selector of {@code rule}, which is kept from now on; -1 where it looks at no other tasks. */
    private int number(PeerRule rule) {
        if (rule instanceof Within) {
            return -1;
        }
        Selected of = selected(rule.selector());
        of.sought |= !(rule instanceof Apart);
        return selected.indexOf(of);
    }

    private List<Leaning> leanings(Demand demand) {
        List<Leaning> leanings = new ArrayList<>();
        for (Preference preference : demand.preferences()) {
            switch (preference) {
                case Preference.Near(PeerSelector selector, String key, int weight) ->
                    leanings.add(new Leaning(count(selector, key, false), weight, false));
                case Preference.Even(PeerSelector selector, String key, int weight) ->
                    leanings.add(new Leaning(count(selector, key, false), -weight, true));
                case Preference.OfNodes _, Preference.OfImages _, Preference.OfData _ -> {}
            }
        }
        return leanings;
    }

    private Selected selected(PeerSelector selector) {
        return bySelector.computeIfAbsent(selector, _ -> {
            Selected made = new Selected(selector);
            selected.add(made);
            return made;
        });
    }

    private Topology topology(String key) {
        return topologies.computeIfAbsent(key, _ -> {
            Topology made = new Topology(key);
            for (int node = 0; node < nodes.count(); node++) {
                made.update(node, nodes);
            }
            return made;
        });
    }

    private int count(PeerSelector selector, String key, boolean holding) {
        Counted what = new Counted(selector, key, holding);
        Integer known = counted.get(what);
        if (known != null) {
            return known;
        }
        PlacedTasks made = new PlacedTasks(topology(key));
        Selected of = selected(selector);
        List<Integer> ofSelector = holding ? of.holding : of.picked;
        if (!holding && !ofSelector.isEmpty()) {
            placed.get(ofSelector.getFirst()).byNode().forEach(made::add);
        }
        ofSelector.add(placed.size());
        counted.put(what, placed.size());
        placed.add(made);
        return placed.size() - 1;
    }

    /** {@code node} is declared otherwise, lost or found. */
    public void changed(int node) {
        if (topologies.isEmpty()) {
            return;
        }
        nodeChanges++;
        int[] before = new int[placed.size()];
        Arrays.setAll(before, i -> placed.get(i).topology().of(node));
        topologies.values().forEach(topology -> topology.update(node, nodes));
        for (int i = 0; i < before.length; i++) {
            if (before[i] != placed.get(i).topology().of(node)) {
                placed.get(i).moved(node, before[i]);
            }
        }
    }

    /** Nothing is held of {@code node} any more. */
    public void clear(int node) {
        placed.forEach(tasks -> tasks.clear(node));
    }

    /** A task of {@code profile} is placed on {@code node} ({@code change} 1) or leaves it (-1). */
    public void move(PeerProfile profile, int node, int change) {
        for (int selector : profile.pickedBy) {
            List<Integer> counts = selected.get(selector).picked;
            for (int i = 0; i < counts.size(); i++) {
                placed.get(counts.get(i)).add(node, change);
            }
        }
        for (int i = 0; i < profile.apart.size(); i++) {
            placed.get(profile.apart.get(i).holding()).add(node, change);
        }
    }

    /** True where a task of {@code profile} that is placed may let others be placed that could not before. */
    public boolean helps(PeerProfile profile) {
        for (int selector : profile.pickedBy) {
            if (selected.get(selector).sought) {
                return true;
            }
        }
        return false;
    }

    /** True where some rule looks at labels of nodes, so that one that goes may let tasks be placed elsewhere. */
    public boolean any() {
        return !placed.isEmpty();
    }

    /**
     * Where it stands still, {@link #whyNot} says the same of all nodes but those that changed themselves.
     */
    public long version(PeerProfile profile) {
        long version = 0;
        for (int i = 0; i < profile.together.size(); i++) {
            for (int count : profile.together.get(i).placed()) {
                version += placed.get(count).turns();
            }
        }
        for (int i = 0; i < profile.apart.size(); i++) {
            version += placed.get(profile.apart.get(i).placed()).turns();
        }
        for (int selector : profile.pickedBy) {
            for (int count : selected.get(selector).holding) {
                version += placed.get(count).turns();
            }
        }
        for (int i = 0; i < profile.spread.size(); i++) {
            version += placed.get(profile.spread.get(i).placed()).changes() + nodeChanges;
        }
        return version;
    }

    /** Where it stands still, {@link #worth} says the same of all nodes. */
    public long leaningVersion(PeerProfile profile) {
        long version = profile.leans() ? nodeChanges : 0;
        for (int i = 0; i < profile.leanings.size(); i++) {
            version += placed.get(profile.leanings.get(i).placed()).changes();
        }
        return version;
    }

    /** What {@code node} is worth for tasks of {@code profile} for where others are, {@code unit} for each weight of theirs. */
    public int worth(PeerProfile profile, int node, int unit) {
        int worth = 0;
        for (int i = 0; i < profile.leanings.size(); i++) {
            Leaning leaning = profile.leanings.get(i);
            PlacedTasks tasks = placed.get(leaning.placed());
            if (tasks.topology().of(node) != Topology.NONE) {
                worth += tasks.level(node, unit * leaning.weight());
            } else if (leaning.everywhere()) {
                worth += StrictMath.min(0, unit * leaning.weight());
            }
        }
        return worth;
    }

    /** Why no task of {@code profile} may come to {@code node} now; null where it may. */
    public @Nullable Reason whyNot(PeerProfile profile, int node) {
        Reason apart = whyApart(profile, node);
        if (apart != null) {
            return apart;
        }
        for (int i = 0; i < profile.together.size(); i++) {
            if (!together(profile.together.get(i), node)) {
                return Reason.NOT_TOGETHER;
            }
        }
        for (int i = 0; i < profile.within.size(); i++) {
            String key = profile.within.get(i);
            if (!key.equals(PeerRule.NODE) && nodes.label(node, key) == null) {
                return Reason.NO_DOMAIN;
            }
        }
        return profile.spread.isEmpty() ? null : whyUneven(profile, node);
    }

    /** The same for rules that tasks be apart alone, which hold of those that are placed as well. */
    public @Nullable Reason whyApart(PeerProfile profile, int node) {
        for (int i = 0; i < profile.apart.size(); i++) {
            if (placed.get(profile.apart.get(i).placed()).beside(node)) {
                return Reason.APART;
            }
        }
        for (int selector : profile.pickedBy) {
            List<Integer> holding = selected.get(selector).holding;
            for (int i = 0; i < holding.size(); i++) {
                if (placed.get(holding.get(i)).beside(node)) {
                    return Reason.KEPT_APART;
                }
            }
        }
        return null;
    }

    private boolean together(Near near, int node) {
        boolean beside = true;
        boolean nowhere = true;
        for (int count : near.placed()) {
            PlacedTasks tasks = placed.get(count);
            if (tasks.topology().of(node) == Topology.NONE) {
                return false;
            }
            beside &= tasks.beside(node);
            nowhere &= tasks.nowhere();
        }
        return beside || nowhere && near.itself();
    }

    private @Nullable Reason whyUneven(PeerProfile profile, int node) {
        if (!hasDomains(profile, node)) {
            return Reason.NO_DOMAIN;
        }
        Evenness[] known = spreads(profile).evenness;
        for (int i = 0; i < known.length; i++) {
            Even even = profile.spread.get(i);
            if (known[i].skew(node, this) + (even.itself() ? 1 : 0)
                    > even.rule().maxSkew()) {
                return Reason.SPREAD;
            }
        }
        return null;
    }

    private Spreads spreads(PeerProfile profile) {
        int shape = profile.shape;
        if (shape >= spreads.length) {
            spreads = Arrays.copyOf(spreads, StrictMath.max(shape + 1, spreads.length * 2));
        }
        Spreads known = spreads[shape];
        if (known == null || !profile.is(known.profile)) {
            known = new Spreads(
                    profile,
                    profile.spread.stream()
                            .map(even -> new Evenness(profile, even.rule(), placed.get(even.placed())))
                            .toArray(Evenness[]::new));
            spreads[shape] = known;
        }
        return known;
    }

    /** True where {@code node} has all labels by which tasks of {@code profile} are spread. */
    boolean hasDomains(PeerProfile profile, int node) {
        for (int i = 0; i < profile.spread.size(); i++) {
            if (placed.get(profile.spread.get(i).placed()).topology().of(node) == Topology.NONE) {
                return false;
            }
        }
        return true;
    }

    Traits traits() {
        return nodes;
    }

    /** How often something was declared of nodes otherwise. */
    long nodeChanges() {
        return nodeChanges;
    }
}
