package io.berth.learn.imitation;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.berth.core.time.Chance;
import io.berth.learn.gradient.Adam;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Loss;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.Samples;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Behaviour cloning: makes the teacher's action the likeliest in every state that was seen.
 *
 * <p>Source: Pomerleau: Efficient training of artificial neural networks for autonomous navigation, Neural Computation 3, 1991; the
 * loss is the cross-entropy.
 */
public final class Cloning {
    private static final int CHUNK = 64;

    /** States of a group: enough chunks of different sizes to mix. */
    private static final int GROUP = 64 * CHUNK;

    private final ActorCritic networks;
    private final GradientWorkers workers;
    private final Samples states;
    private final long[] actions;

    /** @param actions what the teacher did in each of {@code states} */
    public Cloning(ActorCritic networks, GradientWorkers workers, Samples states, List<Integer> actions, long seed) {
        this.networks = networks;
        this.workers = workers;
        int[] order = alike(states, new Chance(seed, "demonstrations", 0).order(actions.size()), seed);
        this.states = states.inOrder(order);
        this.actions = new long[order.length];
        for (int place = 0; place < order.length; place++) {
            this.actions[place] = actions.get(order[place]);
        }
    }

    /** What a pass was: the mean cross-entropy before its steps, and the share of states in which the likeliest action was the teacher's. */
    public record Progress(double loss, double agreement) {}

    /** Goes {@code passes} times over what was shown, {@code batch} states a step, and changes {@code actor}. */
    public Progress learn(float[] actor, int passes, int batch, double rate) {
        int chunks = (actions.length + CHUNK - 1) / CHUNK;
        int each = Math.max(1, batch / CHUNK);
        Adam steps = new Adam(actor.length);
        double loss = 0;
        double agreed = 0;
        try (GradientWorkers.Batch shown = workers.batch(chunks, actor.length, (manager, chunk) -> {
            int from = chunk * CHUNK;
            int to = end(chunk);
            NDList prepared = networks.prepare(manager, states, from, to);
            long[] chosen = Arrays.copyOfRange(actions, from, to);
            prepared.add(manager.create(chosen, new Shape(to - from, 1)));
            return prepared;
        })) {
            for (int pass = 0; pass < passes; pass++) {
                loss = 0;
                agreed = 0;
                double left = 1 - (double) pass / passes;
                for (int first = 0; first < chunks; first += each) {
                    int last = Math.min(first + each, chunks);
                    int count = end(last - 1) - first * CHUNK;
                    GradientSum sum = shown.sum(actor, loss(), first, last);
                    loss += sum.figures()[0] / actions.length;
                    agreed += sum.figures()[1] / actions.length;
                    steps.step(actor, sum.gradient(), 1.0 / count, rate * left);
                }
            }
        }
        return new Progress(loss, agreed);
    }

    private int end(int chunk) {
        return Math.min((chunk + 1) * CHUNK, actions.length);
    }

    private Loss loss() {
        return (parameters, inputs) -> {
            NDArray chosen = inputs.get(networks.prepared());
            NDArray all = networks.scores(parameters, inputs).logSoftmax(1);
            NDArray same = all.argMax(1).reshape(chosen.getShape()).eq(chosen);
            return new NDList(
                    all.gather(chosen, 1).sum().neg(),
                    same.toType(DataType.FLOAT32, false).sum());
        };
    }

    /**
     * The same order with states of about as many rows in each chunk, which is then padded little: within groups of chunks they are
     * sorted by their rows, and the chunks are mixed again.
     */
    private static int[] alike(Samples states, int[] order, long seed) {
        int[] sorted = new int[order.length];
        for (int first = 0; first < order.length; first += GROUP) {
            int end = Math.min(first + GROUP, order.length);
            int[] group = Arrays.stream(order, first, end)
                    .boxed()
                    .sorted(Comparator.comparingInt(states::held))
                    .mapToInt(Integer::intValue)
                    .toArray();
            System.arraycopy(group, 0, sorted, first, group.length);
        }
        int whole = order.length / CHUNK;
        int[] chunks = new Chance(seed, "chunks", 0).order(whole);
        int[] mixed = sorted.clone();
        for (int place = 0; place < whole; place++) {
            System.arraycopy(sorted, chunks[place] * CHUNK, mixed, place * CHUNK, CHUNK);
        }
        return mixed;
    }
}
