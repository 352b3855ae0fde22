package io.berth.learn.agent.experience;

import io.berth.core.time.Chance;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.environment.Environment;
import java.util.Arrays;

/**
 * An environment that is played for ever, one episode after the other, with the chance of an explorer. Its place in the current episode
 * is written as the actions that led there.
 */
public final class Seat implements Checkpointed {
    private static final int DRAWS = 2;
    private static final int INITIAL = 64;

    private final Environment environment;
    private final long seed;
    private final int place;
    private final int places;
    private final float[] observation;
    private final boolean[] mask;
    private final float[] scores;
    private long begun;
    private boolean idle = true;
    private int[] taken = new int[INITIAL];
    private int steps;
    private double total;

    /** @param place of this seat among {@code places}, which share the episodes of {@code seed} out */
    public Seat(Environment environment, long seed, int place, int places) {
        this.environment = environment;
        this.seed = seed;
        this.place = place;
        this.places = places;
        this.observation = new float[environment.mdp().observation().size()];
        this.mask = new boolean[environment.mdp().actions().count()];
        this.scores = new float[mask.length];
    }

    public Environment environment() {
        return environment;
    }

    /** Sees the state; begins the next episode where none is under way. */
    public void look() {
        if (idle || environment.over()) {
            begin();
        }
        see();
    }

    /** Sees the state, be the episode over or not. */
    void see() {
        environment.observe(observation, 0);
        environment.mask(mask, 0);
    }

    private void begin() {
        begun++;
        idle = false;
        steps = 0;
        total = 0;
        environment.reset(new Chance(seed, "training episode", episode()).bits());
    }

    private long episode() {
        return place + (begun - 1) * places;
    }

    /** What was seen last. */
    public float[] observation() {
        return observation;
    }

    /** What was allowed then. */
    public boolean[] mask() {
        return mask;
    }

    /** Room for the scores of the actions. */
    public float[] scores() {
        return scores;
    }

    /** A number from 0 to 1 for this step, the first or the second. */
    public double chance(int draw) {
        return Chance.unitAt(seed, "exploration", episode(), (long) DRAWS * steps + draw);
    }

    /** Takes an action and returns its reward. */
    public double step(int action) {
        if (steps == taken.length) {
            taken = Arrays.copyOf(taken, 2 * steps);
        }
        taken[steps++] = action;
        double reward = environment.step(action);
        total += reward;
        return reward;
    }

    /** True where the episode has ended or was cut off. */
    public boolean over() {
        return environment.over();
    }

    /** True where it was cut off. */
    public boolean truncated() {
        return environment.truncated();
    }

    /** The sum of the rewards of the episode so far. */
    public double total() {
        return total;
    }

    @Override
    public void write(CheckpointWriter to) {
        boolean playing = !idle && !environment.over();
        to.add(begun);
        to.add(playing ? 1 : 0);
        to.add(Arrays.copyOf(taken, playing ? steps : 0));
    }

    @Override
    public void read(CheckpointReader from) {
        begun = from.longInteger();
        boolean playing = from.integer() == 1;
        int[] actions = from.integers();
        if (!playing) {
            idle = true;
            return;
        }
        begun--;
        begin();
        try {
            for (int action : actions) {
                step(action);
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw from.wrong("its episode cannot be played here: " + e.getMessage());
        }
    }
}
