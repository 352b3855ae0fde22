package io.berth.sim.table.muri;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The jobs of a trace by their time of submission; jobs of one instant come together. */
final class Arrivals {
    /** How near two times are one: the simulator looks instants up with Python's {@code math.isclose} as it comes. */
    private static final double CLOSE = 1e-9;

    private final List<Instant> instants = new ArrayList<>();
    private int next;

    Arrivals(List<ReplayedJob> jobs) {
        List<ReplayedJob> sorted = new ArrayList<>(jobs);
        sorted.sort(Comparator.comparingDouble(ReplayedJob::submitSeconds));
        for (ReplayedJob job : sorted) {
            if (instants.isEmpty() || !close(instants.getLast().seconds, job.submitSeconds())) {
                instants.add(new Instant(job.submitSeconds()));
            }
            instants.getLast().jobs.add(job);
        }
    }

    boolean remain() {
        return next < instants.size();
    }

    /** When the next ones come; infinite where none do. */
    double nextSeconds() {
        return remain() ? instants.get(next).seconds : Double.POSITIVE_INFINITY;
    }

    /** Those that come next; they stay next until {@link #pass}. */
    Instant next() {
        return instants.get(next);
    }

    void pass() {
        next++;
    }

    static boolean close(double a, double b) {
        return StrictMath.abs(a - b) <= CLOSE * StrictMath.max(StrictMath.abs(a), StrictMath.abs(b));
    }

    /** Jobs that come together, and what the simulator noted to end with them. */
    static final class Instant {
        private final double seconds;
        private final List<ReplayedJob> jobs = new ArrayList<>();
        private List<ReplayedJob> ending = List.of();

        Instant(double seconds) {
            this.seconds = seconds;
        }

        List<ReplayedJob> jobs() {
            return jobs;
        }

        List<ReplayedJob> ending() {
            return ending;
        }

        void alsoEnd(List<ReplayedJob> jobsThatEnd) {
            ending = List.copyOf(jobsThatEnd);
        }
    }
}
