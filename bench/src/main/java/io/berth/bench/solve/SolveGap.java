package io.berth.bench.solve;

import com.sun.management.OperatingSystemMXBean;
import io.berth.optimize.dual.DualSolver;
import io.berth.optimize.file.ProblemFile;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How near the dual solver gets to its bound: one line per problem, which is a file of OR-Library or a {@link Recipe}.
 *
 * <p>usage: SECONDS THREADS min|max PROBLEM... The seconds are of the wall, or with {@code -Dcpu=true} of the processor for each
 * thread, which makes figures of a busy machine comparable.
 */
public final class SolveGap {
    private SolveGap() {}

    public static void main(String[] arguments) {
        double seconds = Double.parseDouble(arguments[0]);
        int threads = Integer.parseInt(arguments[1]);
        boolean maximise = arguments[2].equals("max");
        System.out.println("problem value bound gap_pct seconds last_found_s work");
        for (int at = 3; at < arguments.length; at++) {
            String name = arguments[at];
            Problem problem = name.contains(":") ? Recipe.parse(name).problem() : read(name, maximise);
            System.out.println(line(Path.of(name).getFileName().toString(), problem, seconds, threads));
        }
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static String line(String name, Problem problem, double seconds, int threads) {
        LongSupplier clock = Boolean.getBoolean("cpu") ? () -> processorNanos() / threads : System::nanoTime;
        long start = clock.getAsLong();
        long[] last = new long[1];
        Effort effort =
                new Effort(1, threads, Long.MAX_VALUE, 0, () -> (double) (clock.getAsLong() - start) * 1e-9 >= seconds);
        Watcher watcher = new Watcher() {
            @Override
            public void found(long value, int[] agents) {
                last[0] = clock.getAsLong() - start;
            }

            @Override
            public void bounded(long bound) {}
        };
        Answer answer = new DualSolver().solve(problem, effort, watcher);
        double took = (double) (clock.getAsLong() - start) * 1e-9;
        if (answer.agents() == null) {
            return name + " " + answer.status() + " " + answer.bound();
        }
        if (Assignments.violation(problem, answer.agents()) != null
                || Assignments.cost(problem, answer.agents()) != answer.value()) {
            throw new IllegalStateException("The assignment of (" + name + ") does not fit or costs something else.");
        }
        double gap = 100.0 * (double) (answer.value() - answer.bound()) / Math.abs((double) answer.value());
        return String.format(
                Locale.ROOT,
                "%s %d %d %.3f %.2f %.2f %d",
                name,
                answer.value(),
                answer.bound(),
                gap,
                took,
                (double) last[0] * 1e-9,
                answer.work());
    }

    private static Problem read(String file, boolean maximise) {
        Sense sense = maximise ? Sense.MAXIMIZE : Sense.MINIMIZE;
        return ProblemFile.read(file, new ProblemFile.Choice(sense, 0, List.of()))
                .form();
    }
}
