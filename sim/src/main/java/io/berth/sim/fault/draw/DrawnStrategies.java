package io.berth.sim.fault.draw;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.model.JointModel;
import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.SequenceModel;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.column.JointColumns;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.policy.Facts;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.Sparing;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.core.strategy.WorkRange;
import io.berth.core.strategy.WorkRule;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Strategies of all policies of a catalog, of which any may go with any other that does not contradict it. */
final class DrawnStrategies {
    private static final String LEARNT = "learnt";
    private static final String NONE = "none";
    private static final String MOST_USEFUL = "most-useful";
    private static final List<String> PROMISES_NOTHING = List.of(NONE, "greedy");
    private static final int HIDDEN = 4;
    private static final LargestNode LARGEST = new LargestNode(64_000, 256L << 30, 8_000);

    private static final String TO_ALL = "elastic";
    /** Half of the last are drawn by what a task brings. */
    private static final List<String> WAYS_TO_RESIZE = List.of(NONE, "grow", "by-order", TO_ALL);

    private static final List<PolicyKind> NOT_WITH_MOVES = List.of(
            PolicyKind.PLAN,
            PolicyKind.FILTER,
            PolicyKind.GANG,
            PolicyKind.DELAY,
            PolicyKind.RECLAIM,
            PolicyKind.BOUND,
            PolicyKind.RESIZE);

    private final Catalog catalog;
    private final Chance chance;
    private final Chance bounds;
    private final Chance sizes;
    private final Chance gains;
    private final Chance works;
    private final Chance moves;
    private final Chance orders;
    private final Chance worths;
    private final Chance pairs;
    private int drawn;

    /**
     * By a chance of its own whether waits are bounded, tasks of running jobs come and go, running jobs move, windows are planned by a network, one says which job starts where, there are classes of work, and
     * utilities and caps count, so that all else comes out as without.
     */
    DrawnStrategies(Catalog catalog, long seed) {
        this.catalog = catalog;
        this.chance = new Chance(seed, "simtest.strategies", 0);
        this.bounds = new Chance(seed, "simtest.bounds", 0);
        this.sizes = new Chance(seed, "simtest.sizes", 0);
        this.gains = new Chance(seed, "simtest.gains", 0);
        this.moves = new Chance(seed, "simtest.moves", 0);
        this.works = new Chance(seed, "simtest.works", 0);
        this.orders = new Chance(seed, "simtest.orders", 0);
        this.worths = new Chance(seed, "simtest.worths", 0);
        this.pairs = new Chance(seed, "simtest.pairs", 0);
    }

    /** Any strategy that can be in force; a quarter plan windows of the queue. */
    StrategySpec strategy() {
        drawn++;
        while (true) {
            StrategySpec strategy = any();
            if (allowed(strategy)) {
                StrategySpec bounded = bounded(strategy);
                return paired(classed(useful(moving(resizing(allowed(bounded) ? bounded : strategy)))));
            }
        }
    }

    /** An eighth of them, where that goes with it: by a network that says which job starts where. */
    private StrategySpec paired(StrategySpec strategy) {
        if (pairs.below(8) > 0) {
            return strategy;
        }
        LayerSizes sizes = LayerSizes.relu(JointColumns.COUNT, HIDDEN, 1);
        JointModel model = new JointModel(
                new JointModel.View(2 + pairs.below(15), 2 + pairs.below(7)),
                new JointModel.Scales(60 * Nanos.SECOND, 64_000, LARGEST),
                new LearntNetwork<>(sizes, weights(sizes.parameters(), pairs), new TreeMap<>()));
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("model", ModelFile.write(model));
        PolicySpec learnt = new PolicySpec(LEARNT, parameters);
        StrategySpec paired = strategy.ordering(learnt)
                .placing(learnt)
                .with(PolicyKind.PREEMPT, PolicySpec.of(NONE))
                .with(PolicyKind.SHARE, PolicyKind.SHARE.fallback());
        return allowed(paired) ? paired : strategy;
    }

    /** The same with one of the ways in which tasks come and go, where that goes with it. */
    private StrategySpec resizing(StrategySpec strategy) {
        String name = WAYS_TO_RESIZE.get(sizes.below(WAYS_TO_RESIZE.size()));
        boolean byGain = gains.below(2) == 0 && name.equals(TO_ALL);
        StrategySpec resizing = strategy.with(PolicyKind.RESIZE, PolicySpec.of(byGain ? "by-gain" : name));
        return allowed(resizing) ? resizing : strategy;
    }

    /**
     * A third of them: with as many moves as it may be, without those parts that do not go with that. Jobs run for up to a minute, so what is saved
     * is not asked.
     */
    private StrategySpec moving(StrategySpec strategy) {
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("budget", Integer.toString(1 + moves.below(20)));
        parameters.put("share", "1");
        parameters.put("gain", "0");
        parameters.put("min-runtime", moves.below(2) == 0 ? "0" : "0.1");
        parameters.put("after", moves.below(2) == 0 ? "0" : "0.1");
        parameters.put("pause", Integer.toString(moves.below(30)));
        StrategySpec moving = strategy;
        for (PolicyKind kind : NOT_WITH_MOVES) {
            moving = moving.with(kind, kind.fallback());
        }
        moving = moving.with(PolicyKind.CONSOLIDATE, PolicySpec.of("move", parameters));
        return moves.below(3) == 0 && allowed(moving) ? moving : strategy;
    }

    /** A sixth of them: with jobs that go where they are worth most, where that goes with the rest. */
    private StrategySpec useful(StrategySpec strategy) {
        StrategySpec useful = strategy.with(PolicyKind.DEVICE, PolicySpec.of(MOST_USEFUL));
        return worths.below(6) == 0 && allowed(useful) ? useful : strategy;
    }

    /** False where two parts contradict each other. */
    private boolean allowed(StrategySpec strategy) {
        try {
            catalog.strategy(strategy, new Facts(1, 1, List.of()));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Most of them: by 4 to 400 seconds, of which a job waits any quarter like others; jobs run for up to a minute. */
    private StrategySpec bounded(StrategySpec strategy) {
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("hours", String.format(Locale.ROOT, "%.4f", (4 + bounds.below(397)) / 3600.0));
        parameters.put("from", Double.toString(bounds.below(5) / 4.0));
        int kind = bounds.below(4);
        if (kind == 0) {
            return strategy;
        }
        String name = kind == 1 ? "promised" : "wait";
        if (kind == 1) {
            parameters.remove("hours");
        }
        return strategy.with(PolicyKind.BOUND, PolicySpec.of(name, parameters));
    }

    private StrategySpec any() {
        boolean plans = chance.below(4) == 0;
        StrategySpec strategy = StrategySpec.of("drawn-" + drawn);
        for (PolicyKind kind : PolicyKind.values()) {
            strategy = strategy.with(kind, part(kind, plans));
        }
        return strategy;
    }

    /** A third of them with classes of work, where these go with it. */
    private StrategySpec classed(StrategySpec strategy) {
        StrategySpec classed = works.below(3) > 0 ? strategy : strategy.classed(classes());
        return allowed(classed) ? classed : strategy;
    }

    /** One to three classes of work, by what jobs are for, by their size, and by their history. */
    private List<WorkClass> classes() {
        List<WorkClass> classes = new ArrayList<>();
        int count = 1 + works.below(3);
        for (int at = 0; at < count; at++) {
            WorkRange some = new WorkRange(works.below(3) * 500L, works.below(2) == 0 ? Long.MAX_VALUE : 2000);
            List<JobKind> kinds =
                    works.below(2) == 0 ? List.of() : List.of(JobKind.values()[works.below(JobKind.values().length)]);
            WorkRange restarts = works.below(4) == 0 ? new WorkRange(1, Long.MAX_VALUE) : WorkRange.ANY;
            WorkRule when = new WorkRule(
                    kinds, some, WorkRange.ANY, WorkRange.ANY, restarts, List.of(), List.of(), works.below(6) == 0);
            EnumMap<PolicyKind, PartSpec> parts = new EnumMap<>(PolicyKind.class);
            parts.put(PolicyKind.PLACE, policy(PolicyKind.PLACE, works));
            if (works.below(2) == 0) {
                parts.put(PolicyKind.DEVICE, policy(PolicyKind.DEVICE, works));
                parts.put(PolicyKind.DOMAIN, policy(PolicyKind.DOMAIN, works));
            }
            classes.add(new WorkClass("class-" + at, when, parts));
        }
        return classes;
    }

    private PartSpec part(PolicyKind kind, boolean plans) {
        return switch (kind) {
            case ORDER -> policy(kind);
            case PLACE -> chance.below(6) == 0 ? combination() : policy(kind);
            case BACKFILL -> plans ? PolicySpec.of(any(PROMISES_NOTHING)) : policy(kind);
            case PREEMPT -> plans ? PolicySpec.of(NONE) : policy(kind);
            case PLAN -> plans ? window() : PolicySpec.of(NONE);
            case BOUND, RESIZE, CONSOLIDATE -> kind.fallback();
            case FILTER, GANG, DELAY -> plans || chance.below(2) == 0 ? kind.fallback() : policy(kind);
            case DEVICE, DOMAIN, SHARE, RECLAIM -> chance.below(2) == 0 ? kind.fallback() : policy(kind);
        };
    }

    private PolicySpec window() {
        List<String> methods = new ArrayList<>(catalog.names(PolicyKind.PLAN));
        methods.remove(NONE);
        methods.remove(LEARNT);
        TreeMap<String, String> parameters = new TreeMap<>();
        String method = any(methods);
        parameters.put("window", Integer.toString(2 + chance.below(4)));
        parameters.put("linger", Integer.toString(chance.below(6)));
        parameters.put("work", "2000");
        if (worths.below(2) == 0) {
            String amount = worths.below(2) == 0 ? "0." + (1 + worths.below(9)) : 1 + worths.below(4) + "";
            String some = worths.below(2) == 0 ? (5 + worths.below(96)) + "%" : amount;
            parameters.put("caps", worths.below(3) == 0 ? "team-a=" + some + ",team-b=1" : "team-a=" + some);
            parameters.put("priority_weight", Integer.toString(1 + worths.below(10)));
        }
        if (orders.below(4) > 0) {
            return new PolicySpec(method, parameters);
        }
        SequenceShape shape = new SequenceShape(HIDDEN, HIDDEN, 1);
        float[] weights = weights(shape.parameters(), orders);
        SequenceModel model = new SequenceModel(new LearntNetwork<>(shape, weights, new TreeMap<>()));
        parameters.put("model", ModelFile.write(model));
        return new PolicySpec(LEARNT, parameters);
    }

    private PolicySpec policy(PolicyKind kind) {
        return policy(kind, chance);
    }

    private PolicySpec policy(PolicyKind kind, Chance by) {
        List<? extends Entry<?>> entries = catalog.entries(kind).stream()
                .filter(one -> !one.name().equals(MOST_USEFUL))
                .toList();
        Entry<?> entry = entries.get(by.below(entries.size()));
        TreeMap<String, String> parameters = new TreeMap<>();
        boolean learnt = kind == PolicyKind.PLACE
                && entry.parameters().stream().anyMatch(parameter -> parameter.type() == Parameter.Type.MODEL);
        if (learnt) {
            parameters.put("model", ModelFile.write(model()));
        }
        if (entry.name().equals("overload")) {
            parameters.put("cpu", Integer.toString(20 + by.below(80)));
            parameters.put("memory", Integer.toString(20 + by.below(80)));
        }
        if (entry.parameters().equals(Sparing.PARAMETERS) && by.below(2) == 0) {
            parameters.put("min-runtime", Integer.toString(by.below(20)));
            parameters.put("after", Integer.toString(by.below(5)));
        }
        if (entry.name().equals("priority")) {
            parameters.put("aging", Integer.toString(by.below(3)));
        }
        return PolicySpec.of(entry.name(), parameters);
    }

    /** A small one that learnt nothing. */
    private PlacementModel model() {
        LayerSizes sizes = LayerSizes.relu(NodeColumns.COUNT, HIDDEN, 1);
        float[] weights = weights(sizes.parameters(), chance);
        return new PlacementModel(LARGEST, new LearntNetwork<>(sizes, weights, new TreeMap<>()));
    }

    private static float[] weights(int count, Chance by) {
        float[] weights = new float[count];
        for (int i = 0; i < count; i++) {
            weights[i] = by.below(201) / 100f - 1;
        }
        return weights;
    }

    private PartSpec combination() {
        List<String> names = catalog.combinable();
        int first = chance.below(names.size());
        int step = 1 + chance.below(2);
        List<PolicySpec> policies = new ArrayList<>();
        for (int i = 0; i < 2 + chance.below(2); i++) {
            policies.add(PolicySpec.of(names.get((first + i * step) % names.size())));
        }
        return chance.below(2) == 0
                ? new PartSpec.Lexicographic(policies)
                : new PartSpec.Weighted(policies.stream()
                        .map(policy -> new PartSpec.Weighed(policy, 1 + chance.below(9)))
                        .toList());
    }

    private String any(List<String> names) {
        return names.get(chance.below(names.size()));
    }
}
