package io.berth.core.metric;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.journal.Frame;
import io.berth.core.qos.QosClass;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How many jobs of each declared class started within what it promises, from when they entered the queue to the decision that started them
 * first, and how many did not. One that left without a start missed it where it had waited that long, else it counts for neither.
 */
public final class PromisedStarts {
    private final Predicate<Job> counts;
    private final TreeMap<String, long[]> byClass = new TreeMap<>();

    /**
     * What became of the jobs of a class.
     *
     * @param kept jobs that started within the promise
     * @param missed jobs that did not
     */
    public record Count(QosClass qos, long kept, long missed) {
        /** The part of those that did not, 0 to 1; NaN where none is known of. */
        public double missRate() {
            return kept + missed == 0 ? Double.NaN : (double) missed / (kept + missed);
        }
    }

    /** @param counts of which jobs it is counted */
    public PromisedStarts(Predicate<Job> counts) {
        this.counts = counts;
    }

    /** The frame, which is applied. */
    public void instant(Frame frame, State state) {
        Plan plan = frame.plan();
        if (plan == null || !state.qos().any()) {
            return;
        }
        for (Decision decision : plan.decisions()) {
            Job job = decision instanceof Decision.Start start ? state.job(start.job()) : null;
            if (job != null && job.restarts() == 0) {
                count(job, frame.atNanos() - job.readyNanos() <= job.qos().waitNanos());
            }
        }
    }

    /** A job left. */
    public void ended(JobEnd end) {
        Job job = end.job();
        if (job.waiting() && job.restarts() == 0 && late(job, end.atNanos())) {
            count(job, false);
        }
    }

    private static boolean late(Job job, long now) {
        return job.qos().promises()
                && !job.gated()
                && now - job.readyNanos() > job.qos().waitNanos();
    }

    private void count(Job job, boolean kept) {
        if (job.qos().promises() && counts.test(job)) {
            byClass.computeIfAbsent(job.qos().name(), _ -> new long[2])[kept ? 0 : 1]++;
        }
    }

    /** By class that is declared and promises something, in the order of the declaration. */
    public List<Count> counts(State state) {
        List<Count> all = new ArrayList<>();
        for (QosClass qos : state.qos().declared()) {
            long[] count = byClass.getOrDefault(qos.name(), new long[2]);
            if (qos.promises()) {
                all.add(new Count(qos, count[0], count[1]));
            }
        }
        return all;
    }

    /** As of {@code now}; who waits and has waited longer than it was promised missed it. */
    void figures(State state, long now, SortedMap<String, Double> figures) {
        if (!state.qos().any()) {
            return;
        }
        for (Count count : counts(state)) {
            long late = state.jobs().stream()
                    .filter(job ->
                            job.waiting() && job.restarts() == 0 && job.qos().equals(count.qos()))
                    .filter(job -> counts.test(job) && late(job, now))
                    .count();
            Count whole = new Count(count.qos(), count.kept(), count.missed() + late);
            String name = "." + count.qos().name();
            figures.put("qos_promised_s" + name, Nanos.toSeconds(count.qos().waitNanos()));
            figures.put("qos_kept" + name, (double) whole.kept());
            figures.put("qos_missed" + name, (double) whole.missed());
            figures.put("qos_miss_rate" + name, whole.missRate());
        }
    }
}
