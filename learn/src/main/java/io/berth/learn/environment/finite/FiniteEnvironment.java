package io.berth.learn.environment.finite;

import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Plays a {@link FiniteMdp}. An agent sees one number for each state, 1 for the one it is in. Figures: {@code return} (with the
 * discount) and {@code steps}.
 */
public final class FiniteEnvironment implements Environment {
    /** No limit. */
    public static final int FOR_EVER = Integer.MAX_VALUE;

    private final FiniteMdp world;
    private final int limit;
    private final Mdp mdp;
    private Chance chance = new Chance(0, "", 0);
    private int state = FiniteMdp.END;
    private int seen = FiniteMdp.END;
    private int steps;
    private double sum;
    private double worth;

    /**
     * @param limit steps after which an episode is cut off, or {@link #FOR_EVER}
     * @throws IllegalArgumentException where the limit is below 1
     */
    public FiniteEnvironment(FiniteMdp world, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("The limit (" + limit + ") must be at least 1 step.");
        }
        this.world = world;
        this.limit = limit;
        List<Feature> states = IntStream.range(0, world.states())
                .mapToObj(i -> Feature.share("state_" + i, "1 in state " + i))
                .toList();
        mdp = new Mdp(
                world.name(),
                world.summary(),
                new Observation(1, "state", states),
                new Actions(world.actions(), false, "as the process numbers them"),
                "as the process says, at each step",
                world.discount(),
                "when the process ends" + (limit == FOR_EVER ? "" : "; cut off after " + limit + " steps"),
                "");
    }

    @Override
    public Mdp mdp() {
        return mdp;
    }

    @Override
    public void reset(long seed) {
        chance = new Chance(seed, "finite." + world.name(), 0);
        steps = 0;
        sum = 0;
        worth = 1;
        double draw = chance.unit();
        state = 0;
        for (double below = world.start(0); draw >= below && state < world.states() - 1; below += world.start(state)) {
            state++;
        }
        seen = state;
    }

    @Override
    public void observe(float[] into, int offset) {
        checkStarted();
        Arrays.fill(into, offset, offset + world.states(), 0);
        into[offset + seen] = 1;
    }

    @Override
    public void mask(boolean[] into, int offset) {
        checkStarted();
        for (int action = 0; action < world.actions(); action++) {
            into[offset + action] = !over() && world.allowed(state, action);
        }
    }

    @Override
    public double step(int action) {
        if (over()) {
            throw new IllegalStateException("There is no episode, or it is over.");
        }
        if (action < 0 || action >= world.actions() || !world.allowed(state, action)) {
            throw new IllegalArgumentException("The action (" + action + ") is not allowed in state " + state + ".");
        }
        FiniteMdp.Outcome outcome = draw(world.outcomes(state, action));
        state = outcome.next();
        seen = state == FiniteMdp.END ? seen : state;
        steps++;
        sum += worth * outcome.reward();
        worth *= world.discount();
        return outcome.reward();
    }

    private FiniteMdp.Outcome draw(List<FiniteMdp.Outcome> outcomes) {
        if (outcomes.size() == 1) {
            return outcomes.getFirst();
        }
        double left = chance.unit();
        for (FiniteMdp.Outcome outcome : outcomes) {
            left -= outcome.chance();
            if (left < 0) {
                return outcome;
            }
        }
        return outcomes.getLast();
    }

    @Override
    public boolean over() {
        return state == FiniteMdp.END || steps >= limit;
    }

    @Override
    public boolean truncated() {
        return state != FiniteMdp.END && steps >= limit;
    }

    @Override
    public Figures figures() {
        return Figures.of("return", sum).and("steps", steps);
    }

    private void checkStarted() {
        if (seen == FiniteMdp.END) {
            throw new IllegalStateException("There is no episode before the first reset.");
        }
    }
}
