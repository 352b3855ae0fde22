package io.berth.learn.environment.engine;

import io.berth.core.strategy.StrategySpec;
import io.berth.sim.run.Simulation;

/** What the environments over the engine do alike. */
final class Runs {
    private Runs() {}

    /** {@code setup} under another strategy. */
    static Simulation.Setup under(Simulation.Setup setup, StrategySpec strategy) {
        return new Simulation.Setup(
                setup.nodes(),
                setup.workload(),
                strategy,
                setup.seed(),
                setup.world(),
                setup.untilNanos(),
                setup.shuffleSeed());
    }

    /** @throws IllegalArgumentException where {@code action} is none or {@code mask} does not allow it */
    static void check(int action, boolean[] mask) {
        if (action < 0 || action >= mask.length) {
            throw new IllegalArgumentException(
                    "The action (" + action + ") must be from 0 to " + (mask.length - 1) + ".");
        }
        if (!mask[action]) {
            throw new IllegalArgumentException("The action (" + action + ") is not allowed now; see the mask.");
        }
    }

    /** @throws IllegalArgumentException where {@code value} is not from {@code least} to {@code most} */
    static int bounded(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "The " + name + " (" + value + ") must be from " + least + " to " + most + ".");
        }
        return value;
    }

    /** The only one that {@code mask} allows; -1 where it allows none or several. */
    static int only(boolean[] mask) {
        int only = -1;
        for (int action = 0; action < mask.length; action++) {
            if (mask[action]) {
                if (only >= 0) {
                    return -1;
                }
                only = action;
            }
        }
        return only;
    }
}
