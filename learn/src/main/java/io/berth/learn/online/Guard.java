package io.berth.learn.online;

import io.berth.core.time.Nanos;
import java.util.List;
import java.util.Locale;
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
            double slowdown = 0;
            double wait = 0;
            double rejected = 0;
            for (PastJob job : jobs) {
                slowdown += PastJob.slowdown(job.waitNanos(now), job.workNanos(now, unknown));
                wait += (double) job.waitNanos(now) / Nanos.SECOND;
                rejected += job.wasRejected() ? 1 : 0;
            }
            return new Figures(slowdown / jobs.size(), wait / jobs.size(), rejected / jobs.size());
        }

        /** Of the same jobs in simulation, which is cut off {@code now} too: what waits then has waited until then. */
        static Figures simulated(WindowRuns.Outcome outcome, List<PastJob> jobs, long now, long unknown) {
            double slowdown = 0;
            double wait = 0;
            double rejected = 0;
            for (int place = 0; place < jobs.size(); place++) {
                PastJob job = jobs.get(place);
                double most = (double) (now - job.submitNanos()) / Nanos.SECOND;
                double waited = StrictMath.min(outcome.waitSeconds(place), most);
                slowdown += PastJob.slowdown((long) (waited * Nanos.SECOND), job.workNanos(now, unknown));
                wait += waited;
                rejected += outcome.rejected(place) ? 1 : 0;
            }
            return new Figures(slowdown / jobs.size(), wait / jobs.size(), rejected / jobs.size());
        }
    }

    Guard(Limits limits) {
        this.limits = limits;
    }

    /** Something else is in force. */
    void begin() {
        strikes = 0;
    }

    /** Why what is in force must go; null where it may stay. */
    @Nullable
    String check(Figures live, Figures fallback, Figures simulated) {
        double ratio = live.slowdown / fallback.slowdown;
        boolean starves = (live.waitSeconds + LEAST_WAIT) / (fallback.waitSeconds + LEAST_WAIT) > 2 * limits.severe();
        if (live.rejected > fallback.rejected + limits.rejections()) {
            return text(
                    "turned away %.1f %% of the jobs, the fallback %.1f %%",
                    100 * live.rejected, 100 * fallback.rejected);
        }
        String figures = text(
                "bounded slowdown %.2f and wait %.0f s, with the fallback %.2f and %.0f s",
                live.slowdown, live.waitSeconds, fallback.slowdown, fallback.waitSeconds);
        if (ratio > limits.severe() || starves) {
            return figures;
        }
        boolean worse =
                ratio > limits.tolerance() && simulated.slowdown / fallback.slowdown > Math.sqrt(limits.tolerance());
        strikes = worse ? strikes + 1 : 0;
        return strikes >= HYSTERESIS ? figures + ", twice on end" : null;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
