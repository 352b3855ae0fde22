package io.berth.bench;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.event.Event;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What one node costs a large cluster: joining it, while jobs of as many shapes run as there are and one of each waits; another label of
 * it; and a copy of all nodes, with the first thing that happens after it. After each the planner makes a plan.
 *
 * <p>Arguments: how many nodes, of how many shapes; for example {@code 100000 24}.
 */
public final class Joins {
    private static final int CHANGES = 2_000;
    private static final int COPIES = 200;

    private final DrivenState driven = new DrivenState();

    private Joins() {}

    public static void main(String[] arguments) {
        int nodes = Argument.number(arguments, 0, 100_000);
        int shapes = Argument.number(arguments, 1, 24);
        System.out.println("what                nodes   shapes   mean us    p50 us    p99 us    max us");
        for (int run = 0; run < 3; run++) {
            new Joins().run(nodes, shapes);
        }
    }

    private void run(int nodes, int shapes) {
        driven.apply(new Event.StrategyChanged(StrategySpec.of("join", "fcfs", "best-fit", "greedy")));
        long[] joins = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            long begin = System.nanoTime();
            driven.apply(new Event.NodeJoined(node, node(node)));
            driven.plan();
            joins[node] = System.nanoTime() - begin;
            if (node == 0) {
                fill(shapes);
            }
        }
        print("join", joins, nodes, shapes);
        long[] changes = new long[CHANGES];
        for (int change = 0; change < CHANGES; change++) {
            int node = (int) (change * 7919L % nodes);
            NodeSpec spec =
                    driven.state.nodeTable().spec(node).withLabels(List.of(new Label("rack", "r" + change % 9)));
            long begin = System.nanoTime();
            driven.apply(new Event.NodeChanged(node, spec));
            driven.plan();
            changes[change] = System.nanoTime() - begin;
        }
        print("label", changes, nodes, shapes);
        copies(nodes, shapes);
    }

    private void copies(int nodes, int shapes) {
        long[] copies = new long[COPIES];
        long seen = 0;
        for (int copy = 0; copy < COPIES; copy++) {
            int node = (int) (copy * 7919L % nodes);
            long begin = System.nanoTime();
            NodeTable copied = driven.state.nodeTable().copy();
            driven.apply(new Event.UsageObserved(node, copy, 0));
            driven.plan();
            copies[copy] = System.nanoTime() - begin;
            seen += copied.othersCpuMilli(node);
        }
        print(seen >= 0 ? "copy" : "", copies, nodes, shapes);
    }

    /** On the first node a job of each shape runs, and one of each that has no room waits. */
    private void fill(int shapes) {
        for (int shape = 0; shape < shapes; shape++) {
            driven.submit(Demand.cpu(100 + shape, 1 << 20));
            driven.submit(Demand.cpu(100 + shape, 1 << 20).withGpus(8).onModels(List.of("none")));
        }
        driven.plan();
    }

    private static NodeSpec node(int node) {
        return NodeSpec.of("n" + node, 96_000, 1L << 40, 8, "H100")
                .withLabels(List.of(new Label("rack", "r" + node / 32 % 9), new Label("block", "b" + node % 4)));
    }

    private static void print(String what, long[] nanos, int nodes, int shapes) {
        long sum = Arrays.stream(nanos).sum();
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%-14s %10d %8d %9.1f %9.1f %9.1f %9.1f%n",
                what,
                nodes,
                shapes,
                sum / 1e3 / nanos.length,
                sorted[nanos.length / 2] / 1e3,
                sorted[nanos.length * 99 / 100] / 1e3,
                sorted[nanos.length - 1] / 1e3);
    }
}
