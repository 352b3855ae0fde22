package io.berth.sim.fault;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** In how many runs each kind of event, decision, policy and fault was seen. */
public final class Coverage {
    private static final String JOINT = "order and place by one model";

    private final TreeMap<String, Integer> runs = new TreeMap<>();

    /** A kind of what may be seen, and in how many runs it was. */
    public record Line(String what, int runs) {}

    /** Nothing was seen yet. */
    public Coverage() {}

    /** Sees a frame of the one run that this is of. */
    void see(Frame frame) {
        for (Event event : frame.events()) {
            see(event(event.getClass()));
            if (event instanceof Event.StrategyChanged(StrategySpec strategy)) {
                see(strategy);
            }
        }
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                see(decision(decision.getClass()));
            }
        }
    }

    private void see(StrategySpec strategy) {
        if (strategy.order().parameters().values().stream().anyMatch(ModelFile::isJoint)) {
            see(JOINT);
        }
        for (PolicyKind kind : PolicyKind.values()) {
            for (PolicySpec policy : strategy.part(kind).policies()) {
                see(policy(kind, policy.name()));
            }
            switch (strategy.part(kind)) {
                case PartSpec.Weighted _ -> see(policy(kind, "by weight"));
                case PartSpec.Lexicographic _ -> see(policy(kind, "in order"));
                case PolicySpec _ -> {}
            }
        }
    }

    void see(FaultKind kind) {
        see(fault(kind));
    }

    private void see(String what) {
        runs.putIfAbsent(what, 1);
    }

    /** Adds what was seen in other runs. */
    public void add(Coverage other) {
        other.runs.forEach((what, count) -> runs.merge(what, count, Integer::sum));
    }

    /** What was seen, and in how many runs. */
    public SortedMap<String, Integer> seen() {
        return new TreeMap<>(runs);
    }

    /** All that can be seen under {@code catalog}, in the order of the program, with the number of runs in which it was. */
    public List<Line> lines(Catalog catalog) {
        List<String> all = new ArrayList<>();
        leaves(Event.class).forEach(kind -> all.add(event(kind)));
        leaves(Decision.class).forEach(kind -> all.add(decision(kind)));
        for (PolicyKind kind : PolicyKind.values()) {
            catalog.names(kind).forEach(name -> all.add(policy(kind, name)));
            if (kind.combines()) {
                all.add(policy(kind, "by weight"));
                all.add(policy(kind, "in order"));
            }
        }
        all.add(JOINT);
        for (FaultKind kind : FaultKind.values()) {
            all.add(fault(kind));
        }
        return all.stream()
                .map(what -> new Line(what, runs.getOrDefault(what, 0)))
                .toList();
    }

    /** The records below a sealed interface, in the order in which they are written. */
    private static List<Class<?>> leaves(Class<?> sealed) {
        List<Class<?>> leaves = new ArrayList<>();
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
            if (kind.isSealed()) {
                leaves.addAll(leaves(kind));
            } else if (!leaves.contains(kind)) {
                leaves.add(kind);
            }
        }
        return leaves;
    }

    private static String event(Class<?> kind) {
        return "event " + kind.getSimpleName();
    }

    private static String decision(Class<?> kind) {
        return "decision " + kind.getSimpleName();
    }

    private static String policy(PolicyKind kind, String name) {
        return kind.key() + " " + name;
    }

    private static String fault(FaultKind kind) {
        return "fault " + kind.key();
    }
}
