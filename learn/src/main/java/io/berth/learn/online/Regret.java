package io.berth.learn.online;

import io.berth.core.strategy.PolicySpec;
import io.berth.learn.online.evidence.Experience;
import io.berth.learn.online.evidence.PastJob;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the jobs met with, against what each of some fixed orders would have given the same jobs in simulation: sums of bounded
 * slowdowns over stretches of jobs. Each stretch is simulated with the jobs that
 * lived when it began.
 *
 * @param jobs that were compared
 * @param live sum of what they met with
 * @param fixed sums by order
 */
public record Regret(long jobs, double live, SortedMap<String, Double> fixed) {
    /** Nothing compared yet. */
    public static final Regret NONE = new Regret(0, 0, new TreeMap<>());

    public Regret {
        fixed = Collections.unmodifiableSortedMap(new TreeMap<>(fixed));
    }

    /** The same with {@code stretch}, as it is known at the experience's now; jobs that have not started count as they waited so far. */
    Regret with(List<PastJob> stretch, Experience experience, List<PolicySpec> orders, PastWindow window) {
        double sum = live;
        for (PastJob job : stretch) {
            long work = job.workNanos(experience.nowNanos(), experience.medianNanos());
            sum += PastJob.slowdown(job.waitNanos(experience.nowNanos()), work);
        }
        TreeMap<String, Double> sums = new TreeMap<>(fixed);
        for (PolicySpec order : orders) {
            sums.merge(order.toString(), window.simulate(order) * stretch.size(), Double::sum);
        }
        return new Regret(jobs + stretch.size(), sum, sums);
    }

    /** The order that would have been best; empty where nothing was compared. */
    public String best() {
        return fixed.entrySet().stream()
                .min(java.util.Map.Entry.comparingByValue())
                .map(java.util.Map.Entry::getKey)
                .orElse("");
    }

    /** How much more the jobs met with than under the best, as a share; below 0 where less; NaN where nothing was compared. */
    public double share() {
        Double least = fixed.get(best());
        return least == null ? Double.NaN : live / least - 1;
    }
}
