package io.berth.optimize.large;

import io.berth.optimize.bound.Options;
import io.berth.optimize.search.TaskQueue;

/**
 * Improves an allocation by ejection chains over the options of tasks: a task takes another option, whose agent ejects one of its
 * tasks for it, which takes another option, and so on; of all ways to end the chain the best counts (Yagiura, Ibaraki &amp; Glover, "An
 * ejection chain approach for the generalized assignment problem", 2004).
 */
final class ChainSearch {
    private static final int LONGEST = 6;
    private static final double LEAST_GAIN = 1e-6;

    private final Options options;
    private final Allocation allocation;
    private final TaskQueue queue;
    private final boolean[] touched;
    private final int[] tasks = new int[LONGEST + 1];
    private final int[] chosen = new int[LONGEST + 1];
    private double closed;
    private int closedLength;
    private int closedOption;
    private int nextTask;
    private double nextSum;
    private long work;

    ChainSearch(Options options, Allocation allocation, TaskQueue queue, int agents) {
        this.options = options;
        this.allocation = allocation;
        this.queue = queue;
        this.touched = new boolean[agents];
    }

    /** Looks at options so far. */
    long work() {
        return work;
    }

    /** Performs the best chain that begins with a task, if one gains; then those who could gain now wait in the queue. */
    boolean improve(int first) {
        int home = options.agents()[allocation.held(first)];
        double relief = allocation.penaltyWithout(allocation.held(first)) - allocation.penalty(home);
        closed = -LEAST_GAIN;
        closedLength = -1;
        touched[home] = true;
        tasks[0] = first;
        int length = 0;
        double sum = 0;
        while (extend(length, sum, relief)) {
            touched[options.agents()[chosen[length]]] = true;
            sum = nextSum;
            tasks[++length] = nextTask;
        }
        touched[home] = false;
        for (int at = 0; at < length; at++) {
            touched[options.agents()[chosen[at]]] = false;
        }
        if (closedLength >= 0) {
            perform(home);
        }
        return closedLength >= 0;
    }

    /** Closes the chain as well as it can be with its last task, and finds where it goes on; false where it should not. */
    private boolean extend(int length, double sum, double relief) {
        int task = tasks[length];
        int held = allocation.held(task);
        int home = options.agents()[allocation.held(tasks[0])];
        double out = sum - options.costs()[held];
        double least = Double.POSITIVE_INFINITY;
        int end = options.starts()[task + 1];
        for (int option = options.starts()[task]; option < end; option++) {
            int agent = options.agents()[option];
            if (touched[agent]) {
                if (length > 0 && agent == home) {
                    closeAtHome(length, option, out);
                }
                continue;
            }
            double in = out + options.costs()[option] - allocation.penalty(agent);
            close(length, option, in + allocation.penaltyWith(option) + relief);
            work += 1 + allocation.count(agent);
            int place = length < LONGEST ? allocation.ejection(option, least - in) : -1;
            if (place >= 0) {
                least = in + allocation.ejectionPrice();
                nextTask = allocation.member(agent, place);
                chosen[length] = option;
            }
        }
        if (closedLength == length || least + relief >= 0) {
            return false;
        }
        int in = chosen[length];
        nextSum = out
                + options.costs()[in]
                + allocation.penaltyExchanged(in, allocation.held(nextTask))
                - allocation.penalty(options.agents()[in]);
        return true;
    }

    private void closeAtHome(int length, int option, double out) {
        double exchanged = allocation.penaltyExchanged(option, allocation.held(tasks[0]));
        close(length, option, out + options.costs()[option] + exchanged - allocation.penalty(options.agents()[option]));
    }

    private void close(int length, int option, double sum) {
        if (sum < closed) {
            closed = sum;
            closedLength = length;
            closedOption = option;
        }
    }

    private void perform(int home) {
        chosen[closedLength] = closedOption;
        for (int at = 0; at <= closedLength; at++) {
            allocation.give(tasks[at], chosen[at]);
        }
        wake(home);
        for (int at = 0; at <= closedLength; at++) {
            wake(options.agents()[chosen[at]]);
        }
    }

    /** Has all tasks of an agent wait to be looked at. */
    void wake(int agent) {
        for (int place = 0; place < allocation.count(agent); place++) {
            queue.add(allocation.member(agent, place));
        }
    }
}
