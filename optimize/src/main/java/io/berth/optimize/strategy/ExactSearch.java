package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.workload.Demand;
import io.berth.optimize.exact.WholeProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The window as an integer program, gangs and devices included: how many tasks of a job are at each of its options. Rows keep gangs
 * whole, and to the room of nodes, of single devices and of the caps of queues; an idle device that gets a share is one less for those who want it whole.
 */
final class ExactSearch {
    private final Trial trial;
    private final WindowProblem window;
    private final WholeProgram program = new WholeProgram();
    /** The first variable of each job; those of its options follow in their order. */
    private final int[] first;
    /** By job of several tasks: the variable that is 1 where they are placed. */
    private final int[] whole;

    private final TreeMap<Integer, List<Count>> onNodes = new TreeMap<>();

    /** How many tasks of a job are at an option: a variable. */
    private record Count(int variable, Demand demand, Option option, int most) {}

    private ExactSearch(Trial trial, WindowProblem window) {
        this.trial = trial;
        this.window = window;
        this.first = new int[trial.size()];
        this.whole = new int[trial.size()];
    }

    /** Offers {@code plans} what was found; gives a bound of their worth, {@link Long#MAX_VALUE} where work was too little. */
    static long improve(Trial trial, WindowProblem window, Packing plans) {
        long variables = 0;
        for (int job = 0; job < trial.size(); job++) {
            variables += window.options(job).size();
        }
        if (variables == 0 || !trial.leaves(2 * WholeProgram.START + 2 * variables)) {
            return Long.MAX_VALUE;
        }
        ExactSearch search = new ExactSearch(trial, window);
        search.state();
        trial.spend(variables);
        WholeProgram.Outcome outcome = search.program.solve(trial.left() - variables);
        trial.spend(outcome.work());
        long[] values = outcome.values();
        if (values != null) {
            search.place(values);
            plans.offer();
        }
        return outcome.bound();
    }

    private void state() {
        for (int job = 0; job < trial.size(); job++) {
            state(job);
        }
        onNodes.forEach(this::limit);
        trial.caps().forEach(this::limit);
    }

    private void state(int job) {
        int tasks = trial.job(job).tasks();
        Demand demand = window.shape(job).demand();
        List<Integer> variables = new ArrayList<>();
        first[job] = program.size();
        for (Option option : window.options(job)) {
            int variable = program.variable(tasks, option.worth());
            variables.add(variable);
            onNodes.computeIfAbsent(option.node(), _ -> new ArrayList<>())
                    .add(new Count(variable, demand, option, tasks));
        }
        if (variables.isEmpty()) {
            return;
        }
        long[] ones = new long[variables.size() + (tasks > 1 ? 1 : 0)];
        Arrays.fill(ones, 1);
        if (tasks == 1) {
            program.atMost(variables, ones, 1);
            return;
        }
        whole[job] = program.variable(1, 0);
        variables.add(whole[job]);
        ones[ones.length - 1] = -tasks;
        program.exactly(variables, ones, 0);
    }

    /** Jobs take of a cap as a whole: of one task by whichever place it has, of several by the variable that has them all placed. */
    private void limit(WindowCap cap) {
        List<Integer> variables = new ArrayList<>();
        List<Long> amounts = new ArrayList<>();
        for (int job = 0; job < trial.size(); job++) {
            int options = window.options(job).size();
            if (options == 0 || !cap.jobs().contains(trial.job(job).job())) {
                continue;
            }
            boolean gang = trial.job(job).tasks() > 1;
            for (int at = 0; at < (gang ? 1 : options); at++) {
                variables.add(gang ? whole[job] : first[job] + at);
                amounts.add(window.taken(cap, job));
            }
        }
        if (!variables.isEmpty()) {
            program.atMost(
                    variables, amounts.stream().mapToLong(Long::longValue).toArray(), cap.milli());
        }
    }

    private void limit(int node, List<Count> counts) {
        for (Room room : Room.values()) {
            limit(counts, room::asked, room.free(window.nodes(), node));
        }
        TreeMap<Integer, List<Count>> onDevices = new TreeMap<>();
        for (Count count : counts) {
            if (count.option().device() >= 0) {
                onDevices
                        .computeIfAbsent(count.option().device(), _ -> new ArrayList<>())
                        .add(count);
            }
        }
        NodeTable nodes = window.nodes();
        onDevices.forEach((device, shares) -> {
            limit(shares, Demand::gpuMilli, nodes.gpuFreeMilli(node, device));
            limit(shares, Demand::gpuMemoryBytes, nodes.gpuFreeMemoryBytes(node, device));
        });
        keepIdle(node, counts, onDevices);
    }

    private void limit(List<Count> counts, ToLongFunction<Demand> asked, long room) {
        List<Integer> variables = new ArrayList<>();
        long[] amounts = new long[counts.size()];
        double together = 0;
        for (Count count : counts) {
            long amount = asked.applyAsLong(count.demand());
            together += (double) amount * count.most();
            amounts[variables.size()] = amount;
            variables.add(count.variable());
        }
        if (together > room) {
            program.atMost(variables, amounts, room);
        }
    }

    /** Whole devices must be idle: {@link Room#IDLE_GPUS} once more, less the idle devices that shares are on. */
    private void keepIdle(int node, List<Count> counts, TreeMap<Integer, List<Count>> onDevices) {
        long mask = window.nodes().grants().idleMask(node);
        List<Integer> variables = new ArrayList<>();
        List<Long> amounts = new ArrayList<>();
        for (Count count : counts) {
            if (count.demand().wholeGpus()) {
                variables.add(count.variable());
                amounts.add((long) count.demand().gpus());
            }
        }
        if (variables.isEmpty()) {
            return;
        }
        onDevices.forEach((device, shares) -> {
            if ((mask >> device & 1) == 1) {
                int broken = program.variable(1, 0);
                shares.forEach(
                        share -> program.atMost(List.of(share.variable(), broken), new long[] {1, -share.most()}, 0));
                variables.add(broken);
                amounts.add(1L);
            }
        });
        program.atMost(variables, amounts.stream().mapToLong(Long::longValue).toArray(), Long.bitCount(mask));
    }

    /** Shares first, since they are of certain devices. */
    private void place(long[] values) {
        for (boolean shares : new boolean[] {true, false}) {
            for (int job = 0; job < trial.size(); job++) {
                List<Option> chosen = chosen(job, values);
                if (window.isShare(job) == shares
                        && !chosen.isEmpty()
                        && !trial.place(job, task -> List.of(chosen.get(task)))) {
                    throw new IllegalStateException("The exact plan does not fit for job ("
                            + trial.job(job).job() + ").");
                }
            }
        }
    }

    private List<Option> chosen(int job, long[] values) {
        List<Option> chosen = new ArrayList<>();
        for (int at = 0; at < window.options(job).size(); at++) {
            for (long task = 0; task < values[first[job] + at]; task++) {
                chosen.add(window.options(job).get(at));
            }
        }
        return chosen;
    }
}
