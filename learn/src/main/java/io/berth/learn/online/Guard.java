package io.berth.learn.online;

import io.berth.core.time.Nanos;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.WindowRuns;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Watches what was promoted: the bounded slowdown, the wait and the rejections that jobs met with, against what the fallback would have
 * given them in simulation.
 *
 * <p>Jobs that still wait count with what they have waited. It trips at once where a live figure is far worse, and else where it
 * is worse at two checks on end and what was promoted is worse in simulation too: a world that is worse than its simulation is no fault
 * of the strategy.
 */
public final class Guard {
    private static final int HYSTERESIS = 2;

    /** Seconds that are nobody's harm, added to every wait that is compared. */
    private static final double LEAST_WAIT = 60;

    private final Limits limits;
    private final String reference;
    private int strikes;

    /**
     * When it trips.
     *
     * @param everyJobs after how many ended jobs it looks
     * @param tolerance times the fallback's figure that is suffered
     * @param severe times the fallback's figure that trips at once
     * @param rejections share of the jobs turned away beyond the fallback's that is suffered
     * @param coolDownJobs after a demotion nothing is promoted for so many ended jobs
     */
    public record Limits(int everyJobs, double tolerance, double severe, double rejections, int coolDownJobs) {
        /** Measured in docs/experiments on online learning. */
        public static final Limits STANDARD = new Limits(40, 1.15, 2.5, 0.02, 300);

        /** @throws IllegalArgumentException where a limit is out of range */
        public Limits {
            if (everyJobs < 10
                    || !(tolerance > 1)
                    || !(severe >= tolerance)
                    || !(rejections >= 0)
                    || coolDownJobs < 0) {
                throw new IllegalArgumentException("A guard looks every 10 jobs or more (" + everyJobs
                        + "), its tolerance (" + tolerance + ") is above 1 and below severe (" + severe
                        + "), rejections (" + rejections + ") and cool-down (" + coolDownJobs + ") are not negative.");
            }
        }
    }

    /** Means over the jobs that are compared. */
    record Figures(double slowdown, double waitSeconds, double rejected) {
        static Figures live(List<PastJob> jobs, long now, long unknown) {
            return of(jobs, now, unknown, (job, _) -> job.waitNanos(now), (job, _) -> job.wasRejected());
        }

        /** Of the same jobs in simulation, which is cut off {@code now} too: what waits then has waited until then. */
        static Figures simulated(WindowRuns.Outcome outcome, List<PastJob> jobs, long now, long unknown) {
            return of(
                    jobs,
                    now,
                    unknown,
                    (job, place) ->
                            StrictMath.min((long) (outcome.waitSeconds(place) * Nanos.SECOND), now - job.submitNanos()),
                    (_, place) -> outcome.rejected(place));
        }

        private static Figures of(
                List<PastJob> jobs,
                long now,
                long unknown,
                ToLongBiFunction<PastJob, Integer> waits,
                BiPredicate<PastJob, Integer> rejects) {
            double slowdown = 0;
            double seconds = 0;
            double rejected = 0;
            for (int place = 0; place < jobs.size(); place++) {
                PastJob job = jobs.get(place);
                long wait = waits.applyAsLong(job, place);
                slowdown += PastJob.slowdown(wait, job.workNanos(now, unknown));
                seconds += (double) wait / Nanos.SECOND;
                rejected += rejects.test(job, place) ? 1 : 0;
            }
            return new Figures(slowdown / jobs.size(), seconds / jobs.size(), rejected / jobs.size());
        }
    }

    /** @param reference what is compared with, for people */
    Guard(Limits limits, String reference) {
        this.limits = limits;
        this.reference = reference;
    }

    /** Something else is in force. */
    void begin() {
        strikes = 0;
    }

    /**
     * Why what is in force must go; null where it may stay.
     *
     * @param other what the jobs would have met with under the reference
     * @param simulated likewise under what is in force
     */
    @Nullable
    String check(Figures live, Figures other, Figures simulated) {
        double ratio = live.slowdown / other.slowdown;
        boolean starves = (live.waitSeconds + LEAST_WAIT) / (other.waitSeconds + LEAST_WAIT) > 2 * limits.severe();
        if (live.rejected > other.rejected + limits.rejections()) {
            return text(
                    "turned away %.1f %% of the jobs, %s %.1f %%",
                    100 * live.rejected, reference, 100 * other.rejected);
        }
        String figures = text(
                "bounded slowdown %.2f and wait %.0f s, with %s %.2f and %.0f s",
                live.slowdown, live.waitSeconds, reference, other.slowdown, other.waitSeconds);
        if (ratio > limits.severe() || starves) {
            return figures;
        }
        boolean worse =
                ratio > limits.tolerance() && simulated.slowdown / other.slowdown > Math.sqrt(limits.tolerance());
        strikes = worse ? strikes + 1 : 0;
        return strikes >= HYSTERESIS ? figures + ", twice on end" : null;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
