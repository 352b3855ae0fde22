package io.berth.core.explain;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.plan.index.Among;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.plan.trace.NodeLack;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one task could go now, and would go by the strategy in force, where somebody else says whose turn it is and among which nodes: the
 * filter and the placement are those of a pass. The state is that of one thread at a time.
 */
public final class NodeChoice {
    private final State state;
    private final StrategyInForce inForce;
    private final PlacementTurn turn;

    /** Of {@code state}, as it is whenever something is asked; policies come from {@code catalog}. */
    public NodeChoice(State state, Catalog catalog) {
        this.state = state;
        this.inForce = new StrategyInForce(state, catalog);
        this.turn = new PlacementTurn(state);
    }

    /**
     * Nodes in the order of preference.
     *
     * @param best where among the nodes that were asked about the chosen one stands; -1 where none of them takes the task
     * @param scores of each of them, larger is better; {@link #NONE} where it does not take the task, all the same where the placement does
     *     not score nodes
     */
    public record Ranking(int best, long[] scores) {
        /** Of a node that does not take the task. */
        public static final long NONE = Long.MIN_VALUE;
    }

    /** The strategy in force, made for the facts of now. */
    public Strategy strategy() {
        inForce.refresh();
        return inForce.strategy();
    }

    /** Why each of {@code nodes}, numbers of nodes that are known, does not take the only task of {@code job}; null where it does. */
    public @Nullable Reason[] whyNot(Job job, int[] nodes) {
        Filter filter = strategy().placing().filter();
        @Nullable Reason[] reasons = new @Nullable Reason[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            reasons[i] = NodeLack.of(state.nodeTable(), filter, job.shape(), nodes[i]);
        }
        return reasons;
    }

    /** The first extended resource that {@code node} has too little of for the only task of {@code job}; empty where there is none. */
    public String resource(Job job, int node) {
        return NodeLack.resource(state.nodeTable(), job.shape(), node);
    }

    /** Which of {@code nodes} the only task of {@code job} would go to, and how good the others are. */
    public Ranking rank(Job job, int[] nodes) {
        Filter filter = strategy().placing().filter();
        Placer placer = inForce.of(job).placing().placer();
        long[] scores = new long[nodes.length];
        int best = -1;
        for (int i = 0; i < nodes.length; i++) {
            scores[i] = filter.whyNot(state.nodeTable(), nodes[i], job.shape()) == null
                    ? score(placer, job.shape(), nodes[i])
                    : Ranking.NONE;
            boolean better =
                    best < 0 || scores[i] > scores[best] || scores[i] == scores[best] && nodes[i] < nodes[best];
            best = scores[i] != Ranking.NONE && better ? i : best;
        }
        if (best >= 0 && placer instanceof Placer.Picked picked) {
            best = picked(picked, job, nodes, scores);
        }
        return new Ranking(best, scores);
    }

    /** What the placement remembers of its last choice, as a plan that starts nothing; apply it where the task went there. */
    public Plan remembered() {
        turn.keep();
        List<Decision> kept = new ArrayList<>();
        turn.remember(state.decisions() + 1, kept);
        return new Plan(state.passes() + 1, kept);
    }

    private long score(Placer placer, Shape shape, int node) {
        return placer instanceof Placer.Scored scored ? scored.scorer().score(state.nodeTable(), node, shape) : 0;
    }

    private int picked(Placer.Picked placer, Job job, int[] nodes, long[] scores) {
        int[] fitting = new int[nodes.length];
        int count = 0;
        for (int i = 0; i < nodes.length; i++) {
            if (scores[i] != Ranking.NONE) {
                fitting[count++] = nodes[i];
            }
        }
        int[] candidates = Arrays.copyOf(fitting, count);
        Arrays.sort(candidates);
        turn.begin(state.passes() + 1);
        turn.beginJob(job);
        int chosen = placer.picker().pick(new Among(state.nodeTable(), job.shape(), candidates), turn);
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] == chosen) {
                return i;
            }
        }
        return -1;
    }
}
