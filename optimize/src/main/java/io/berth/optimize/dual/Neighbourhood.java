package io.berth.optimize.dual;

import io.berth.optimize.problem.DenseProblem;
import java.util.SplittableRandom;

/**
 * Which tasks of a good assignment to give anew together: those of some agents drawn by chance, or those in which it differs from
 * another good one. How many agents is learnt: more where nothing better was below, fewer where dives found nothing although there
 * might have been something.
 */
final class Neighbourhood {
    private static final int OPEN = -1;

    /** Fewer agents have nothing to exchange. */
    private static final double FEWEST = 3;

    private final DenseProblem problem;
    private final SplittableRandom random;
    private final boolean[] drawn;
    private double share;

    Neighbourhood(DenseProblem problem, SplittableRandom random) {
        this.problem = problem;
        this.random = random;
        this.drawn = new boolean[problem.agents()];
        this.share = Math.clamp(200.0 / problem.tasks(), 0.05, 0.4);
    }

    /** The assignment with some tasks open. */
    int[] open(int[] agents, int[][] others) {
        int[] open = agents.clone();
        int other = random.nextInt(4 * Math.max(1, others.length));
        if (other < others.length && openDifferences(open, others[other])) {
            return open;
        }
        openAgents(open);
        return open;
    }

    /** Hears whether the last was proved to hold nothing better. */
    void learn(boolean hopeless) {
        double fewest = Math.min(1, FEWEST / drawn.length);
        share = Math.clamp(hopeless ? share * 1.03 : share * 0.97, fewest, Math.max(fewest, 0.8));
    }

    private boolean openDifferences(int[] open, int[] other) {
        boolean any = false;
        for (int task = 0; task < open.length; task++) {
            if (open[task] != other[task]) {
                open[task] = OPEN;
                any = true;
            }
        }
        return any;
    }

    private void openAgents(int[] open) {
        double wanted = share * (0.5 + random.nextDouble());
        for (int agent = 0; agent < drawn.length; agent++) {
            drawn[agent] = random.nextDouble() < wanted;
        }
        drawn[random.nextInt(drawn.length)] = true;
        drawn[random.nextInt(drawn.length)] = true;
        for (int task = 0; task < problem.tasks(); task++) {
            if (drawn[open[task]]) {
                open[task] = OPEN;
            }
        }
    }
}
