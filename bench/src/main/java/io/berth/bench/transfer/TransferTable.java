package io.berth.bench.transfer;

import io.berth.bench.Argument;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Training;
import io.berth.learn.training.TrainingOptions;
import io.berth.learn.training.TrainingReader;
import io.berth.learn.training.TrainingResult;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Steps until a level is reached on one log, from nothing and from what was learnt on the other, in both directions. The level of a log
 * is the median of where the trainings from nothing end (the last ten tests of each); and, beside it, the best order of the catalog but
 * one. The model of a log is made as {@code berth train} makes it, with few updates. What goes on from a model is given a third of the updates.
 * {@code bench/transfer LOG LOG [SEEDS [UPDATES]]}.
 */
public final class TransferTable {
    private static final int MOST_JOBS = 10_000;

    /** Few in an update, so that it shows early when a level is reached. */
    private static final String LEARN = "{start: none, ppo: {episodes: 5, updates: %d}}";

    /** Of a model: a rule that is imitated, and then a little more. */
    private static final String MODEL = "{start: rule, ppo: {episodes: 5, updates: %d}}";

    private static final int MODEL_UPDATES = 4;
    private static final int SHORTER = 3;

    private final List<OrderingTask> tasks = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final TrainingOptions fromNothing;
    private final TrainingOptions fromModel;
    private final TrainingOptions ofModel;
    private final GradientWorkers workers;

    private TransferTable(List<Path> logs, int updates, GradientWorkers workers) {
        TrainingReader reader = reader(LEARN, updates);
        this.workers = workers;
        for (Path log : logs) {
            OrderingJobs jobs = OrderingJobs.read(log, MOST_JOBS);
            tasks.add(new OrderingTask(jobs, reader.ordering(jobs.count()), reader.test(jobs.count())));
            names.add(log.getFileName().toString().replaceAll("\\.swf.*", ""));
        }
        this.fromNothing = reader.options(tasks.getFirst());
        this.fromModel = reader(LEARN, updates / SHORTER).options(tasks.getFirst());
        this.ofModel = reader(MODEL, MODEL_UPDATES).options(tasks.getFirst());
    }

    public static void main(String[] arguments) {
        int seeds = Argument.number(arguments, 2, 3);
        int updates = Argument.number(arguments, 3, 16);
        try (GradientWorkers workers = new GradientWorkers(Runtime.getRuntime().availableProcessors())) {
            new TransferTable(List.of(Path.of(arguments[0]), Path.of(arguments[1])), updates, workers).print(seeds);
        }
    }

    private static TrainingReader reader(String learn, int updates) {
        return new TrainingReader(TreeReader.read(Source.text("bench", String.format(Locale.ROOT, learn, updates))));
    }

    private void print(int seeds) {
        for (int log = 0; log < tasks.size(); log++) {
            say("%s: %s%n", names.get(log), tasks.get(log).baselines());
            List<Curve> warm = new ArrayList<>();
            List<Curve> scratch = new ArrayList<>();
            float[] model = model(1 - log);
            for (int seed = 1; seed <= seeds; seed++) {
                warm.add(run(log, fromModel, seed, model));
                scratch.add(run(log, fromNothing, seed, new float[0]));
            }
            compare(log, scratch, warm);
        }
    }

    private float[] model(int log) {
        OrderingTask task = tasks.get(log);
        TrainingResult result = new Training(task, ofModel, workers, 1, point -> {}).run();
        say("%s: a model, test %.2f%n", names.get(log), result.test());
        return result.parameters();
    }

    private Curve run(int log, TrainingOptions options, int seed, float[] from) {
        OrderingTask task = tasks.get(log);
        Curve curve = new Curve();
        Training training = new Training(task, options, workers, seed, point -> curve.add(point.steps(), point.test()));
        if (from.length > 0) {
            curve.add(0, task.test(training.networks(), from));
            training.from(from);
        }
        TrainingResult result = training.run();
        String start = from.length == 0 ? "nothing" : names.get(1 - log);
        say(
                "%s seed %d from %s: kept update %d, test %.2f%n",
                names.get(log), seed, start, result.chosen(), result.test());
        say("  tests by steps: %s%n", curve);
        return curve;
    }

    private void compare(int log, List<Curve> scratch, List<Curve> warm) {
        double ends = Curve.median(scratch.stream().mapToDouble(Curve::end).toArray());
        List<Double> orders =
                tasks.get(log).baselines().values().stream().sorted().toList();
        table(log, "where scratch ends", ends, scratch, warm);
        table(log, "the best order but one", orders.get(1), scratch, warm);
    }

    private void table(int log, String what, double level, List<Curve> scratch, List<Curve> warm) {
        say("%n%s, level %.2f (%s), steps until there%n", names.get(log), level, what);
        say("| seed | from nothing | from %s | share | first test |%n|---|---|---|---|---|%n", names.get(1 - log));
        for (int seed = 0; seed < scratch.size(); seed++) {
            Curve from = warm.get(seed);
            long slow = scratch.get(seed).stepsTo(level);
            long fast = from.stepsTo(level);
            long all = slow < 0 ? scratch.get(seed).steps() : slow;
            String share =
                    fast < 0 ? "-" : String.format(Locale.ROOT, "%s%.1f %%", slow < 0 ? "< " : "", 100.0 * fast / all);
            say("| %d | %s | %s | %s | %.2f |%n", seed + 1, steps(slow), steps(fast), share, from.first());
        }
    }

    private static String steps(long steps) {
        return steps < 0 ? "never" : String.format(Locale.ROOT, "%,d", steps);
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
        System.out.flush();
    }
}
