package io.berth.bench;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.DomainMiss;
import io.berth.core.event.Event;
import io.berth.core.plan.room.NearestDomain;
import io.berth.core.policy.Filter;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Levels;
import io.berth.core.workload.topology.Levels.Level;
import io.berth.core.workload.topology.Reach;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gangs in a tree of zones, blocks and racks. {@code speed NODES TASKS}: how long a plan takes that finds a gang its domain, or that there is none.
 * {@code leaves JOBS SEEDS}: what each policy leaves whole, of racks and blocks, while gangs of all sizes come and go.
 */
public final class Domains {
    private static final int PER_RACK = 16;
    private static final int RACKS_PER_BLOCK = 20;
    private static final int BLOCKS_PER_ZONE = 4;
    private static final int GPUS = 8;
    private static final int RUNS = 90;
    private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();
    private static final Demand ONE_GPU = Demand.cpu(1_000, 1L << 30).withGpus(1);

    /** Of the smaller tree of {@code leaves}. */
    private static final int SMALL_RACK = 8;

    private static final int SMALL_BLOCK = 6;
    private static final int SMALL_ZONE = 3;
    private static final int SMALL_NODES = 288;

    /** In place of a policy: a cluster that names no levels. */
    private static final String NO_LEVELS = "no levels";

    private static final Levels LEVELS = new Levels(List.of(level("zone"), level("block"), level("rack")));

    private final DrivenState driven = new DrivenState();

    private Domains() {}

    public static void main(String[] arguments) {
        String what = arguments.length > 0 ? arguments[0] : "speed";
        if (what.equals("leaves")) {
            leaves(Argument.number(arguments, 1, 3_000), Argument.number(arguments, 2, 5));
        } else {
            new Domains().speed(Argument.number(arguments, 1, 5_000), Argument.number(arguments, 2, 512));
        }
    }

    private static Level level(String key) {
        return new Level(key, key);
    }

    private void speed(int nodes, int tasks) {
        driven.apply(new Event.StrategyChanged(StrategySpec.of("domains", "fcfs", "random", "greedy")));
        Chance chance = new Chance(1, "domains", 0);
        for (int node = 0; node < nodes; node++) {
            int rack = node / PER_RACK;
            int block = rack / RACKS_PER_BLOCK;
            join(node, "z" + block / BLOCKS_PER_ZONE, "b" + block, "r" + rack);
        }
        // Six of ten GPUs are held.
        for (int held = 0; held < nodes * GPUS * 6 / 10; ) {
            int gpus = 1 << chance.below(3);
            driven.submit(ONE_GPU.withGpus(gpus));
            held += gpus;
        }
        driven.plan();
        driven.apply(new Event.StrategyChanged(StrategySpec.of("domains", "fcfs", "best-fit", "greedy")));
        System.out.println(
                "a gang of " + tasks + " in " + nodes + " nodes                 mean ms    p50 ms    p99 ms    max ms");
        Reach required = Reach.REQUIRED;
        Reach preferred = required.asPreference();
        time("one block, required", tasks, new Within("block", required));
        time(
                "one block, slices of 8 to a rack",
                tasks,
                new Within("block", required.divided(Division.slices(8, "rack"))));
        time("one block, even over racks", tasks, new Within("block", required.divided(Division.even("rack", 8))));
        time("one rack, preferred", tasks, new Within("rack", preferred));
        time("one rack, required: it waits", tasks / 4, new Within("rack", required));
        time("one block, required: it waits", tasks * 4, new Within("block", required));
        time("anywhere, without a rule", tasks, null);
    }

    private void join(int node, String zone, String block, String rack) {
        driven.apply(new Event.NodeJoined(
                node,
                NodeSpec.of("n" + node, 96_000, 1L << 40, GPUS, "H100")
                        .withLabels(
                                List.of(new Label("zone", zone), new Label("block", block), new Label("rack", rack)))));
    }

    private void time(String what, int tasks, @Nullable Within rule) {
        long[] plans = new long[RUNS];
        long[] answers = new long[RUNS];
        String why = "";
        Demand demand = rule == null ? ONE_GPU : ONE_GPU.withPeers(List.of(rule.in(LEVELS)));
        for (int run = 0; run < RUNS; run++) {
            giveBack();
            long id = driven.state.nextJob();
            driven.apply(new Event.JobSubmitted(
                    id, JobSpec.batch("gang", demand, Nanos.HOUR).withTasks(tasks), "bench", id));
            // Others use the machine: what counts is what the thread used of it.
            long begin = THREAD.getCurrentThreadCpuTime();
            driven.plan();
            plans[run] = THREAD.getCurrentThreadCpuTime() - begin;
            Job job = driven.state.job(id);
            if (job != null && job.waiting()) {
                begin = THREAD.getCurrentThreadCpuTime();
                DomainMiss miss = NearestDomain.of(driven.state.nodeTable(), job, Filter.FIT);
                answers[run] = THREAD.getCurrentThreadCpuTime() - begin;
                why = miss == null ? "" : miss.text();
            }
            if (job != null && job.waiting()) {
                driven.apply(new Event.JobCancelled(id));
            } else if (job != null) {
                end(job, tasks);
            }
        }
        print(what, plans);
        if (!why.isEmpty()) {
            print("  and which domain comes nearest", answers);
            System.out.println("  " + why);
        }
    }

    /** A job comes and goes, so that nothing is known not to fit. */
    private void giveBack() {
        long id = driven.state.nextJob();
        driven.submit(ONE_GPU);
        driven.plan();
        Job job = driven.state.job(id);
        if (job != null) {
            end(job, 1);
        }
    }

    private void end(Job job, int tasks) {
        for (int task = 0; task < tasks; task++) {
            driven.apply(new Event.TaskEnded(job.id(), task, job.decision(), 0));
        }
        driven.plan();
    }

    private static void print(String what, long[] nanos) {
        // The first runs are those of a JVM that has not compiled them yet.
        long[] sorted = Arrays.copyOfRange(nanos, RUNS / 3, RUNS);
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%-44s %9.2f %9.2f %9.2f %9.2f%n",
                what,
                Arrays.stream(sorted).average().orElse(0) / 1e6,
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }

    private static void leaves(int jobs, int seeds) {
        System.out.println("policy              racks whole   blocks whole   racks a gang   gangs that wait");
        List<String> policies = new ArrayList<>(Catalog.standard().names(PolicyKind.DOMAIN));
        policies.add(NO_LEVELS);
        for (String policy : policies) {
            Leaves sum = new Leaves();
            for (int seed = 1; seed <= seeds; seed++) {
                new Domains().leave(policy, jobs, seed, sum);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-18s %12.2f %14.2f %14.2f %17.1f%n",
                    policy,
                    (double) sum.racks / sum.looks,
                    (double) sum.blocks / sum.looks,
                    (double) sum.racksOfGangs / sum.gangs,
                    100.0 * sum.waited / (sum.gangs + sum.waited));
        }
    }

    private static final class Leaves {
        long looks;
        long racks;
        long blocks;
        long gangs;
        long racksOfGangs;
        long waited;
    }

    /** Gangs come and the oldest go while about six in ten GPUs are held; one that finds no room is given up. */
    private void leave(String policy, int jobs, long seed, Leaves sum) {
        boolean named = !policy.equals(NO_LEVELS);
        driven.apply(new Event.StrategyChanged(StrategySpec.of("domains", "fcfs", "best-fit", "greedy")
                .with(PolicyKind.DOMAIN, named ? PolicySpec.of(policy) : PolicyKind.DOMAIN.fallback())));
        for (int node = 0; node < SMALL_NODES; node++) {
            int rack = node / SMALL_RACK;
            int block = rack / SMALL_BLOCK;
            join(node, "z" + block / SMALL_ZONE, "b" + block, "r" + rack);
        }
        Chance chance = new Chance(seed, "leaves", 0);
        ArrayDeque<Job> running = new ArrayDeque<>();
        int held = 0;
        for (int at = 0; at < jobs; at++) {
            int tasks = 4 << chance.below(6);
            String level = tasks > SMALL_RACK * GPUS
                    ? "block"
                    : List.of("rack", "block").get(chance.below(2));
            Reach reach = chance.below(2) == 0 ? Reach.REQUIRED : Reach.REQUIRED.asPreference();
            Demand demand = ONE_GPU.withPeers(List.of(new Within(level, reach).in(named ? LEVELS : Levels.NONE)));
            long id = driven.state.nextJob();
            driven.apply(new Event.JobSubmitted(
                    id, JobSpec.batch("gang", demand, Nanos.HOUR).withTasks(tasks), "bench", id));
            driven.plan();
            Job job = driven.state.job(id);
            if (job == null || job.waiting()) {
                driven.apply(new Event.JobCancelled(id));
                sum.waited++;
            } else {
                running.add(job);
                held += tasks;
                sum.gangs++;
                sum.racksOfGangs += racks(job, tasks);
            }
            while (held > SMALL_NODES * GPUS * 6 / 10) {
                // Run times differ: one of the older half goes.
                Job ended = take(running, chance.below(1 + running.size() / 2));
                held -= ended.leastTasks();
                end(ended, ended.leastTasks());
            }
            look(sum);
        }
    }

    private static Job take(ArrayDeque<Job> running, int place) {
        List<Job> order = List.copyOf(running);
        Job job = order.get(place);
        running.remove(job);
        return job;
    }

    private static long racks(Job job, int tasks) {
        TreeMap<Integer, Integer> racks = new TreeMap<>();
        for (int task = 0; task < tasks; task++) {
            racks.merge(job.node(task) / SMALL_RACK, 1, Integer::sum);
        }
        return racks.size();
    }

    private void look(Leaves sum) {
        sum.looks++;
        int racks = SMALL_NODES / SMALL_RACK;
        boolean[] free = new boolean[racks];
        for (int rack = 0; rack < racks; rack++) {
            free[rack] = true;
            for (int node = rack * SMALL_RACK; node < (rack + 1) * SMALL_RACK; node++) {
                free[rack] &= driven.state.nodeTable().totalFreeMilli(node) == GPUS * 1_000L;
            }
            sum.racks += free[rack] ? 1 : 0;
        }
        for (int block = 0; block < racks / SMALL_BLOCK; block++) {
            boolean whole = true;
            for (int rack = block * SMALL_BLOCK; rack < (block + 1) * SMALL_BLOCK; rack++) {
                whole &= free[rack];
            }
            sum.blocks += whole ? 1 : 0;
        }
    }
}
