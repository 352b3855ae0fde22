package io.berth.core.plan.index;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Placing;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeTable;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The strategy of a state, made for the facts of now, with the index of nodes that its placement uses. */
public final class StrategyInForce {
    private final State state;
    private final Catalog catalog;
    private @Nullable Strategy strategy;
    private @Nullable PlacementIndex index;
    /** Of each class of work. */
    private List<Own> classes = List.of();

    private @Nullable Own others;
    private @Nullable Facts madeFor;
    private List<ShapeCount> mix = List.of();
    private boolean usesMix;
    /** What the largest nodes had that the strategy was made for. */
    private long knownMostCpu = -1;

    private long knownMostDevices = -1;
    private long knownDeclarations = -1;
    /** Whether some node has a taint that tasks rather avoid. */
    private boolean knownAvoided;

    private long knownStrategy = -1;
    private long knownMix = -1;

    /**
     * Where tasks of a job go.
     *
     * @param number of its class; -1 for jobs of none
     */
    public record Own(int number, Placing placing, PlacementIndex index) {}

    public StrategyInForce(State state, Catalog catalog) {
        this.state = state;
        this.catalog = catalog;
    }

    /** Makes it again where the strategy or the facts it was made for changed; true where that was so. */
    public boolean refresh() {
        long mixNumber = state.mixDeclarations() > 0
                ? -state.mixDeclarations()
                : state.shapes().epoch();
        boolean same = sameNodes() && knownStrategy == state.strategyChanges() && (!usesMix || knownMix == mixNumber);
        if (same && strategy != null) {
            return false;
        }
        Facts facts = state.facts();
        Strategy made = catalog.inForce(state.strategy(), facts);
        madeFor = facts;
        usesMix = facts.mixWasRead();
        mix = usesMix ? facts.mix() : List.of();
        strategy = made;
        index = new PlacementIndex(state.nodeTable(), made.placing().filter(), made.placer());
        others = new Own(-1, made.placing(), index);
        classes = classes(made, index);
        knownMostCpu = state.nodeTable().mostCpuMilli();
        knownMostDevices = state.nodeTable().mostDevices();
        knownDeclarations = state.nodeTable().declarations();
        knownAvoided = state.nodeTable().someAvoided();
        knownStrategy = state.strategyChanges();
        knownMix = mixNumber;
        return true;
    }

    /** A class that has no placement of its own shares the index. */
    @SuppressWarnings("ReferenceEquality")
    private List<Own> classes(Strategy made, PlacementIndex all) {
        List<Own> own = new ArrayList<>();
        for (Placing placing : made.classes()) {
            boolean shares = placing.placer() == made.placer();
            own.add(new Own(
                    own.size(),
                    placing,
                    shares ? all : new PlacementIndex(state.nodeTable(), placing.filter(), placing.placer())));
        }
        return List.copyOf(own);
    }

    /** Where tasks of {@code job} go, by its class. */
    public Own of(Job job) {
        int number = classes.isEmpty() ? -1 : strategy().spec().classNumber(job.spec(), job.restarts());
        return number < 0 ? made(others) : classes.get(number);
    }

    /** The largest nodes are as large as they were, and as few are avoided as were: none, or some. Passes ask all the time, and nodes are seldom declared. */
    private boolean sameNodes() {
        NodeTable nodes = state.nodeTable();
        if (nodes.declarations() == knownDeclarations) {
            return true;
        }
        boolean same = nodes.mostCpuMilli() == knownMostCpu
                && nodes.mostDevices() == knownMostDevices
                && nodes.someAvoided() == knownAvoided;
        knownDeclarations = same ? nodes.declarations() : knownDeclarations;
        return same;
    }

    public Strategy strategy() {
        return made(strategy);
    }

    /** What jobs the strategy expects; empty where it does not ask. */
    public List<ShapeCount> mix() {
        return mix;
    }

    /** What a policy of a plugin did wrong since it was made; null for nothing. What was planned since does not count. */
    public @Nullable PluginFailure failure() {
        return madeFor == null ? null : madeFor.failure();
    }

    /** That of jobs that are of no class. */
    public PlacementIndex index() {
        return made(index);
    }

    private static <T> T made(@Nullable T made) {
        if (made == null) {
            throw new IllegalStateException("A pass begins with refresh().");
        }
        return made;
    }
}
