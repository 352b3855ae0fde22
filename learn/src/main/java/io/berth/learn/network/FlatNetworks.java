package io.berth.learn.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.berth.core.model.Activation;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.Perceptron;
import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Mdp;
import io.berth.learn.gradient.Graph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Networks for any actions: two perceptrons that look at the whole observation. */
public final class FlatNetworks implements ActorCritic {
    private static final float NOT_ALLOWED = -1e9f;
    private static final int PREPARED = 2;

    private final LayerSizes actor;
    private final LayerSizes critic;
    private final float[] padding;

    /** @param hidden sizes of the hidden layers of both */
    public FlatNetworks(Mdp mdp, List<Integer> hidden, Activation activation) {
        this.actor = shape(mdp.observation().size(), hidden, mdp.actions().count(), activation);
        this.critic = shape(mdp.observation().size(), hidden, 1, activation);
        List<Feature> features = mdp.observation().features();
        this.padding = new float[mdp.observation().size()];
        for (int i = 0; i < padding.length; i++) {
            padding[i] = features.get(i % features.size()).padding();
        }
    }

    private static LayerSizes shape(int inputs, List<Integer> hidden, int outputs, Activation activation) {
        List<Integer> sizes = new ArrayList<>(hidden);
        sizes.addFirst(inputs);
        sizes.add(outputs);
        return new LayerSizes(sizes, activation);
    }

    @Override
    public LayerSizes actor() {
        return actor;
    }

    @Override
    public int criticParameters() {
        return critic.parameters();
    }

    @Override
    public float[] newActor(long seed) {
        return Initial.indifferent(actor, seed);
    }

    @Override
    public float[] newCritic(long seed) {
        float[] parameters = new float[criticParameters()];
        Initial.write(critic, parameters, 0, 1, new Chance(seed, "critic", 0));
        return parameters;
    }

    @Override
    public int prepared() {
        return PREPARED;
    }

    @Override
    public NDList prepare(NDManager manager, Samples samples, int from, int to) {
        int inputs = actor.inputs();
        int actions = samples.actions();
        float[] values = new float[(to - from) * inputs];
        float[] allowed = new float[(to - from) * actions];
        for (int state = from; state < to; state++) {
            int at = (state - from) * inputs;
            int mask = (state - from) * actions;
            if (samples.byRow()) {
                spread(samples, state, new Spread(values, at, allowed, mask));
            } else {
                System.arraycopy(samples.rows(), samples.firstRow(state) * inputs, values, at, inputs);
                for (int action = 0; action < actions; action++) {
                    allowed[mask + action] = samples.allowed(state, action) ? 0 : NOT_ALLOWED;
                }
            }
        }
        return new NDList(
                manager.create(values, new Shape(to - from, inputs)),
                manager.create(allowed, new Shape(to - from, actions)));
    }

    /** Where the numbers of a state and what it allows begin. */
    private record Spread(float[] values, int at, float[] allowed, int mask) {}

    /** The rows that were kept at their places, among empty ones. */
    private void spread(Samples samples, int state, Spread into) {
        int features = samples.features();
        System.arraycopy(padding, 0, into.values, into.at, padding.length);
        Arrays.fill(into.allowed, into.mask, into.mask + samples.actions(), NOT_ALLOWED);
        for (int row = samples.firstRow(state); row < samples.firstRow(state + 1); row++) {
            int action = samples.action(row);
            System.arraycopy(samples.rows(), row * features, into.values, into.at + action * features, features);
            into.allowed[into.mask + action] = 0;
        }
    }

    @Override
    public NDArray scores(NDArray parameters, NDList prepared) {
        return Graph.perceptron(actor, parameters, prepared.get(0)).add(prepared.get(1));
    }

    @Override
    public NDArray values(NDArray parameters, NDList prepared) {
        NDArray values = Graph.perceptron(critic, parameters, prepared.get(0));
        return values.reshape(new Shape(values.size()));
    }

    @Override
    public Evaluation evaluation(float[] actorParameters, float[] criticParameters) {
        return new Plain(actorParameters, criticParameters);
    }

    private final class Plain implements Evaluation {
        private final Perceptron scorer;
        private final Perceptron viewer;
        private final float[] value = new float[1];

        Plain(float[] actorParameters, float[] criticParameters) {
            this.scorer = new Perceptron(actor, actorParameters);
            this.viewer = new Perceptron(critic, criticParameters);
        }

        @Override
        public void scores(float[] observation, boolean[] mask, float[] into) {
            scorer.answer(observation, 0, 1, into, 0);
            for (int action = 0; action < mask.length; action++) {
                if (!mask[action]) {
                    into[action] = Float.NEGATIVE_INFINITY;
                }
            }
        }

        @Override
        public float value(float[] observation, boolean[] mask) {
            viewer.answer(observation, 0, 1, value, 0);
            return value[0];
        }
    }
}
