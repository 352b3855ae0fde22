package io.berth.learn.online.evidence;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.policy.SortKey;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.OrderingJobs.RanJob;
import io.berth.learn.environment.ordering.OrderingJobs.Row;
import io.berth.learn.transfer.Augmentation;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws windows that the last jobs could have been.
 *
 * <p>Algorithm: blocks of jobs are drawn with replacement and their run times changed a little ({@link Augmentation}); where the jobs
 * ask for less than {@value #BUSY} times the cluster, each draw is there a second time with gaps so short that they do: a quiet
 * day tells nothing of the strategy that the next busy one needs.
 *
 * <p>Source: Künsch, as {@link Augmentation}.
 */
public final class Redrawing {
    /** The share of the cluster that a busy day asks for; the published comparisons of orders are of loads near it. */
    private static final double BUSY = 1.2;

    /** Shorter windows are drawn as so many jobs. */
    private static final int LEAST_JOBS = 150;

    private static final int MOST_JOBS = 600;
    private static final int LONGEST_BLOCK = 32;
    private static final int LEAST_BLOCKS = 8;
    private static final double JITTER = 0.3;
    private static final double STRETCH = 1.25;

    private final WindowRuns.Setting setting;
    private final List<PastJob> last;
    private final int jobs;
    private final boolean gpus;
    private final double machine;
    private final Augmentation augmentation;

    /** A job of a draw. */
    private record Drawn(JobSpec spec, long submitNanos, long runNanos) {
        double processors() {
            return SortKey.processors(spec);
        }
    }

    /** @param past as they would be run as they were; of more than {@value #MOST_JOBS} the last */
    public Redrawing(WindowRuns.Setting setting, List<PastJob> past) {
        this.setting = setting;
        this.last = past.subList(StrictMath.max(0, past.size() - MOST_JOBS), past.size());
        this.jobs = StrictMath.max(LEAST_JOBS, last.size());
        this.gpus = setting.nodes().stream().anyMatch(node -> node.gpus() > 0);
        this.machine = machine();
        int block = StrictMath.clamp(last.size() / LEAST_BLOCKS, 1, LONGEST_BLOCK);
        this.augmentation = new Augmentation(rows(), new Augmentation.Options(block, JITTER, 0, STRETCH));
    }

    private double machine() {
        double sum = 0;
        for (NodeSpec node : setting.nodes()) {
            sum += gpus ? node.gpus() : node.cpuMilli() / 1000.0;
        }
        return StrictMath.max(1, sum);
    }

    private OrderingJobs rows() {
        List<RanJob> ran = new ArrayList<>();
        for (PastJob job : last) {
            long work = setting.workNanos(job);
            long expected = job.spec().estimateNanos();
            ran.add(new RanJob(job.submitNanos(), work, expected == Nanos.NEVER ? work : expected, 1));
        }
        return OrderingJobs.of(ran, 1, 1);
    }

    /** How many jobs a draw has. */
    public int jobs() {
        return jobs;
    }

    /** How many jobs they are drawn from. */
    public int seen() {
        return last.size();
    }

    /** A draw: as busy as it is, and as busy as it might be where it is not. */
    public List<WindowRuns> draw(long seed) {
        return runs(drawn(seed));
    }

    /** The same of {@link StrangeJobs}. */
    public List<WindowRuns> strange(long seed) {
        List<Drawn> jobsOfDraw = drawn(seed);
        double[] processors = jobsOfDraw.stream().mapToDouble(Drawn::processors).toArray();
        List<Drawn> strange = new ArrayList<>();
        for (StrangeJobs.Changed changed : StrangeJobs.of(processors, machine, new Chance(seed, "strange jobs", 0))) {
            Drawn job = jobsOfDraw.get(strange.size());
            Drawn like = jobsOfDraw.get(changed.like());
            long expected = like.spec().estimateNanos();
            JobSpec spec = job.spec()
                    .withEach(group -> group.withTasks(group.min() * changed.wider(), group.max() * changed.wider()))
                    .withEstimate(expected == Nanos.NEVER ? expected : changed.time(expected));
            strange.add(new Drawn(spec, job.submitNanos(), changed.time(like.runNanos())));
        }
        return runs(strange);
    }

    private List<Drawn> drawn(long seed) {
        List<Drawn> drawn = new ArrayList<>();
        for (Row row : augmentation.rows(jobs, seed)) {
            JobSpec spec = last.get(row.place()).spec();
            long expected = spec.estimateNanos() == Nanos.NEVER ? Nanos.NEVER : row.expectedNanos();
            drawn.add(new Drawn(spec.withEstimate(expected), row.submitNanos(), row.runNanos()));
        }
        return drawn;
    }

    private List<WindowRuns> runs(List<Drawn> drawn) {
        double load = load(drawn);
        return load < BUSY ? List.of(run(drawn, 1), run(drawn, load / BUSY)) : List.of(run(drawn, 1));
    }

    private double load(List<Drawn> drawn) {
        double area = 0;
        for (Drawn job : drawn) {
            area += !gpus || job.spec().needsDevices() ? job.processors() * job.runNanos() : 0;
        }
        long span = drawn.getLast().submitNanos() - drawn.getFirst().submitNanos();
        return area / (StrictMath.max(1, span) * machine);
    }

    private WindowRuns run(List<Drawn> drawn, double stretch) {
        Map<Demand, Demand> demands = new LinkedHashMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        for (Drawn job : drawn) {
            arrivals.add(WindowRuns.arrival(job.spec(), (long) (job.submitNanos() * stretch), job.runNanos(), demands));
        }
        return WindowRuns.of(setting, arrivals);
    }
}
