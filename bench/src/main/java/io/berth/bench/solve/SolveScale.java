package io.berth.bench.solve;

import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Locale;

/**
 * Large problems against their bars: how far the value is from the proved bound, in which time and memory. One problem a run, so that
 * the memory is that of one.
 */
public final class SolveScale {
    private static final int THREADS = 2;
    private static final double NANOS = 1e9;
    private static final double MIB = 0x1p20;

    private SolveScale() {}

    /** A problem and what must hold. */
    private record Bar(String name, Problem problem, double gapPercent, int seconds) {
        static Bar of(String kind, long seed) {
            return switch (kind) {
                case "d" -> new Bar("d 20000 x 1000", new Recipe('d', 1000, 20_000, seed).problem(), 0.15, 30);
                case "e" -> new Bar("e 20000 x 1000", new Recipe('e', 1000, 20_000, seed).problem(), 0.5, 30);
                case "cluster" -> new Bar("cluster 100000 x 5000", new Cluster(100_000, 5000, 1).problem(seed), 1, 60);
                case "cluster3" -> new Bar("cluster, 3 resources", new Cluster(100_000, 5000, 3).problem(seed), 1, 60);
                default ->
                    throw new IllegalArgumentException("The problem (" + kind + ") must be d, e, cluster or cluster3.");
            };
        }
    }

    /** Takes the kind of problem and a seed; exits 1 where the bar is not held. */
    public static void main(String[] arguments) {
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Bar bar = Bar.of(arguments[0], seed);
        long start = System.nanoTime();
        Effort effort = new Effort(
                seed, THREADS, Long.MAX_VALUE, 0, () -> (double) (System.nanoTime() - start) > bar.seconds() * NANOS);
        Answer answer = new DualSolver().solve(bar.problem(), effort, Watcher.NONE);
        double seconds = (double) (System.nanoTime() - start) / NANOS;
        boolean sound = answer.agents() != null && Assignments.violation(bar.problem(), answer.agents()) == null;
        double gap = sound
                ? 100 * (double) (answer.value() - answer.bound()) / Math.abs((double) answer.value())
                : Double.POSITIVE_INFINITY;
        boolean holds = gap <= bar.gapPercent() && seconds <= bar.seconds() + 1;
        System.out.printf(
                Locale.ROOT,
                "%-22s seed %d  value %d  bound %d  gap %.4f %% (bar %.2f %%)  %.1f s  heap %.0f MiB at most  %s%n",
                bar.name(),
                seed,
                answer.value(),
                answer.bound(),
                gap,
                bar.gapPercent(),
                seconds,
                peakHeap() / MIB,
                holds ? "holds" : "FALLS SHORT");
        System.exit(holds ? 0 : 1);
    }

    /** The sum of what each part of the heap held at most. */
    private static double peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToDouble(pool -> (double) pool.getPeakUsage().getUsed())
                .sum();
    }
}
