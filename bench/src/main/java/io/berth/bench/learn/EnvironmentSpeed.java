package io.berth.bench.learn;

import io.berth.learn.environment.Goal;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Steps a second of the ordering of a queue, and of a twin in numpy, in turn in one session. Both play some episodes by a fixed choice
 * first, and must show and bring the same. See {@code bench/env}; arguments: those of {@link Places}, then {@code --check}.
 */
public final class EnvironmentSpeed {
    private static final double BAR = 1_000_000;
    private static final int MOST_JOBS = 10_000;
    private static final int ROUNDS = 7;
    private static final int STEPS = 1_000_000;
    private static final int WARM_UP_STEPS = 3_000_000;
    private static final int TWIN_STEPS = 50_000;
    private static final List<Integer> COMPARED = List.of(0, 1981, 5228, 9700);
    private static final double SAME = 1e-6;

    /** Any number that shares no divisor with how many rows there are, the same as in the twin. */
    private static final int STRIDE = 7919;

    private final QueueOrdering queue;
    private final SplittableRandom random = new SplittableRandom(1);
    private final float[] seen;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** Steps a second by the clock, and by the time that the processor spent on them. */
    private record Rate(double byClock, double byProcessor) {
        static Rate of(double steps, double seconds, double processorSeconds) {
            return new Rate(steps / seconds, steps / processorSeconds);
        }

        static Rate median(List<Rate> rates) {
            return new Rate(
                    rates.stream().mapToDouble(Rate::byClock).sorted().toArray()[rates.size() / 2],
                    rates.stream().mapToDouble(Rate::byProcessor).sorted().toArray()[rates.size() / 2]);
        }
    }

    private EnvironmentSpeed(OrderingJobs jobs) {
        this.queue = BerthPpo.environment(jobs);
        this.seen = new float[queue.mdp().observation().size()];
    }

    public static void main(String[] arguments) throws IOException {
        Places places = Places.of(arguments);
        if (!Files.isReadable(places.lublin())) {
            System.err.println("There is no log " + places.lublin() + "; BERTH_DATA says in which folder swf/ is.");
            System.exit(2);
        }
        boolean check = Arrays.asList(arguments).contains("--check");
        say("%s%n", Machine.line());
        EnvironmentSpeed speed = new EnvironmentSpeed(OrderingJobs.read(places.lublin(), MOST_JOBS));
        double rate = speed.run(places);
        System.exit(rate >= BAR || !check ? 0 : 1);
    }

    /** Tells steps a second by the clock. */
    private double run(Places places) throws IOException {
        measure(WARM_UP_STEPS);
        List<String> command = List.of(
                places.python().toString(),
                places.scripts().resolve("queue_numpy.py").toString(),
                places.lublin().toString());
        try (PythonProcess twin = new PythonProcess(command, places.log("numpy"))) {
            String version = twin.answer();
            boolean there = version.startsWith("ready ");
            if (there) {
                compare(twin);
            } else {
                say("numpy is left out: no interpreter that has it was found; BERTH_PYTHON names one%n");
            }
            Rate[] own = new Rate[ROUNDS];
            Rate[] others = new Rate[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                own[round] = measure(STEPS);
                others[round] = there ? twinRate(twin) : new Rate(0, 0);
            }
            return table(Rate.median(List.of(own)), Rate.median(List.of(others)), version);
        }
    }

    private double table(Rate own, Rate twin, String version) {
        say("%nLublin-1, 256-job episodes, random choices, medians of %d rounds; steps a second%n%n", ROUNDS);
        say("| | by the clock | of processor time |%n|---|---:|---:|%n");
        say("| berth | %,.0f | %,.0f |%n", own.byClock(), own.byProcessor());
        if (twin.byClock() > 0) {
            String name = version.replace("ready ", "");
            say("| %s | %,.0f | %,.0f |%n", name, twin.byClock(), twin.byProcessor());
            say("| ratio | %.1f | %.1f |%n", own.byClock() / twin.byClock(), own.byProcessor() / twin.byProcessor());
        }
        say("%n%s%n", Machine.line());
        return own.byClock();
    }

    private Rate twinRate(PythonProcess twin) throws IOException {
        String[] words = twin.ask("measure " + TWIN_STEPS).split(" ");
        return Rate.of(Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
    }

    private Rate measure(int steps) {
        long begin = System.nanoTime();
        long spent = threads.getCurrentThreadCpuTime();
        int made = 0;
        while (made < steps) {
            queue.reset(random.nextLong());
            while (!queue.over()) {
                queue.observe(seen, 0);
                queue.step(random.nextInt(queue.visibleJobs()));
                made++;
            }
        }
        long end = System.nanoTime();
        return Rate.of(made, (end - begin) / 1e9, (threads.getCurrentThreadCpuTime() - spent) / 1e9);
    }

    private void compare(PythonProcess twin) throws IOException {
        for (int start : COMPARED) {
            String[] words = twin.ask("play " + start).split(" ");
            double[] own = play(start);
            for (int i = 0; i < own.length; i++) {
                double other = Double.parseDouble(words[i]);
                if (!(Math.abs(own[i] - other) <= SAME * Math.abs(own[i]))) {
                    throw new IllegalStateException("The twin plays another game from " + start + ": "
                            + Arrays.toString(own) + " and " + Arrays.toString(words));
                }
            }
        }
        say("both bring and show the same in %d episodes%n", COMPARED.size());
    }

    private double[] play(int start) {
        queue.begin(start);
        double shown = 0;
        int step = 0;
        while (!queue.over()) {
            queue.observe(seen, 0);
            for (float number : seen) {
                shown += number;
            }
            queue.step(step++ * STRIDE % queue.visibleJobs());
        }
        return new double[] {queue.figures().get(Goal.BOUNDED_SLOWDOWN.figure()), shown};
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
        System.out.flush();
    }
}
