package io.berth.sim.fault.draw;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Speedup;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.spec.fault.FaultScenario.HeldData;
import io.berth.spec.fault.TimedJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** Jobs of all kinds: gangs, elastic ones, of several groups, arrays, services, before and after one another. */
final class DrawnJobs {
    private static final int FEWEST = 190;
    private static final int MORE = 120;
    private static final int LATE = 40;
    private static final int LAST_MILLIS = 280_000;
    private static final double LOAD = 0.95;
    private static final long[] SPEEDS = {200_000, 500_000, 2_000_000};

    private final List<NodeSpec> nodes;
    private final DrawnDemands demands;
    private final Chance chance;
    private final Chance classes;
    private final Chance speedups;
    private final Chance worths;
    private final DrawnTerms terms;
    private final DrawnGroups groups;
    private long next = 1;

    /** By chances of their own which jobs name classes, have phases and times to be ready, are of groups with domains, what more tasks bring, and what they are worth where, so that all else comes out as without. */
    DrawnJobs(List<NodeSpec> nodes, List<HeldData> data, long seed) {
        this.chance = new Chance(seed, "simtest.jobs", 0);
        this.classes = new Chance(seed, "simtest.classes", 0);
        this.speedups = new Chance(seed, "simtest.speedups", 0);
        this.worths = new Chance(seed, "simtest.utilities", 0);
        this.terms = new DrawnTerms(new Chance(seed, "simtest.terms", 0));
        this.groups = new DrawnGroups(new Chance(seed, "simtest.groups", 0));
        this.nodes = nodes;
        this.demands = new DrawnDemands(nodes, data, chance);
    }

    /** Those that come while things go wrong. */
    List<TimedJob> early() {
        int count = FEWEST + chance.below(MORE);
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = chance.below(LAST_MILLIS) * Nanos.MILLISECOND;
        }
        Arrays.sort(times);
        List<TimedJob> jobs = new ArrayList<>();
        for (long time : times) {
            jobs.add(submitted(time, true));
        }
        return jobs;
    }

    /** Those that come after {@code calmNanos}, each when what came before it would be done with 95 per cent of the cluster. */
    List<TimedJob> late(long calmNanos) {
        List<TimedJob> jobs = new ArrayList<>();
        long time = calmNanos;
        for (int i = 0; i < LATE; i++) {
            TimedJob job = submitted(time, false);
            jobs.add(job);
            time += (long) (share(job.spec()) * work(job.spec()) * (job.next() - job.number()) / LOAD);
        }
        return jobs;
    }

    /** How long all of its phases run together. */
    private static long work(JobSpec job) {
        return job.phases().any()
                ? job.phases().all().stream().mapToLong(Phase::workNanos).sum()
                : job.workNanos();
    }

    /** The largest part of any resource of the cluster that the job holds. */
    private double share(JobSpec job) {
        double most = part(job);
        for (int phase = job.phases().at(); phase + 1 < job.phases().all().size(); phase++) {
            most = StrictMath.max(
                    most, part(job.withPhases(new Phases(job.phases().all(), phase + 1))));
        }
        return most;
    }

    private double part(JobSpec job) {
        double cpu = job.total(Demand::cpuMilli) / (double) sum(NodeSpec::cpuMilli);
        double memory = job.total(Demand::memoryBytes) / (double) sum(NodeSpec::memoryBytes);
        double gpus = job.total(Demand::totalGpuMilli) / (1000.0 * StrictMath.max(1, sum(NodeSpec::gpus)));
        return StrictMath.max(cpu, StrictMath.max(memory, gpus));
    }

    private long sum(ToLongFunction<NodeSpec> amount) {
        return nodes.stream().mapToLong(amount).sum();
    }

    private TimedJob submitted(long time, boolean early) {
        JobSpec spec = spedUp(spec(early));
        JobSpec classed = ofClass(early && chance.below(12) == 0 ? ofBestEffort(spec) : spec);
        TimedJob job = new TimedJob(next, time, groups.of(terms.of(classed, early)));
        next = job.next();
        return job;
    }

    /** The same, where it can do with fewer tasks half of the time one to which more bring less and less, and worth something by model; by chances of their own. */
    private JobSpec spedUp(JobSpec spec) {
        double serial = speedups.below(2) == 0 && spec.elastic() ? speedups.below(100) / 100.0 : 0;
        RunProfile profile =
                spec.profile().withSpeedup(Speedup.amdahl(serial, spec.tasks())).withUtilities(utilities());
        return spec.withTiming(spec.timing().withProfile(profile));
    }

    /** What a quarter of the jobs are worth by model; by a chance of its own. */
    private List<ModelUtility> utilities() {
        List<ModelUtility> utilities = new ArrayList<>();
        if (worths.below(4) == 0) {
            for (String model : DrawnDemands.MODELS) {
                utilities.add(new ModelUtility(model, SPEEDS[worths.below(SPEEDS.length)]));
            }
        }
        return utilities;
    }

    /** The same, of which one in three names a class; by a chance of its own. */
    private JobSpec ofClass(JobSpec spec) {
        return switch (classes.below(6)) {
            case 0 -> spec.withTerms(spec.terms().ofClass("prompt"));
            case 1 -> spec.withTerms(spec.terms().ofClass("batch"));
            default -> spec;
        };
    }

    /** The same of what others do not use, where that may be. */
    private static JobSpec ofBestEffort(JobSpec spec) {
        try {
            return spec.ofBestEffort();
        } catch (IllegalArgumentException e) {
            // It asks for what is not kept account of that way, such as instances of a device.
            return spec;
        }
    }

    private JobSpec spec(boolean early) {
        boolean service = early && chance.below(16) == 0;
        long work = chance.below(20) == 0 ? 0 : Nanos.MILLISECOND * (1000 + chance.below(60_000));
        JobSpec job = new JobSpec(
                "job-" + next,
                List.of(JobSpec.DEFAULT_QUEUE, "team-a", "team-b").get(chance.below(3)),
                service ? JobKind.SERVICE : JobKind.BATCH,
                chance.below(5),
                groups(),
                new Timing(
                        estimate(work),
                        service ? Nanos.NEVER : work,
                        early && chance.below(10) == 0 ? chance.below(60) * Nanos.SECOND : Nanos.NEVER,
                        chance.below(4) == 0 ? Nanos.SECOND * (30 + chance.below(200)) : Nanos.NEVER,
                        profile()),
                terms(early, service));
        return job.estimateNanos() > job.terms().timeLimitNanos()
                ? job.withEstimate(job.terms().timeLimitNanos())
                : job;
    }

    /** Of what the user expects nothing is said, too much, or too little. */
    private long estimate(long work) {
        return switch (chance.below(4)) {
            case 0 -> Nanos.NEVER;
            case 1 -> work / 2;
            default -> work + chance.below(30) * Nanos.SECOND;
        };
    }

    private List<TaskGroup> groups() {
        TaskGroup first = TaskGroup.of(1, demands.demand());
        return switch (chance.below(10)) {
            case 0, 1 -> List.of(sized(first, 2 + chance.below(6)));
            case 2 -> List.of(first.withTasks(1, 2 + chance.below(5)));
            case 3 ->
                List.of(
                        first.withName("head"),
                        sized(TaskGroup.of(1, demands.demand()).withName("worker"), 1 + chance.below(4)));
            default -> List.of(first);
        };
    }

    private TaskGroup sized(TaskGroup group, int tasks) {
        return chance.below(3) == 0 && tasks > 1
                ? group.withTasks(1 + chance.below(tasks - 1), tasks)
                : group.withTasks(tasks, tasks);
    }

    private Interruption interruption() {
        if (chance.below(5) == 0) {
            return new Interruption(false, Interruption.USUAL_GRACE);
        }
        return chance.below(3) > 0
                ? Interruption.HARMLESS
                : Interruption.HARMLESS.with(
                        new Checkpoints(chance.below(4) * 5 * Nanos.MINUTE, chance.below(3) * Nanos.MINUTE));
    }

    private RunProfile profile() {
        List<ModelSpeed> speeds = new ArrayList<>();
        if (chance.below(6) == 0) {
            for (String model : DrawnDemands.MODELS) {
                speeds.add(new ModelSpeed(model, SPEEDS[chance.below(SPEEDS.length)]));
            }
        }
        return speeds.isEmpty() ? RunProfile.NONE : new RunProfile(speeds);
    }

    private Terms terms(boolean early, boolean service) {
        Terms terms = Terms.NONE
                .withRetries(chance.below(3) == 0 ? 1 + chance.below(3) : 0)
                .withInterruption(interruption());
        if (early && !service && chance.below(8) == 0) {
            terms = terms.withTimeLimit(Nanos.SECOND * (5 + chance.below(90)));
        }
        if (next > 1 && chance.below(8) == 0) {
            long back = 1L + chance.below((int) StrictMath.min(next - 1, 12));
            terms = terms.withAfter(List.of(new After(next - back, When.values()[chance.below(When.values().length)])));
        }
        if (chance.below(25) == 0) {
            int count = 2 + chance.below(5);
            terms = terms.withArray(JobArray.of(count, 1 + chance.below(count)));
        }
        return terms;
    }
}
