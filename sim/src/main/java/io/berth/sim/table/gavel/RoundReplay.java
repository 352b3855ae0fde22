package io.berth.sim.table.gavel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Gavel's simulator, in rounds of six minutes: at the end of each all jobs stop and lose nothing; those that are furthest behind their
 * shares go first in the next, model by model. Shares are made anew when jobs came or went, but not more often than every 32 minutes.
 *
 * <p>As in the original a round ends when the last of its jobs does, jobs that end earlier leave their devices idle until then, and after a
 * time without jobs the first round counts from the end of the last one.
 */
final class RoundReplay {
    private static final double ROUND = 360;
    private static final double BETWEEN_SHARES = 1920;
    private static final int MOST_FAILURES = 5;
    /** The priority of one who has a share and never ran. */
    private static final double UNTRIED = 1e9;

    private final Sharing sharing;
    private final JobStream stream;
    private final PythonRandom shuffler;
    private final List<GavelJob> jobs = new ArrayList<>();
    private final List<MicroTask> running = new ArrayList<>();
    private final double[] worked = new double[Models.COUNT];
    private final Window window;
    private double now;
    private double roundStart;
    private double roundEnd = -1;
    private double lastReset;
    private boolean changed = true;

    /** The jobs that are measured: numbers {@code from} to below {@code to}. */
    record Window(int from, int to) {}

    private record MicroTask(GavelJob job, int model, double steps, double endSeconds) {}

    /** What is measured. */
    private double total;

    private int ended;
    private int open;

    RoundReplay(Sharing sharing, JobStream stream, Window window, int seed) {
        this.sharing = sharing;
        this.stream = stream;
        this.window = window;
        this.shuffler = new PythonRandom(seed + 5);
        this.open = window.to - window.from;
    }

    /** Seconds from arrival to end of the measured jobs, in the mean. */
    double meanSeconds() {
        while (open > 0) {
            nextMoment();
            endRound();
            while (stream.nextSeconds() <= now) {
                arrive(stream.next());
            }
            updatePriorities();
            beginRound();
        }
        return total / ended;
    }

    private void nextMoment() {
        double last = running.stream().mapToDouble(MicroTask::endSeconds).max().orElse(0);
        if (last > 0) {
            roundStart = roundEnd >= 0 ? roundEnd : roundStart;
            roundEnd = last;
            now = last;
        } else {
            now = stream.nextSeconds();
        }
    }

    private void endRound() {
        for (MicroTask task : running) {
            GavelJob job = task.job;
            job.endSeconds = task.endSeconds;
            double ran = task.endSeconds - roundStart;
            if (task.steps <= 0 || ran <= 0) {
                changed = true;
                if (++job.failures >= MOST_FAILURES) {
                    leave(job, false);
                }
                continue;
            }
            job.failures = 0;
            job.stepsLeft -= task.steps;
            job.received[task.model] += ran;
            worked[task.model] += ran;
            if (job.stepsLeft <= 0) {
                leave(job, true);
            }
        }
        running.clear();
    }

    private void arrive(GavelJob job) {
        Arrays.fill(job.received, ROUND / 2);
        jobs.add(job);
        changed = true;
    }

    private void leave(GavelJob job, boolean well) {
        job.stepsLeft = 0;
        jobs.remove(job);
        changed = true;
        if (job.number >= window.from && job.number < window.to) {
            open--;
            ended += well ? 1 : 0;
            total += well ? job.endSeconds - job.submitSeconds : 0;
        }
    }

    private void updatePriorities() {
        if (changed && (now - lastReset >= BETWEEN_SHARES || lastReset == 0)) {
            reset();
            if (!jobs.isEmpty()) {
                sharing.share(jobs);
            }
            jobs.forEach(job -> job.hasShares = true);
            changed = false;
        }
        for (GavelJob job : jobs) {
            for (int model = 0; model < Models.COUNT; model++) {
                double fraction = worked[model] == 0 ? 0 : job.received[model] / worked[model];
                double share = job.hasShares && job.speeds[model] > 0 ? job.shares[model] : 0;
                job.priority[model] = fraction > 0 ? share / fraction : share * UNTRIED;
            }
        }
    }

    private void reset() {
        for (int model = 0; model < Models.COUNT; model++) {
            worked[model] = ROUND / 2 * jobs.size();
            for (GavelJob job : jobs) {
                double due = job.hasShares ? job.shares[model] * (now - lastReset) : 0;
                job.deficit[model] += due - (job.received[model] - ROUND / 2);
                job.received[model] = ROUND / 2;
            }
        }
        lastReset = now;
    }

    private void beginRound() {
        List<Integer> models = new ArrayList<>(List.of(0, 1, 2));
        if (!sharing.knowsSpeeds()) {
            shuffler.shuffle(models);
        }
        boolean[] placed = new boolean[jobs.size()];
        for (int model : models) {
            int left = Models.DEVICES;
            for (int place : byPriority(model)) {
                GavelJob job = jobs.get(place);
                boolean may = !placed[place]
                        && job.scale <= left
                        && job.speeds[model] > 0
                        && (!sharing.strict() || job.priority[model] > 0);
                if (may) {
                    placed[place] = true;
                    left -= job.scale;
                    run(job, model);
                }
            }
        }
    }

    private List<Integer> byPriority(int model) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            places.add(i);
        }
        places.sort(Comparator.<Integer>comparingDouble(i -> -jobs.get(i).priority[model])
                .thenComparingDouble(i -> -jobs.get(i).deficit[model])
                .thenComparingDouble(i -> -jobs.get(i).shares[model]));
        return places;
    }

    private void run(GavelJob job, int model) {
        double steps = StrictMath.min((double) (long) (job.speeds[model] * ROUND), job.stepsLeft);
        running.add(new MicroTask(job, model, steps, now + steps / job.speeds[model]));
    }
}
