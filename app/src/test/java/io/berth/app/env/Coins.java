package io.berth.app.env;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.environment.SharedEnvironment;
import io.berth.learn.serve.EnvironmentSource;
import io.berth.learn.serve.World;
import io.berth.spec.input.Assignment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Worlds of one step, for tests of the command. */
public final class Coins implements EnvironmentSource {
    private static final Mdp MDP = new Mdp(
            "coin",
            "heads or tails",
            new Observation(
                    2, "coin", List.of(Feature.share("up", "1 is heads"), new Feature("worth", "euros", -0.5f, 2, 0))),
            new Actions(2, false, "0 is tails, 1 is heads"),
            "1 where it was guessed",
            0.5,
            "one guess was made",
            "Anonymous, Coins, §1");

    @Override
    public List<Listed> environments() {
        return List.of(new Listed("coin", "heads or tails"), new Listed("coins-of-two", "two guess in turn"));
    }

    @Override
    public @Nullable World open(String scenario, List<Assignment> settings) {
        return switch (scenario) {
            case "coin" -> new World.Single(Coin::new);
            case "coins-of-two" -> new World.Shared(CoinOfTwo::new);
            default -> null;
        };
    }

    /** Prints at each step, as libraries do. */
    private static final class Coin implements Environment {
        private boolean over = true;

        @Override
        public Mdp mdp() {
            return MDP;
        }

        @Override
        public void reset(long seed) {
            over = false;
        }

        @Override
        public void observe(float[] into, int offset) {
            Arrays.fill(into, offset, offset + 4, 0);
        }

        @Override
        public void mask(boolean[] into, int offset) {
            Arrays.fill(into, offset, offset + 2, !over);
        }

        @Override
        public double step(int action) {
            System.out.println("the coin falls");
            over = true;
            return action;
        }

        @Override
        public boolean over() {
            return over;
        }

        @Override
        public Figures figures() {
            return Figures.of("guesses", 1);
        }
    }

    private static final class CoinOfTwo implements SharedEnvironment {
        @Override
        public List<String> agents() {
            return List.of("anna", "otto");
        }

        @Override
        public Mdp mdp(int agent) {
            return MDP;
        }

        @Override
        public void reset(long seed) {}

        @Override
        public int turn() {
            return -1;
        }

        @Override
        public void observe(int agent, float[] into, int offset) {}

        @Override
        public void mask(int agent, boolean[] into, int offset) {}

        @Override
        public void step(int action) {}

        @Override
        public double takeReward(int agent) {
            return 0;
        }

        @Override
        public boolean over() {
            return true;
        }

        @Override
        public Figures figures() {
            return Figures.of("guesses", 0);
        }
    }
}
