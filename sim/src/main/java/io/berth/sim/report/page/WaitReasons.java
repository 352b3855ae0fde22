package io.berth.sim.report.page;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Reason;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Why jobs waited, asked of the engine at moments spread over the run: an explanation plans on a copy of the whole state, so
 * it cannot be had for every job at every moment. The time jobs waited since the moment before is split in the proportion of
 * the answers.
 */
final class WaitReasons {
    /** Moments before the distance between them doubles. */
    private static final int MOMENTS = 48;

    /** Instants per job of a usual run: it arrives, it starts, it ends. */
    private static final int INSTANTS_PER_JOB = 3;

    /** The oldest waiting jobs, each asked for: the longest waits are among them. */
    private static final int OLDEST = 8;

    /** Jobs asked for at a moment, at least and at most; each of the younger ones for as many as lie between them. */
    private static final int LEAST_ASKED = 24;

    private static final int MOST_ASKED = 400;

    /** An explanation goes through the nodes and the queue; at each moment all together may take so many steps. */
    private static final int MOST_STEPS = 400_000;

    /** Jobs whose answers are kept while they live; a bound on memory that few runs reach. */
    private static final int MOST_KEPT = 20_000;

    private final Catalog catalog;
    private final TreeMap<Reason, Double> jobSeconds = new TreeMap<>();
    private final TreeMap<Long, Answers> byJob = new TreeMap<>();
    private @Nullable TreeMap<Reason, Long> proportion;
    private long everyInstants;
    private long sinceInstants;
    private double waitedSeconds;
    private int moments;

    /** What the engine said of one job. */
    static final class Answers {
        final TreeMap<Reason, Integer> reasons = new TreeMap<>();
        Explanation last;

        Answers(Explanation first) {
            last = first;
        }
    }

    /** @param jobs how many jobs the run has; 0 or less where nobody knows */
    WaitReasons(Catalog catalog, long jobs) {
        this.catalog = catalog;
        this.everyInstants = StrictMath.max(1, INSTANTS_PER_JOB * jobs / MOMENTS);
    }

    /** {@code waiting} jobs waited for {@code seconds}. */
    void waited(long waiting, double seconds) {
        waitedSeconds += waiting * seconds;
    }

    /** An instant is over; it may be one of the moments. */
    void instant(State state) {
        sinceInstants++;
        if (sinceInstants < everyInstants || state.waitingJobs() == 0) {
            return;
        }
        sinceInstants = 0;
        moments++;
        if (moments % MOMENTS == 0) {
            everyInstants *= 2;
        }
        ask(state);
        settle();
    }

    /** The answers for a job that waits no more, which are forgotten; null where it was never asked for. */
    @Nullable
    Answers take(long job) {
        return byJob.remove(job);
    }

    /** At how many moments the engine was asked. */
    int moments() {
        return moments;
    }

    /** Seconds that jobs waited, summed over jobs, by reason. */
    TreeMap<Reason, Double> jobSeconds() {
        settle();
        return jobSeconds;
    }

    private void ask(State state) {
        List<Job> waiting = new ArrayList<>();
        for (Job job : state.jobs()) {
            if (job.waiting()) {
                waiting.add(job);
            }
        }
        Explainer explainer = Explainer.of(state, catalog);
        TreeMap<Reason, Long> answers = new TreeMap<>();
        int oldest = StrictMath.min(OLDEST, waiting.size());
        for (int i = 0; i < oldest; i++) {
            count(waiting.get(i).id(), 1, explainer, answers);
        }
        int rest = waiting.size() - oldest;
        int steps = MOST_STEPS / (state.nodes().count() + waiting.size());
        int asked = StrictMath.min(rest, StrictMath.clamp(steps, LEAST_ASKED, MOST_ASKED));
        for (int i = 0; i < asked; i++) {
            int from = oldest + (int) ((long) i * rest / asked);
            int to = oldest + (int) ((i + 1L) * rest / asked);
            count(waiting.get((from + to) / 2).id(), to - from, explainer, answers);
        }
        proportion = answers;
    }

    private void count(long job, long weight, Explainer explainer, TreeMap<Reason, Long> answers) {
        Explanation explanation = explainer.explain(job);
        if (explanation == null || explanation.reason() == null) {
            return;
        }
        answers.merge(explanation.reason(), weight, Long::sum);
        if (byJob.size() < MOST_KEPT || byJob.containsKey(job)) {
            Answers all = byJob.computeIfAbsent(job, _ -> new Answers(explanation));
            all.last = explanation;
            all.reasons.merge(explanation.reason(), 1, Integer::sum);
        }
    }

    private void settle() {
        if (proportion == null || proportion.isEmpty()) {
            return;
        }
        long all = 0;
        for (long weight : proportion.values()) {
            all += weight;
        }
        double perWeight = waitedSeconds / all;
        proportion.forEach((reason, weight) -> jobSeconds.merge(reason, weight * perWeight, Double::sum));
        waitedSeconds = 0;
    }
}
