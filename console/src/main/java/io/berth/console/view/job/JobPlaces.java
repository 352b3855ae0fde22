package io.berth.console.view.job;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Where its tasks are, by task.
 *
 * @param start the decision that put them there
 * @param nodes -1 of a task that its start did not name
 * @param placed how many it named
 * @param later what put those tasks there that came while the job ran, by task
 * @param strategy the label of what was in force then; empty where that is not known
 */
record JobPlaces(
        Start start,
        int[] nodes,
        long[] gpuMasks,
        int placed,
        int distinct,
        List<String> names,
        SortedMap<Integer, Start> later,
        String strategy) {
    static final JobPlaces NOWHERE =
            new JobPlaces(Start.NONE, new int[0], new long[0], 0, 0, List.of(), Collections.emptySortedMap(), "");

    /** A gang may be on thousands of nodes, and a list of jobs is to stay a list of lines. */
    private static final int MOST_NODE_NAMES = 8;

    /**
     * What put its tasks where they are.
     *
     * @param decision 0 for none
     * @param decidedNanos when, UTC nanoseconds; 0 where that is not known
     */
    record Start(long decision, long decidedNanos) {
        static final Start NONE = new Start(0, 0);
    }

    /** Those of a job that holds room; {@code strategy} is the label of what is in force. */
    static JobPlaces of(Job job, State state, String strategy) {
        int tasks = job.spec().tasks();
        int[] nodes = new int[tasks];
        long[] masks = new long[tasks];
        for (int task = 0; task < tasks; task++) {
            nodes[task] = job.node(task);
            masks[task] = job.grant(task).mask();
        }
        int[] sorted = nodes.clone();
        Arrays.sort(sorted);
        List<String> names = new ArrayList<>();
        int distinct = 0;
        int placed = 0;
        for (int i = 0; i < tasks; i++) {
            placed += sorted[i] < 0 ? 0 : 1;
            if (sorted[i] < 0 || i > 0 && sorted[i] == sorted[i - 1]) {
                continue;
            }
            distinct++;
            if (distinct <= MOST_NODE_NAMES) {
                names.add(state.nodes().name(sorted[i]));
            }
        }
        Start start = new Start(job.decision(), job.decidedNanos());
        return new JobPlaces(start, nodes, masks, placed, distinct, List.copyOf(names), later(job), strategy);
    }

    private static SortedMap<Integer, Start> later(Job job) {
        TreeMap<Integer, Start> later = new TreeMap<>();
        for (int task = 0; job.resized() && task < job.placedTasks(); task++) {
            if (job.decision(task) != job.decision()) {
                later.put(task, new Start(job.decision(task), job.broughtNanos(task)));
            }
        }
        return later;
    }

    /** What put {@code task} there. */
    Start start(int task) {
        return later.getOrDefault(task, start);
    }

    /** The numbers of the tasks that have a place. */
    int[] tasks() {
        return IntStream.range(0, nodes.length).filter(task -> nodes[task] >= 0).toArray();
    }

    /** The sum of {@code amount} over the tasks of {@code spec}: those that have a place where any has, else all. */
    long total(JobSpec spec, ToLongFunction<Demand> amount) {
        if (placed == nodes.length) {
            return spec.total(amount);
        }
        long total = 0;
        for (int task : tasks()) {
            total += amount.applyAsLong(spec.demand(task));
        }
        return total;
    }

    /** Of where a job was, only the names. */
    JobPlaces namesOnly() {
        return new JobPlaces(
                Start.NONE,
                NOWHERE.nodes,
                NOWHERE.gpuMasks,
                0,
                distinct,
                names,
                Collections.emptySortedMap(),
                strategy);
    }

    /** The same, decided under {@code label}. */
    JobPlaces under(String label) {
        return new JobPlaces(start, nodes, gpuMasks, placed, distinct, names, later, label);
    }
}
