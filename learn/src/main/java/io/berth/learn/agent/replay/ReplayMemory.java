package io.berth.learn.agent.replay;

import io.berth.core.time.Chance;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.environment.Mdp;
import io.berth.learn.network.Samples;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The last steps of one player, in their order, packed as {@link Samples}: each state is kept once, also where it is the next one of the
 * step before. Steps are drawn alike or by how much they surprised.
 *
 * <p>It is bounded by states and bytes; what is reserved for the block that is being filled counts. The oldest block goes first.
 *
 * <p>Source: Lin, Self-improving reactive agents, Machine Learning 1992, §3.5; Schaul et al., Prioritized experience replay, ICLR 2016,
 * §3.3-3.4 and algorithm 1, its proportional variant; Sutton, Learning to predict by the methods of temporal differences, 1988, for
 * returns of several steps.
 */
public final class ReplayMemory implements Checkpointed {
    /** States that are forgotten at once. */
    public static final int BLOCK = 256;

    /** Added to each surprise, so that no step is forgotten for good (Schaul et al., §3.3). */
    private static final double LEAST_SURPRISE = 1e-6;

    private final Samples kind;
    private final ReplayOptions options;
    private final double discount;
    private final Deque<Block> blocks = new ArrayDeque<>();
    private List<Block> byPlace = new ArrayList<>();
    private final SumTree tree;
    private final int places;
    /** The first step that is kept; ids count all steps ever. */
    private long oldest;

    private long next;
    /** The first step of which not all that it needs is known yet. */
    private long open;

    private int ready;
    /** Of all blocks but the last. */
    private long fullBytes;

    private long draws;
    private double most = 1;

    private static final class Block implements Checkpointed {
        private final Samples samples;
        private final int[] actions = new int[BLOCK];
        private final float[] rewards = new float[BLOCK];
        private final int[] after = new int[BLOCK];

        private Block(Samples samples) {
            this.samples = samples;
        }

        private long bytes() {
            return samples.bytes() + 3L * Integer.BYTES * BLOCK;
        }

        @Override
        public void write(CheckpointWriter to) {
            samples.write(to);
            to.add(Arrays.copyOf(actions, samples.count()));
            to.add(Arrays.copyOf(rewards, samples.count()));
            to.add(Arrays.copyOf(after, samples.count()));
        }

        @Override
        public void read(CheckpointReader from) {
            samples.read(from);
            int[] readActions = from.integers();
            float[] readRewards = from.floats();
            int[] readAfter = from.integers();
            int count = samples.count();
            if (count > BLOCK
                    || readActions.length != count
                    || readRewards.length != count
                    || readAfter.length != count) {
                throw from.wrong("a block of its memory is not of " + count + " steps");
            }
            System.arraycopy(readActions, 0, actions, 0, count);
            System.arraycopy(readRewards, 0, rewards, 0, count);
            System.arraycopy(readAfter, 0, after, 0, count);
        }
    }

    /** @param discount of later rewards */
    public ReplayMemory(Mdp mdp, ReplayOptions options, double discount) {
        this.kind = new Samples(mdp);
        this.options = options;
        this.discount = discount;
        this.places = options.states() / BLOCK * BLOCK;
        this.tree = new SumTree(places);
    }

    /** How many steps can be drawn. */
    public int ready() {
        return ready;
    }

    /** How much memory its states take. */
    public long bytes() {
        return fullBytes + (blocks.isEmpty() ? 0 : blocks.getLast().bytes());
    }

    /** Keeps a state and what was done in it; {@link #outcome} must follow. */
    public void add(float[] observation, boolean[] mask, int action) {
        if (next % BLOCK == 0) {
            openBlock();
        }
        Block block = blocks.getLast();
        block.samples.add(observation, mask);
        block.actions[(int) (next % BLOCK)] = action;
        while (open + options.steps() <= next) {
            complete(open++);
        }
        next++;
        forget();
    }

    /** What the step that was kept last gave. */
    public void outcome(double reward, After after) {
        long id = next - 1;
        block(id).rewards[place(id)] = (float) reward;
        block(id).after[place(id)] = after.ordinal();
        if (after == After.GOES_ON) {
            return;
        }
        long end = after == After.ENDED ? next : id;
        while (open < end) {
            complete(open++);
        }
        open = next;
    }

    private void openBlock() {
        if (!blocks.isEmpty()) {
            blocks.getLast().samples.trim();
            fullBytes += blocks.getLast().bytes();
        }
        blocks.addLast(new Block(kind.empty()));
        byPlace = new ArrayList<>(blocks);
    }

    private void forget() {
        while (blocks.size() > places / BLOCK || bytes() > options.bytes()) {
            if (blocks.size() <= 2) {
                throw new IllegalStateException("A memory of " + options.bytes() + " bytes does not hold "
                        + ReplayOptions.LEAST_STATES + " of these states.");
            }
            fullBytes -= blocks.removeFirst().bytes();
            byPlace = new ArrayList<>(blocks);
            for (int i = 0; i < BLOCK; i++) {
                int leaf = leaf(oldest + i);
                ready -= tree.weight(leaf) > 0 ? 1 : 0;
                tree.set(leaf, 0);
            }
            oldest += BLOCK;
        }
    }

    private void complete(long id) {
        tree.set(leaf(id), most);
        ready++;
    }

    private int leaf(long id) {
        return (int) (id % places);
    }

    private Block block(long id) {
        return byPlace.get((int) ((id - oldest) / BLOCK));
    }

    private static int place(long id) {
        return (int) (id % BLOCK);
    }

    private boolean stands(long id, After how) {
        return block(id).after[place(id)] == how.ordinal();
    }

    /**
     * Draws {@code count} steps, one from each of as many equal shares of all priorities; a step may come twice.
     *
     * @throws IllegalStateException where none is ready
     */
    public Draw draw(int count, Chance chance) {
        if (ready == 0) {
            throw new IllegalStateException("The memory has no step that could be drawn.");
        }
        long[] ids = new long[count];
        double[] weights = new double[count];
        double correction = options.correctionAt(draws++);
        double largest = 0;
        for (int i = 0; i < count; i++) {
            int leaf = tree.find((i + chance.unit()) / count * tree.total());
            ids[i] = oldest + Math.floorMod(leaf - oldest, (long) places);
            double share = tree.weight(leaf) / tree.total();
            weights[i] = StrictMath.pow(ready * share, -correction);
            largest = StrictMath.max(largest, weights[i]);
        }
        Draw draw = new Draw(
                ids, kind.empty(), kind.empty(), new long[count], new float[count], new float[count], new float[count]);
        for (int i = 0; i < count; i++) {
            draw.weights()[i] = (float) (weights[i] / largest);
            fill(draw, i);
        }
        return draw;
    }

    private void fill(Draw draw, int i) {
        long id = draw.ids()[i];
        draw.now().add(block(id).samples, place(id));
        draw.actions()[i] = block(id).actions[place(id)];
        double reward = 0;
        double worth = 1;
        long at = id;
        boolean ended = false;
        // A step of an episode that is cut off is only a state to those before it.
        while (at < id + options.steps() && !ended && !(at > id && stands(at, After.CUT_OFF))) {
            reward += worth * block(at).rewards[place(at)];
            worth *= discount;
            ended = stands(at, After.ENDED);
            at++;
        }
        long later = ended ? id : at;
        draw.later().add(block(later).samples, place(later));
        draw.rewards()[i] = (float) reward;
        draw.discounts()[i] = (float) (ended ? 0 : worth);
    }

    /** By how much the steps of {@code draw} surprised: the error of what was expected of each, of any sign. */
    public void surprised(Draw draw, double[] errors) {
        if (options.priority() == 0) {
            return;
        }
        for (int i = 0; i < errors.length; i++) {
            double surprise = StrictMath.abs(errors[i]) + LEAST_SURPRISE;
            double weight = StrictMath.pow(surprise, options.priority());
            most = StrictMath.max(most, weight);
            tree.set(leaf(draw.ids()[i]), weight);
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(oldest);
        to.add(next);
        to.add(open);
        to.add(draws);
        to.add(most);
        to.add(blocks.size());
        blocks.forEach(block -> block.write(to));
        double[] weights = new double[(int) (next - oldest)];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = tree.weight(leaf(oldest + i));
        }
        to.add(weights);
    }

    @Override
    public void read(CheckpointReader from) {
        for (int i = 0; i < places; i++) {
            tree.set(i, 0);
        }
        oldest = from.longInteger();
        next = from.longInteger();
        open = from.longInteger();
        draws = from.longInteger();
        most = from.number();
        int count = from.integer();
        blocks.clear();
        for (int i = 0; i < count; i++) {
            Block block = new Block(kind.empty());
            block.read(from);
            blocks.addLast(block);
        }
        byPlace = new ArrayList<>(blocks);
        fullBytes = blocks.stream().mapToLong(Block::bytes).sum()
                - (count == 0 ? 0 : blocks.getLast().bytes());
        double[] weights = from.doubles();
        if (weights.length != next - oldest
                || weights.length > places
                || (weights.length + BLOCK - 1) / BLOCK != count) {
            throw from.wrong("its memory of " + weights.length + " steps is not what is kept here");
        }
        ready = 0;
        for (int i = 0; i < weights.length; i++) {
            tree.set(leaf(oldest + i), weights[i]);
            ready += weights[i] > 0 ? 1 : 0;
        }
    }
}
