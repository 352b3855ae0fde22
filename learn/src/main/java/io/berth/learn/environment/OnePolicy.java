package io.berth.learn.environment;

/**
 * A shared environment as one agent plays it that has every turn: one policy for all, for agents that see and do the same. Its reward is
 * what all of them together were given.
 */
public final class OnePolicy implements Environment {
    private final SharedEnvironment shared;
    private int seen;

    /** @throws IllegalArgumentException where agents see or do different things */
    public OnePolicy(SharedEnvironment shared) {
        this.shared = shared;
        Mdp first = shared.mdp(0);
        for (int agent = 1; agent < shared.agents().size(); agent++) {
            if (!shared.mdp(agent).equals(first)) {
                throw new IllegalArgumentException("Agents " + shared.agents()
                        + " see or do different things, so that one policy cannot play them all.");
            }
        }
    }

    @Override
    public Mdp mdp() {
        return shared.mdp(0);
    }

    @Override
    public void reset(long seed) {
        shared.reset(seed);
        seen = StrictMath.max(0, shared.turn());
    }

    @Override
    public void observe(float[] into, int offset) {
        shared.observe(seen, into, offset);
    }

    @Override
    public void mask(boolean[] into, int offset) {
        shared.mask(seen, into, offset);
    }

    @Override
    public double step(int action) {
        shared.step(action);
        seen = shared.over() ? seen : shared.turn();
        double reward = 0;
        for (int agent = 0; agent < shared.agents().size(); agent++) {
            reward += shared.takeReward(agent);
        }
        return reward;
    }

    @Override
    public boolean over() {
        return shared.over();
    }

    @Override
    public Figures figures() {
        return shared.figures();
    }
}
