package io.berth.learn.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.PointerNetwork;
import io.berth.core.model.PointerShape;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Mdp;
import io.berth.learn.gradient.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * Networks for actions that pick a row where what a row is worth depends on the others: the actor is a {@link PointerNetwork}, the
 * critic that of {@link RowNetworks}.
 *
 * <p>States of a chunk are padded to the longest of them, so learning is cheaper the more alike their numbers of rows are.
 */
public final class PointerNetworks implements ActorCritic {
    private static final float NOT_ALLOWED = -1e9f;

    /** Arrays that it prepares beside those of the critic. */
    private static final int OWN = 4;

    private final int rows;
    private final int features;
    private final PointerShape actor;
    private final RowNetworks critics;

    /**
     * Networks for {@code mdp}.
     *
     * @param width numbers by which a row is represented; a multiple of 4
     * @param hidden size of the hidden layers
     * @param blocks how often each row attends to all
     */
    public PointerNetworks(Mdp mdp, int width, int hidden, int blocks) {
        this.critics = new RowNetworks(mdp, List.of(32, 16, 8));
        this.rows = mdp.observation().rows();
        this.features = mdp.observation().features().size();
        this.actor = new PointerShape(features, width, hidden, blocks);
        if (rows > PointerShape.MAX_ROWS) {
            throw new IllegalArgumentException("A pointer network looks at " + PointerShape.MAX_ROWS
                    + " rows at most; (" + mdp.name() + ") has " + rows + ".");
        }
    }

    @Override
    public PointerShape actor() {
        return actor;
    }

    @Override
    public int criticParameters() {
        return critics.criticParameters();
    }

    /** Attention adds little at first: a network of many blocks begins as one of none. */
    @Override
    public float[] newActor(long seed) {
        float[] parameters = new float[actorParameters()];
        Chance chance = new Chance(seed, "actor", 0);
        List<LayerSizes> parts = actor.parts();
        int at = 0;
        for (int part = 0; part < parts.size(); part++) {
            boolean adds = part > 0 && part + 1 < parts.size() && part % 3 != 1;
            double gain = part + 1 == parts.size() ? Initial.INDIFFERENT : adds ? 1.0 / actor.blocks() : 1;
            Initial.write(parts.get(part), parameters, at, gain, chance);
            at += parts.get(part).parameters();
        }
        return parameters;
    }

    @Override
    public float[] newCritic(long seed) {
        return critics.newCritic(seed);
    }

    @Override
    public int prepared() {
        return critics.prepared() + OWN;
    }

    /**
     * What the critic needs, with the scores that are not allowed last; the padded rows, (states × longest, features); what of them is
     * empty, (states, 1, longest); the share of each in its state's mean, likewise; where in them the rows of the states are.
     */
    @Override
    public NDList prepare(NDManager manager, Samples samples, int from, int to) {
        int states = to - from;
        int longest = 1;
        for (int state = from; state < to; state++) {
            longest = Math.max(longest, samples.held(state));
        }
        float[] padded = new float[states * longest * features];
        float[] empty = new float[states * longest];
        float[] shares = new float[states * longest];
        long[] places = new long[states * rows];
        Arrays.fill(empty, NOT_ALLOWED);
        for (int state = from; state < to; state++) {
            int first = samples.firstRow(state);
            int held = samples.held(state);
            int at = (state - from) * longest;
            System.arraycopy(samples.rows(), first * features, padded, at * features, held * features);
            Arrays.fill(empty, at, at + held, 0);
            Arrays.fill(shares, at, at + held, 1f / held);
            for (int row = 0; row < held; row++) {
                places[(state - from) * rows + samples.action(first + row)] = (long) at + row;
            }
        }
        NDList prepared = critics.prepare(manager, samples, from, to);
        prepared.add(manager.create(padded, new Shape((long) states * longest, features)));
        prepared.add(manager.create(empty, new Shape(states, 1, longest)));
        prepared.add(manager.create(shares, new Shape(states, 1, longest)));
        prepared.add(manager.create(places, new Shape(states, rows)));
        return prepared;
    }

    @Override
    public NDArray scores(NDArray parameters, NDList prepared) {
        int own = critics.prepared();
        NDArray empty = prepared.get(own + 1);
        long states = empty.getShape().get(0);
        long longest = empty.getShape().get(2);
        int width = actor.width();
        Parts parts = new Parts(parameters);
        NDArray hidden = parts.next(actor.embedding(), prepared.get(own));
        for (int block = 0; block < actor.blocks(); block++) {
            NDArray triples = parts.next(actor.triple(), hidden).reshape(new Shape(states, longest, 3L * width));
            NDList each = triples.split(new long[] {width, 2L * width}, 2);
            NDArray alike = Graph.times(each.get(0), (float) (1 / StrictMath.sqrt(width)))
                    .batchMatMul(each.get(1).swapAxes(1, 2));
            NDArray mixed = alike.add(empty).softmax(2).batchMatMul(each.get(2));
            hidden = hidden.add(parts.next(actor.mixture(), mixed.reshape(new Shape(states * longest, width))));
            hidden = hidden.add(parts.next(actor.forward(), hidden));
        }
        NDArray byState = hidden.reshape(new Shape(states, longest, width));
        NDArray means = prepared.get(own + 2).batchMatMul(byState).broadcast(states, longest, width);
        NDArray beside = byState.concat(means, 2).reshape(new Shape(states * longest, 2L * width));
        NDArray scores = parts.next(actor.pointer(), beside);
        return scores.take(prepared.get(own + 3)).add(prepared.get(own - 1));
    }

    /** The perceptrons of the actor, one after the other. */
    private static final class Parts {
        private final NDArray parameters;
        private int at;

        Parts(NDArray parameters) {
            this.parameters = parameters;
        }

        NDArray next(LayerSizes shape, NDArray input) {
            NDArray answer = Graph.perceptron(shape, Graph.part(parameters, at, shape.parameters()), input);
            at += shape.parameters();
            return answer;
        }
    }

    @Override
    public NDArray values(NDArray parameters, NDList prepared) {
        return critics.values(parameters, prepared);
    }

    @Override
    public Evaluation evaluation(float[] actorParameters, float[] criticParameters) {
        return new Plain(actorParameters, criticParameters);
    }

    private final class Plain implements Evaluation {
        private final PointerNetwork scorer;
        private final float[] parameters;
        private final Evaluation critic;
        private final float[] packed = new float[rows * features];
        private final float[] answers = new float[rows];

        Plain(float[] actorParameters, float[] criticParameters) {
            this.parameters = actorParameters;
            this.scorer = new PointerNetwork(actor, actorParameters, rows);
            this.critic = critics.evaluation(new float[critics.actorParameters()], criticParameters);
        }

        @Override
        public void scores(float[] observation, boolean[] mask, float[] into) {
            scorer.use(parameters);
            int held = 0;
            for (int row = 0; row < rows; row++) {
                if (mask[row]) {
                    System.arraycopy(observation, row * features, packed, held * features, features);
                    held++;
                }
            }
            scorer.answer(packed, held, answers);
            held = 0;
            for (int row = 0; row < rows; row++) {
                into[row] = mask[row] ? answers[held++] : Float.NEGATIVE_INFINITY;
            }
        }

        @Override
        public float value(float[] observation, boolean[] mask) {
            return critic.value(observation, mask);
        }
    }
}
