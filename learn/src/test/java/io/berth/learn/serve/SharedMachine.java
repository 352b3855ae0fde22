package io.berth.learn.serve;

import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.environment.SharedEnvironment;
import java.util.Arrays;
import java.util.List;

/**
 * Two queues of one machine with four GPUs, an agent for each, turn by turn: start the oldest job, or wait. After both had their turn a
 * step of time goes by. For tests and demonstrations.
 */
final class SharedMachine implements SharedEnvironment {
    private static final List<String> AGENTS = List.of("training", "inference");
    private static final int GPUS = 4;
    private static final int ROUNDS = 30;
    private static final int MOST_WAITING = 10;

    private final int[] waiting = new int[AGENTS.size()];
    private final double[] reward = new double[AGENTS.size()];
    private final int[] busyUntil = new int[GPUS];
    private Chance chance = new Chance(0, "shared-machine", 0);
    private int round = ROUNDS;
    private int turn;
    private int started;

    @Override
    public List<String> agents() {
        return AGENTS;
    }

    @Override
    public Mdp mdp(int agent) {
        return new Mdp(
                "shared-machine",
                "whether the oldest job of the " + AGENTS.get(agent)
                        + " queue starts on a machine that two queues share",
                new Observation(
                        1,
                        "machine",
                        List.of(
                                Feature.share("own", "own jobs that wait, of 10"),
                                Feature.share("other", "jobs of the other queue that wait, of 10"),
                                Feature.share("free", "GPUs that are free, of 4"))),
                new Actions(2, false, "0 waits, 1 starts the oldest job"),
                "minus the own jobs that wait, of 10, each round",
                1,
                ROUNDS + " rounds are over",
                "");
    }

    @Override
    public void reset(long seed) {
        chance = new Chance(seed, "shared-machine", 0);
        Arrays.fill(busyUntil, 0);
        Arrays.fill(reward, 0);
        Arrays.fill(waiting, 1);
        round = 0;
        turn = 0;
        started = 0;
    }

    @Override
    public int turn() {
        return over() ? -1 : turn;
    }

    @Override
    public void observe(int agent, float[] into, int offset) {
        into[offset] = waiting[agent] / (float) MOST_WAITING;
        into[offset + 1] = waiting[1 - agent] / (float) MOST_WAITING;
        into[offset + 2] = free() / (float) GPUS;
    }

    @Override
    public void mask(int agent, boolean[] into, int offset) {
        boolean mine = turn() == agent;
        into[offset] = mine;
        into[offset + 1] = mine && waiting[agent] > 0 && free() > 0;
    }

    @Override
    public void step(int action) {
        if (over()) {
            throw new IllegalStateException("The episode is over.");
        }
        boolean may = action == 0 || action == 1 && waiting[turn] > 0 && free() > 0;
        if (!may) {
            throw new IllegalArgumentException("Action " + action + " is not allowed.");
        }
        if (action == 1) {
            start();
        }
        turn++;
        if (turn == AGENTS.size()) {
            turn = 0;
            endRound();
        }
    }

    private void start() {
        int gpu = 0;
        while (busyUntil[gpu] > round) {
            gpu++;
        }
        busyUntil[gpu] = round + (turn == 0 ? 5 : 2);
        waiting[turn]--;
        started++;
    }

    private void endRound() {
        for (int agent = 0; agent < waiting.length; agent++) {
            reward[agent] -= waiting[agent] / (double) MOST_WAITING;
            boolean comes = chance.unit() < 0.6;
            waiting[agent] = Math.min(MOST_WAITING, waiting[agent] + (comes ? 1 : 0));
        }
        round++;
    }

    private int free() {
        int free = 0;
        for (int until : busyUntil) {
            free += until <= round ? 1 : 0;
        }
        return free;
    }

    @Override
    public double takeReward(int agent) {
        double taken = reward[agent];
        reward[agent] = 0;
        return taken;
    }

    @Override
    public boolean over() {
        return round == ROUNDS;
    }

    @Override
    public Figures figures() {
        return Figures.of("jobs_started", started);
    }
}
