package io.berth.sim.workload;

import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.time.Chance;
import io.berth.spec.fleet.BondsSpec;
import java.util.ArrayList;
import java.util.List;

/** What binds generated requests to one another. The requests of a graph have one index after another. */
final class Bonds {
    private final BondsSpec spec;
    /** By place in a graph: what its request is called there, and those it comes after. */
    private final List<Part> parts = new ArrayList<>();

    private record Part(String name, List<String> after) {}

    Bonds(BondsSpec spec) {
        this.spec = spec;
        for (BondsSpec.Node node : spec.graph()) {
            for (int i = 0; i < node.count(); i++) {
                parts.add(new Part(name(node, i), after(node, i)));
            }
        }
    }

    private List<String> after(BondsSpec.Node node, int place) {
        List<String> after = new ArrayList<>();
        for (BondsSpec.Node other : spec.graph()) {
            for (int i = 0; node.after().contains(other.name()) && i < other.count(); i++) {
                after.add(name(other, i));
            }
        }
        if (node.inOrder() && place > 0) {
            after.add(name(node, place - 1));
        }
        return after;
    }

    private static String name(BondsSpec.Node node, int place) {
        return node.name() + "-" + place;
    }

    /** How many requests come together. */
    int size() {
        return spec.size();
    }

    /** Whether request {@code index} is the first of those that come together. */
    boolean begins(long index) {
        return index % size() == 0;
    }

    /** Whose request {@code index} is, as all that come together. */
    int tenant(long seed, long index, int tenants) {
        return new Chance(seed, "generate.graph", index / size()).below(tenants);
    }

    /** Those of request {@code index}; draws nothing where there are no sessions. */
    Ties of(long index, Chance chance) {
        String session = spec.sessions() == 0 ? "" : Integer.toString(chance.below(spec.sessions()));
        if (parts.isEmpty()) {
            return session.isEmpty() ? Ties.NONE : new Ties(session, "", List.of());
        }
        String graph = index / size() + ".";
        Part part = parts.get((int) (index % size()));
        return new Ties(
                session,
                graph + part.name,
                part.after.stream().map(graph::concat).toList());
    }
}
