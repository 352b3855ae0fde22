package io.berth.core.policy.order.learnt;

import io.berth.core.model.Model;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.WeightedRule;

/**
 * A heuristic says who may go, a model who does: of the jobs that the heuristic would try first, as many as the window holds, the
 * one with the highest score is tried next.
 *
 * <p>Goals: what the model has learnt, without ever being further from the heuristic than the window. Constraints: with a window of 1
 * it is the heuristic; where no more wait than the window holds it is the model, but that of equal scores the heuristic's first goes.
 * The window cannot be wider than the model's rows. A rule's weights do as a model, see {@link WeightedRule}.
 *
 * <p>Algorithm: the first jobs by key, kept sorted by insertion; then as {@link Learnt}. Of jobs that expect 1, 2 and 9 min, the
 * base sjf and a window of 2 have the model choose between the first two.
 *
 * <p>Source: the candidates of a rule ranked by what was learnt: Berth.
 */
public final class Hybrid implements Scoring {
    private final KeyedOrder base;
    private final ScoredJobs scored;
    private final int window;
    private final long[] keys;

    /** @throws IllegalArgumentException where the window is below 1 or above what the model looks at */
    public Hybrid(KeyedOrder base, Model model, long window) {
        if (window < 1 || window > model.rows()) {
            throw new IllegalArgumentException("The parameter (window) must be from 1 to " + model.rows()
                    + ", which is what the model looks at, not (" + window + ").");
        }
        this.base = base;
        this.scored = new ScoredJobs(model);
        this.window = (int) window;
        this.keys = new long[this.window];
    }

    @Override
    public ScoredJobs scored() {
        return scored;
    }

    @Override
    public KeyedOrder keyed() {
        return base;
    }

    @Override
    public int choose(Waiting waiting) {
        return scored.best(waiting, look(waiting));
    }

    /** Writes the places of the jobs that the heuristic puts first, in its order, and returns how many. */
    private int look(Waiting waiting) {
        int[] places = scored.places();
        int kept = 0;
        for (int place = 0; place < waiting.size(); place++) {
            long key = base.key(waiting.job(place), waiting.nowNanos());
            if (kept == window && key >= keys[kept - 1]) {
                continue;
            }
            int at = kept < window ? kept++ : kept - 1;
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
                places[at] = places[at - 1];
            }
            keys[at] = key;
            places[at] = place;
        }
        return kept;
    }
}
