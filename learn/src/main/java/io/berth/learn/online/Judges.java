package io.berth.learn.online;

import io.berth.core.policy.Order;
import io.berth.core.policy.StrategySpec;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import java.util.List;

/** The two judges of one look: a simulation of the window's jobs, and the logged choices. */
final class Judges {
    /** Jobs that a candidate did not see when it was made, at least; a single busy hour has some sixty. */
    private static final int LEAST_FRESH = 150;

    /** A gain below this share of the bounded slowdown is not worth a change. */
    private static final double WORTH = 0.03;

    private final WindowRuns runs;
    private final OffPolicy offPolicy;
    private final List<PastJob> window;
    private final StrategySpec inForce;
    private final Order order;
    private final WindowRuns.Outcome own;

    Judges(WindowRuns runs, OffPolicy offPolicy, List<PastJob> window, StrategySpec inForce, Order order) {
        this.runs = runs;
        this.offPolicy = offPolicy;
        this.window = window;
        this.inForce = inForce;
        this.order = order;
        this.own = runs.run(inForce);
    }

    /** Both look at {@code trial}. */
    void judge(Trial trial, LearnerOptions options) {
        trial.judged(
                simulation(trial, options.alpha()),
                offPolicy.judge(trial.shadow().order(), order, options.offPolicyAlpha()));
    }

    /** The bounded slowdown of each job that the candidate's maker never saw, in force minus candidate. */
    private Judgement simulation(Trial trial, double alpha) {
        int from = Learner.firstFrom(window, trial.afterJob() + 1);
        int fresh = window.size() - from;
        if (fresh < LEAST_FRESH) {
            return Judgement.cannotTell(fresh, 0);
        }
        WindowRuns.Outcome other =
                runs.run(Exploration.with(inForce, trial.candidate().order()));
        double[] gains = new double[fresh];
        int different = 0;
        for (int i = 0; i < fresh; i++) {
            gains[i] = own.slowdown(from + i) - other.slowdown(from + i);
            different += gains[i] == 0 ? 0 : 1;
        }
        Difference gain = PairedBootstrap.of(gains, BlockLength.of(gains), Goal.MORE);
        boolean worthIt = gain.mean() < 0 || gain.mean() >= WORTH * own.meanSlowdown(from);
        return Judgement.of(gain, worthIt ? alpha : 0, different);
    }
}
