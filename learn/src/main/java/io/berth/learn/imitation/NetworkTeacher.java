package io.berth.learn.imitation;

import io.berth.core.policy.SortKey;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.network.ActorCritic;

/** A network that was learnt before, such as a tuned rule. */
public final class NetworkTeacher implements Teacher {
    private final ActorCritic.Evaluation evaluation;
    private final float[] observation;
    private final boolean[] mask;
    private final float[] scores;

    /** Teaches what {@code evaluation} scores highest in episodes of {@code mdp}. */
    public NetworkTeacher(Mdp mdp, ActorCritic.Evaluation evaluation) {
        this.evaluation = evaluation;
        this.observation = new float[mdp.observation().size()];
        this.mask = new boolean[mdp.actions().count()];
        this.scores = new float[mask.length];
    }

    @Override
    public int choose(QueueOrdering environment, long[] keys) {
        environment.observe(observation, 0);
        environment.mask(mask, 0);
        evaluation.scores(observation, mask, scores);
        for (int row = 0; row < environment.rows(); row++) {
            keys[row] = SortKey.of(-scores[row]);
        }
        return Teacher.first(environment, keys);
    }
}
