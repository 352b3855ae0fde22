package io.berth.bench;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.state.StateImage;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * How long an engine is held by an image of its state, and what is done with the image beside it: writing it, and making a state of it.
 * Also the instant after it, in which the state copies what it changes: a job tells how far it is, an observation of a node.
 *
 * <p>Arguments: nodes, each with a job that runs, and jobs that wait; for example {@code 100000 10000}.
 */
public final class Copies {
    private static final int WARM_UP = 10;
    private static final int COPIES = 60;

    private final DrivenState driven = new DrivenState();

    private Copies() {}

    public static void main(String[] arguments) {
        int nodes = Argument.number(arguments, 0, 100_000);
        int waiting = Argument.number(arguments, 1, 10_000);
        new Copies().run(nodes, waiting);
    }

    private void run(int nodes, int waiting) {
        driven.apply(new Event.StrategyChanged(StrategySpec.of("copies", "fcfs", "first-fit", "greedy")));
        for (int node = 0; node < nodes; node++) {
            driven.apply(new Event.NodeJoined(node, NodeSpec.of("n" + node, 96_000, 1L << 40, 8, "H100")));
            driven.submit(Demand.cpu(96_000, 1L << 30).withGpus(8));
        }
        driven.plan();
        for (int job = 0; job < waiting; job++) {
            driven.submit(Demand.cpu(96_000, 1L << 30).withGpus(8));
        }
        driven.plan();
        System.out.printf(
                Locale.ROOT,
                "%d nodes, %d jobs run, %d wait%n",
                nodes,
                driven.state.liveJobs() - driven.state.waitingJobs(),
                driven.state.waitingJobs());
        System.out.println("what         p50 ms    p99 ms    max ms");
        long[] image = new long[COPIES];
        long[] after = new long[COPIES];
        long[] write = new long[COPIES];
        long[] read = new long[COPIES];
        long bytes = 0;
        for (int copy = -WARM_UP; copy < COPIES; copy++) {
            int at = Math.max(0, copy);
            long begin = System.nanoTime();
            StateImage made = driven.state.image();
            image[at] = System.nanoTime() - begin;
            after[at] = goOn(nodes, copy + WARM_UP);
            begin = System.nanoTime();
            bytes = made.bytes().length;
            write[at] = System.nanoTime() - begin;
            begin = System.nanoTime();
            made.state();
            read[at] = System.nanoTime() - begin;
        }
        print("image", image);
        print("after", after);
        print("write", write);
        print("state", read);
        System.out.printf(Locale.ROOT, "%d bytes%n", bytes);
    }

    /** A thousand jobs in all places tell how far they are; nanoseconds. */
    private long goOn(int nodes, int copy) {
        long begin = System.nanoTime();
        for (int change = 0; change < 1_000; change++) {
            long job = 1 + (copy + change * 7919L) % nodes;
            driven.apply(new Event.ProgressReported(
                    job, Objects.requireNonNull(driven.state.job(job)).decision(), Nanos.HOUR + change));
        }
        driven.apply(new Event.UsageObserved(copy % nodes, copy, 0));
        return System.nanoTime() - begin;
    }

    private static void print(String what, long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%-8s %10.2f %9.2f %9.2f%n",
                what,
                sorted[nanos.length / 2] / 1e6,
                sorted[nanos.length * 99 / 100] / 1e6,
                sorted[nanos.length - 1] / 1e6);
    }
}
