package io.berth.learn.online;

import io.berth.core.policy.Order;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.online.evidence.Judgement;
import io.berth.learn.online.evidence.OffPolicy;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.WindowRuns;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The two judges of one look: a simulation of the window's jobs, and the logged choices. */
final class Judges {
    /** Jobs that a candidate did not see when it was made, at least; a single busy hour has some sixty. */
    private static final int LEAST_FRESH = 150;

    /** The same of an order that was there before the jobs were. */
    static final int LEAST_KNOWN = 40;

    /** A gain below this share of the bounded slowdown is not worth a change. */
    static final double WORTH = 0.03;

    /** A simulated loss on the very window that is no more than noise. */
    private static final double NO_LOSS = 0.01;

    /**
     * How much worse than the best known order a candidate that was made of jobs may be with others, in the logarithm. A rule that learnt
     * in bursts of narrow jobs had 0.27 and cost a run 12 % when wide ones came (docs/experiments on learning while running).
     */
    private static final double HELPLESS = 0.1;

    /** Draws of the window: so many make the interval's t nearly normal. */
    private static final int DRAWS = 12;

    private final WindowRuns.Setting setting;
    private final OffPolicy offPolicy;
    private final List<PastJob> window;
    private final StrategySpec inForce;
    private final Order order;
    private final WindowRuns runs;
    private final WindowRuns.Outcome own;
    private final Map<Integer, RedrawnRuns> redrawn = new TreeMap<>();
    private @Nullable RedrawnRuns strange;

    Judges(WindowRuns.Setting setting, OffPolicy offPolicy, List<PastJob> window, StrategySpec inForce, Order order) {
        this.setting = setting;
        this.offPolicy = offPolicy;
        this.window = window;
        this.inForce = inForce;
        this.order = order;
        this.runs = WindowRuns.ofPast(setting, window);
        this.own = runs.run(inForce);
    }

    /** Both look at {@code trial}. */
    void judge(Trial trial, LearnerOptions options) {
        trial.judged(
                simulation(trial, options.alpha()),
                offPolicy.judge(trial.shadow().order(), order, options.offPolicyAlpha()));
    }

    /** The jobs that the candidate's maker never saw: as they came, and as they might have come. */
    private Judgement simulation(Trial trial, double alpha) {
        boolean known = trial.candidate().known();
        int from = known ? 0 : Learner.firstFrom(window, trial.afterJob() + 1);
        int fresh = window.size() - from;
        if (fresh < (known ? LEAST_KNOWN : LEAST_FRESH)) {
            return Judgement.cannotTell(fresh, 0);
        }
        StrategySpec other = inForce.ordering(trial.candidate().order());
        Judgement asItWas = asItWas(from, other, alpha);
        boolean mayBeBetter = known ? asItWas.mean() >= -NO_LOSS : asItWas.verdict() == Judgement.Verdict.BETTER;
        if (asItWas.verdict() == Judgement.Verdict.WORSE || !mayBeBetter) {
            return asItWas;
        }
        Judgement redrawn = redrawn(from).compare(inForce, other, alpha);
        boolean narrow = !known && redrawn.verdict() == Judgement.Verdict.BETTER && isHelpless(other);
        return narrow ? redrawn.narrow() : redrawn;
    }

    private RedrawnRuns redrawn(int from) {
        return redrawn.computeIfAbsent(
                from, first -> RedrawnRuns.of(setting, window.subList(first, window.size()), DRAWS, seed()));
    }

    /** True where jobs as nobody has seen them would fare far worse under {@code other} than under an order that needs to know none. */
    private boolean isHelpless(StrategySpec other) {
        RedrawnRuns runs = strange;
        if (runs == null) {
            runs = RedrawnRuns.strange(setting, window, DRAWS, seed());
            strange = runs;
        }
        double least = runs.logarithm(inForce);
        for (PolicySpec order : KnownOrders.ORDERS) {
            least = StrictMath.min(least, runs.logarithm(inForce.ordering(order)));
        }
        return runs.logarithm(other) > least + HELPLESS;
    }

    private long seed() {
        return setting.experience().ended() * DRAWS;
    }

    /** The bounded slowdown of each job, in force minus candidate, as a share of its mean in force. */
    private Judgement asItWas(int from, StrategySpec strategy, double alpha) {
        WindowRuns.Outcome other = runs.run(strategy);
        double mean = own.meanSlowdown(from);
        double[] gains = new double[window.size() - from];
        int different = 0;
        for (int i = 0; i < gains.length; i++) {
            gains[i] = (own.slowdown(from + i) - other.slowdown(from + i)) / mean;
            different += gains[i] == 0 ? 0 : 1;
        }
        Difference gain = PairedBootstrap.of(gains, BlockLength.of(gains), Goal.MORE);
        boolean worthIt = gain.mean() < 0 || gain.mean() >= WORTH;
        return Judgement.of(gain, worthIt ? alpha : 0, different);
    }
}
