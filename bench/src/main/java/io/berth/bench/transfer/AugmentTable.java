package io.berth.bench.transfer;

import io.berth.bench.Argument;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Training;
import io.berth.learn.training.TrainingOptions;
import io.berth.learn.training.TrainingReader;
import io.berth.learn.training.TrainingResult;
import io.berth.learn.transfer.Augmentation;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Learning from the first few hundred jobs of a log, as they are and augmented, tested on jobs that come after them.
 * {@code bench/augment LOG [SEEDS [UPDATES [JOBS]]]}.
 */
public final class AugmentTable {
    private static final String LEARN = "{start: none, ordering: {jobs: 128}, test_jobs: 128, test_sequences: 40,"
            + " ppo: {episodes: 20, updates: %d}}";

    /** Jobs that are tested on, and those that are made. */
    private static final int TESTED = 5000;

    private static final int MADE = 10_000;

    private AugmentTable() {}

    public static void main(String[] arguments) {
        int seeds = Argument.number(arguments, 1, 3);
        int updates = Argument.number(arguments, 2, 12);
        int shown = Argument.number(arguments, 3, 300);
        String learn = String.format(Locale.ROOT, LEARN, updates);
        TrainingReader reader = new TrainingReader(TreeReader.read(Source.text("bench", learn)));
        OrderingJobs log = OrderingJobs.read(Path.of(arguments[0]), shown + TESTED);
        OrderingJobs few = log.part(0, shown);
        OrderingJobs tested = log.part(shown, log.count() - shown);
        OrderingJobs many = new Augmentation(few, Augmentation.Options.STANDARD).draw(MADE, 1);
        OrderingTask plain = new OrderingTask(tested, few, reader.ordering(shown), reader.test(shown));
        OrderingTask augmented = new OrderingTask(tested, many, reader.ordering(shown), reader.test(shown));
        say("orders on what is held out: %s%n%n", plain.baselines());
        say("| seed | as it is: kept | median of last tests | augmented: kept | median of last tests |%n");
        say("|---|---|---|---|---|%n");
        try (GradientWorkers workers = new GradientWorkers(Runtime.getRuntime().availableProcessors())) {
            for (int seed = 1; seed <= seeds; seed++) {
                TrainingResult one = learnt(plain, reader.options(plain), workers, seed);
                TrainingResult other = learnt(augmented, reader.options(plain), workers, seed);
                say(
                        "| %d | %.2f | %.2f | %.2f | %.2f |%n",
                        seed, one.test(), one.medianOfLastTests(), other.test(), other.medianOfLastTests());
            }
        }
    }

    private static TrainingResult learnt(
            OrderingTask task, TrainingOptions options, GradientWorkers workers, int seed) {
        return new Training(task, options, workers, seed, point -> {}).run();
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
        System.out.flush();
    }
}
