package io.berth.learn.environment.engine;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import java.util.function.Predicate;

/**
 * What time costs while jobs wait or run, in the unit of the reward: of n jobs each costs 1/n a second where the mean time to completion
 * counts, and 1/(n · max(run, 10 s)) a second where the mean bounded slowdown does, times the weights. The other goals are not known
 * before the end.
 */
final class WaitCost implements Observer {
    private static final double SHORT_RUN_SECONDS = 10;

    private final double jctWeight;
    private final double slowdownWeight;
    private final double jobs;
    private final Predicate<JobSpec> counts;
    private double perSecond;
    private double cost;
    private long lastNanos = -1;

    /** @param counts the jobs whose time costs, {@code jobs} in number */
    WaitCost(Reward reward, long jobs, Predicate<JobSpec> counts) {
        this.jctWeight = reward.weights().getOrDefault(Goal.JCT, 0.0);
        this.slowdownWeight = reward.weights().getOrDefault(Goal.BOUNDED_SLOWDOWN, 0.0);
        this.jobs = StrictMath.max(1, jobs);
        this.counts = counts;
    }

    /** What it cost until {@code now} since this was last asked. */
    double take(long now) {
        elapse(now);
        double taken = cost;
        cost = 0;
        return taken;
    }

    @Override
    public void ended(JobEnd end) {
        elapse(end.atNanos());
        add(end.job().spec(), -1);
    }

    @Override
    public void instant(Frame frame, State state) {
        elapse(frame.atNanos());
        for (Event event : frame.events()) {
            if (event instanceof Event.JobSubmitted submitted) {
                add(submitted.spec(), 1);
            }
        }
    }

    private void elapse(long now) {
        if (lastNanos >= 0) {
            cost += perSecond * Nanos.toSeconds(now - lastNanos);
        }
        lastNanos = now;
    }

    private void add(JobSpec spec, int sign) {
        if (counts.test(spec)) {
            double run = StrictMath.max(Nanos.toSeconds(spec.workNanos()), SHORT_RUN_SECONDS);
            perSecond += sign * (jctWeight + slowdownWeight / run) / jobs;
        }
    }
}
