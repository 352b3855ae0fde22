package io.berth.learn.agent.table;

import io.berth.core.time.Chance;
import io.berth.learn.environment.Environment;

/**
 * Q-learning with a table, for environments whose states can be counted: learns by playing, mostly what it thinks best and
 * sometimes anything that is allowed. Equal seeds and settings learn equal tables. For one thread.
 *
 * <p>Source: Watkins, Dayan: Q-learning, Machine Learning 8, 1992; with two tables van Hasselt: Double Q-learning, NIPS 2010.
 *
 * <p>An episode that was cut off is not an end: what would have followed still counts.
 */
public final class TableAgent {
    private final Environment world;
    private final Discretiser states;
    private final QLearning settings;
    private final QTable[] tables;
    private final Chance episodes;
    private final Chance chance;
    private final float[] seen;
    private final boolean[] allowed;
    private long steps;
    private int state;

    public TableAgent(Environment world, Discretiser states, QLearning settings, long seed) {
        this.world = world;
        this.states = states;
        this.settings = settings;
        int actions = world.mdp().actions().count();
        tables = new QTable[settings.doubled() ? 2 : 1];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = new QTable(actions, settings.first());
        }
        episodes = new Chance(seed, "table.episodes", 0);
        chance = new Chance(seed, "table.agent", 0);
        seen = new float[world.mdp().observation().size()];
        allowed = new boolean[actions];
    }

    /** Plays and learns for {@code count} more steps, in as many episodes as that takes. */
    public void learn(long count) {
        for (long end = steps + count; steps < end; steps++) {
            if (world.over()) {
                begin();
            }
            int from = state;
            int action = chance.unit() < settings.exploreAt(steps) ? anything() : best(from, allowed);
            double reward = world.step(action);
            if (!world.over() || world.truncated()) {
                look();
            }
            improve(from, action, reward);
        }
    }

    /** How many steps it has learnt from. */
    public long steps() {
        return steps;
    }

    /** How many states it has met. */
    public int states() {
        return tables[0].states();
    }

    /** What it thinks best to do now in {@code game}, which is played beside, of what is allowed there. */
    public int pick(Environment game) {
        float[] view = new float[seen.length];
        boolean[] open = new boolean[allowed.length];
        game.observe(view, 0);
        game.mask(open, 0);
        return best(states.state(view), open);
    }

    /**
     * The best of the {@code allowed} actions in a state, the first of equals.
     *
     * @throws IllegalArgumentException where none is allowed
     */
    public int best(int state, boolean[] allowed) {
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        for (int action = 0; action < allowed.length; action++) {
            if (allowed[action] && value(state, action) > most) {
                most = value(state, action);
                best = action;
            }
        }
        if (best < 0) {
            throw new IllegalArgumentException("No action is allowed in state " + state + ".");
        }
        return best;
    }

    /** What it thinks {@code action} is worth in {@code state}. */
    public double value(int state, int action) {
        double sum = 0;
        for (QTable table : tables) {
            sum += table.of(state)[action];
        }
        return sum / tables.length;
    }

    /** How often it took {@code action} in {@code state}. */
    public int visits(int state, int action) {
        int visits = 0;
        for (QTable table : tables) {
            visits += table.visits(state, action);
        }
        return visits;
    }

    private void begin() {
        world.reset(episodes.bits());
        look();
    }

    private void look() {
        world.observe(seen, 0);
        world.mask(allowed, 0);
        state = states.state(seen);
    }

    private void improve(int from, int action, double reward) {
        QTable table = tables[tables.length == 1 ? 0 : chance.below(2)];
        QTable judge = tables.length == 1 ? table : table == tables[0] ? tables[1] : tables[0];
        double target = reward + world.mdp().discount() * following(table, judge);
        double rate = settings.rateAt(table.visit(from, action));
        double[] values = table.of(from);
        values[action] += rate * (target - values[action]);
    }

    /** What the state now is worth: {@code table} says what is best there and {@code judge} what that is worth. */
    private double following(QTable table, QTable judge) {
        if (world.over() && !world.truncated()) {
            return 0;
        }
        double[] values = table.of(state);
        int best = -1;
        for (int action = 0; action < values.length; action++) {
            boolean open = allowed[action] || world.over();
            if (open && (best < 0 || values[action] > values[best])) {
                best = action;
            }
        }
        return judge.of(state)[best];
    }

    private int anything() {
        int open = 0;
        for (boolean one : allowed) {
            open += one ? 1 : 0;
        }
        int left = chance.below(open);
        for (int action = 0; ; action++) {
            if (allowed[action] && left-- == 0) {
                return action;
            }
        }
    }
}
