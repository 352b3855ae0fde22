package io.berth.learn.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.berth.core.model.Activation;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.Perceptron;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.gradient.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Networks for actions that pick a row. The actor scores each row by itself with one small perceptron, so the order of the rows says
 * nothing and it may be used with any number of them. The critic digests each row in the same way and then looks at all of them.
 *
 * <p>Source: Zhang et al., RLScheduler, SC 2020, §IV-B: the kernel network, and its program for the sizes of the critic.
 */
public final class RowNetworks implements ActorCritic {
    /** Less than any score, and far from where float overflows. */
    private static final float NOT_ALLOWED = -1e9f;

    private static final int PREPARED = 3;

    private final int rows;
    private final int features;
    private final float[] padding;
    private final LayerSizes actor;
    private final LayerSizes digest;
    private final LayerSizes whole;

    /** @param hidden sizes of the hidden layers of actor and digest; as published 32, 16, 8 */
    public RowNetworks(Mdp mdp, List<Integer> hidden) {
        Observation observation = mdp.observation();
        if (!mdp.actions().picksRow() || mdp.actions().count() != observation.rows()) {
            throw new IllegalArgumentException("The actions of (" + mdp.name() + ") do not pick rows.");
        }
        this.rows = observation.rows();
        this.features = observation.features().size();
        this.padding = new float[features];
        for (int i = 0; i < features; i++) {
            padding[i] = observation.features().get(i).padding();
        }
        List<Integer> sizes = new ArrayList<>(hidden);
        sizes.addFirst(features);
        sizes.add(1);
        this.actor = new LayerSizes(sizes, Activation.RELU);
        this.digest = actor;
        this.whole = LayerSizes.relu(rows, 64, 32, 8, 1);
    }

    @Override
    public LayerSizes actor() {
        return actor;
    }

    @Override
    public int criticParameters() {
        return digest.parameters() + whole.parameters();
    }

    @Override
    public float[] newActor(long seed) {
        return Initial.indifferent(actor, seed);
    }

    @Override
    public float[] newCritic(long seed) {
        float[] parameters = new float[criticParameters()];
        Chance chance = new Chance(seed, "critic", 0);
        Initial.write(digest, parameters, 0, 1, chance);
        Initial.write(whole, parameters, digest.parameters(), 1, chance);
        return parameters;
    }

    /** True where an actor can begin as a rule: each hidden layer has room for all features. */
    public boolean holdsRules() {
        return actor.sizes().subList(1, actor.sizes().size() - 1).stream().allMatch(size -> size >= features);
    }

    /**
     * An actor that scores as a rule does, times {@code sharpness}, and can learn more: the first units of each hidden layer hand the
     * features on, as they are not negative, and the others hold random weights of {@code seed} that say nothing yet.
     *
     * <p>Source: Chen, Goodfellow, Shlens: Net2Net, ICLR 2016, §2, for networks that begin as the function of a smaller one.
     *
     * @param rule weights of the features, then a constant
     * @throws IllegalArgumentException where it does not {@link #holdsRules}, or the rule has other features
     */
    public float[] actorLike(float[] rule, double sharpness, long seed) {
        if (!holdsRules() || rule.length != features + 1) {
            throw new IllegalArgumentException(
                    "A network of " + actor + " does not hold a rule of " + (rule.length - 1) + " weights.");
        }
        float[] parameters = newActor(seed);
        int at = 0;
        for (int layer = 0; layer < actor.layers(); layer++) {
            int in = actor.inputs(layer);
            boolean last = layer == actor.layers() - 1;
            for (int unit = 0; unit < (last ? 1 : features); unit++) {
                for (int i = 0; i < in; i++) {
                    boolean feature = i < features;
                    float handedOn = i == unit ? 1 : 0;
                    parameters[at + unit * in + i] = last ? (float) (feature ? sharpness * rule[i] : 0) : handedOn;
                }
            }
            at += actor.parameters(layer);
        }
        parameters[at - 1] = (float) (sharpness * rule[features]);
        return parameters;
    }

    @Override
    public int prepared() {
        return PREPARED;
    }

    /** The rows of all states with an empty one behind them, side by side; where in them each state's rows are; what is not allowed. */
    @Override
    public NDList prepare(NDManager manager, Samples samples, int from, int to) {
        int first = samples.firstRow(from);
        int held = samples.firstRow(to) - first;
        float[] values = columns(samples.rows(), first, held);
        long[] places = new long[(to - from) * rows];
        float[] allowed = new float[(to - from) * rows];
        Arrays.fill(places, held);
        Arrays.fill(allowed, NOT_ALLOWED);
        for (int state = from; state < to; state++) {
            for (int row = samples.firstRow(state); row < samples.firstRow(state + 1); row++) {
                int at = (state - from) * rows + samples.action(row);
                places[at] = (long) row - first;
                allowed[at] = 0;
            }
        }
        Shape states = new Shape(to - from, rows);
        return new NDList(
                manager.create(values, new Shape(features, held + 1)),
                manager.create(places, states),
                manager.create(allowed, states));
    }

    /** The {@code held} rows from {@code first} on and an empty one, feature by feature. */
    private float[] columns(float[] rows, int first, int held) {
        float[] columns = new float[features * (held + 1)];
        for (int feature = 0; feature < features; feature++) {
            int at = feature * (held + 1);
            for (int row = 0; row < held; row++) {
                columns[at + row] = rows[(first + row) * features + feature];
            }
            columns[at + held] = padding[feature];
        }
        return columns;
    }

    @Override
    public NDArray scores(NDArray parameters, NDList prepared) {
        return spread(Graph.perceptronOfColumns(actor, parameters, prepared.get(0)), prepared)
                .add(prepared.get(2));
    }

    @Override
    public NDArray values(NDArray parameters, NDList prepared) {
        NDArray digests =
                Graph.perceptronOfColumns(digest, Graph.part(parameters, 0, digest.parameters()), prepared.get(0));
        NDArray seen = spread(digests, prepared);
        NDArray rest = Graph.part(parameters, digest.parameters(), whole.parameters());
        return Graph.perceptron(whole, rest, seen)
                .reshape(new Shape(seen.getShape().get(0)));
    }

    /** Numbers of rows, to where the rows stand in their states. */
    private static NDArray spread(NDArray numbers, NDList prepared) {
        return numbers.take(prepared.get(1));
    }

    @Override
    public Evaluation evaluation(float[] actorParameters, float[] criticParameters) {
        return new Plain(actorParameters, criticParameters);
    }

    private final class Plain implements Evaluation {
        private final Perceptron scorer;
        private final float[] critic;
        private final float[] digestPart = new float[digest.parameters()];
        private final float[] wholePart = new float[whole.parameters()];
        private final Perceptron digester = new Perceptron(digest, digestPart);
        private final Perceptron viewer = new Perceptron(whole, wholePart);
        private final float[] packed = new float[(rows + 1) * features];
        private final float[] answers = new float[rows + 1];
        private final float[] digests = new float[rows];
        private final float[] value = new float[1];

        Plain(float[] actorParameters, float[] criticParameters) {
            this.scorer = new Perceptron(actor, actorParameters);
            this.critic = criticParameters;
        }

        @Override
        public void scores(float[] observation, boolean[] mask, float[] into) {
            int held = pack(observation, mask);
            scorer.answer(packed, 0, held, answers, 0);
            unpack(mask, into, Float.NEGATIVE_INFINITY);
        }

        @Override
        public float value(float[] observation, boolean[] mask) {
            System.arraycopy(critic, 0, digestPart, 0, digestPart.length);
            System.arraycopy(critic, digestPart.length, wholePart, 0, wholePart.length);
            int held = pack(observation, mask);
            System.arraycopy(padding, 0, packed, held * features, features);
            digester.answer(packed, 0, held + 1, answers, 0);
            unpack(mask, digests, answers[held]);
            viewer.answer(digests, 0, 1, value, 0);
            return value[0];
        }

        private int pack(float[] observation, boolean[] mask) {
            int held = 0;
            for (int row = 0; row < rows; row++) {
                if (mask[row]) {
                    System.arraycopy(observation, row * features, packed, held * features, features);
                    held++;
                }
            }
            return held;
        }

        private void unpack(boolean[] mask, float[] into, float empty) {
            int held = 0;
            for (int row = 0; row < rows; row++) {
                into[row] = mask[row] ? answers[held++] : empty;
            }
        }
    }
}
