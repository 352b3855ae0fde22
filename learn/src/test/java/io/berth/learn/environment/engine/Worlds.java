package io.berth.learn.environment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Plan;
import io.berth.core.journal.Frame;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Weighted;
import io.berth.sim.world.WorldOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.ToIntFunction;

/** Small overloaded clusters, what strategies do there, and what players do there. */
final class Worlds {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long GIB = 1L << 30;
    private static final WorldOptions IDEAL = new WorldOptions(0, 0, 0, Nanos.NEVER, 0);

    private Worlds() {}

    /** {@code jobs} jobs of two queues for four nodes of four GPUs, a third of them gangs; each with a deadline. */
    static Simulation.Setup setup(long seed, int jobs) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            nodes.add(new NodeSpec(
                    "n" + node, Amounts.of(32_000, 128 * GIB), Integer.MAX_VALUE, NodeSpec.gpus(4, "T4", 0)));
        }
        GeneratorOptions options = GeneratorOptions.builder()
                .seed(seed)
                .jobs(jobs)
                .load(1.3)
                .gpuMilli(List.of(new Weighted<>(300, 2.0), new Weighted<>(1000, 2.0), new Weighted<>(2000, 1.0)))
                .gangTasks(List.of(new Weighted<>(1, 2.0), new Weighted<>(3, 1.0)))
                .queues(List.of(new Weighted<>("prod", 1.0), new Weighted<>("team", 2.0)))
                .cpuMilliPerGpu(6_000)
                .memoryBytesPerGpu(8 * GIB)
                .estimateError(1)
                .build();
        List<Arrival> arrivals = new ArrayList<>();
        for (Arrival arrival : new Generator(options, nodes)) {
            arrivals.add(new Arrival(arrival.atNanos(), due(arrival.spec())));
        }
        return new Simulation.Setup(
                nodes, ListedWorkload.of(arrivals), EngineOptions.FIRST_COME, seed, IDEAL, Nanos.NEVER, 0);
    }

    private static JobSpec due(JobSpec job) {
        return new JobSpec(
                job.name(),
                job.queue(),
                job.kind(),
                job.priority(),
                TaskGroup.of(job.tasks(), job.demand()),
                new Timing(job.estimateNanos(), job.workNanos(), job.patienceNanos(), 3 * job.workNanos()));
    }

    static EngineOptions options(int jobs) {
        return EngineOptions.of(Episodes.of(seed -> setup(seed, jobs), Episodes.ALL, 1));
    }

    /** What {@code strategy} decides. */
    static List<Plan> plans(Simulation.Setup setup, StrategySpec strategy) {
        List<Frame> frames = new ArrayList<>();
        new Simulation(Runs.under(setup, strategy), Catalog.standard(), frames::add, new Observer() {}).run();
        return plans(frames);
    }

    static SortedMap<String, Double> figures(Simulation.Setup setup, StrategySpec strategy) {
        return new Simulation(Runs.under(setup, strategy), Catalog.standard(), _ -> {}, new Observer() {})
                .run()
                .figures();
    }

    /** What is decided where {@code player} plays. */
    static List<Plan> plans(EngineEnvironment environment, long seed, ToIntFunction<EngineEnvironment> player) {
        List<Frame> frames = new ArrayList<>();
        environment.reset(seed, frames::add);
        play(environment, player);
        return plans(frames);
    }

    /** Plays the episode to its end and returns the sum of the rewards. */
    static double play(EngineEnvironment environment, ToIntFunction<EngineEnvironment> player) {
        double sum = 0;
        while (!environment.over()) {
            sum += environment.step(player.applyAsInt(environment));
        }
        return sum;
    }

    /** The row of the smallest key, the first of equal ones. */
    static ToIntFunction<EngineEnvironment> smallest(KeyedOrder order) {
        return environment -> {
            boolean[] mask = mask(environment);
            Subjects subjects = environment.subjects();
            int best = 0;
            for (int row = 1; row < mask.length && mask[row]; row++) {
                if (order.key(subjects.job(row), subjects.nowNanos())
                        < order.key(subjects.job(best), subjects.nowNanos())) {
                    best = row;
                }
            }
            return best;
        };
    }

    /** Any allowed action, drawn by the number of the step. */
    static ToIntFunction<EngineEnvironment> atRandom(long seed) {
        long[] step = {0};
        return environment -> {
            boolean[] mask = mask(environment);
            Chance chance = new Chance(seed, "player", step[0]++);
            int action = chance.below(mask.length);
            while (!mask[action]) {
                action = (action + 1) % mask.length;
            }
            return action;
        };
    }

    static boolean[] mask(EngineEnvironment environment) {
        boolean[] mask = new boolean[environment.mdp().actions().count()];
        environment.mask(mask, 0);
        return mask;
    }

    static float[] seen(EngineEnvironment environment) {
        float[] seen = new float[environment.mdp().observation().size()];
        environment.observe(seen, 0);
        return seen;
    }

    private static List<Plan> plans(List<Frame> frames) {
        List<Plan> plans = new ArrayList<>();
        for (Frame frame : frames) {
            Plan plan = frame.plan();
            if (plan != null) {
                plans.add(plan);
            }
        }
        return plans;
    }

    /** Waits until {@code count} worlds have a thread, as dumps to {@code folder} tell it; one that was left ends by itself, soon. */
    static void awaitThreads(Path folder, long count) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long threads = threads(Files.createTempFile(folder, "threads", ".json"));
        while (threads != count && System.nanoTime() < end) {
            Thread.sleep(10);
            threads = threads(Files.createTempFile(folder, "threads", ".json"));
        }
        assertThat(threads).isEqualTo(count);
    }

    /** How many worlds have a thread, as a dump to {@code file} tells it; virtual threads are in no other list. */
    private static long threads(Path file) throws IOException {
        // It writes to no file that is there.
        Files.delete(file);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"name\": \"world\""))
                .count();
    }
}
