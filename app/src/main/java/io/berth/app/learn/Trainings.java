package io.berth.app.learn;

import io.berth.app.command.Output;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Task;
import io.berth.learn.training.Training;
import io.berth.learn.training.TrainingCheckpoint;
import io.berth.learn.training.TrainingPoint;
import io.berth.learn.training.TrainingResult;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The trainings of a command, one after the other for each seed; where states are kept they go on from them. */
final class Trainings {
    private static final String OPTION = "--checkpoint";

    private final Task task;
    private final Lineage lineage;
    private final @Nullable Path folder;
    private final Output output;

    /** @param folder where states are kept; null for nowhere */
    Trainings(Task task, Lineage lineage, @Nullable Path folder, Output output) {
        this.task = task;
        this.lineage = lineage;
        this.folder = folder;
        this.output = output;
    }

    /**
     * Trains with each of {@code seeds}.
     *
     * @throws InputException where a state in the folder is damaged or of another training; then nothing was trained
     */
    List<TrainingResult> run(List<Long> seeds, int threads) {
        prepareFolder();
        seeds.forEach(seed -> {
            TrainingCheckpoint checkpoint = checkpoint(seed);
            if (checkpoint != null) {
                checkpoint.read();
            }
        });
        List<TrainingResult> results = new ArrayList<>();
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            for (long seed : seeds) {
                results.add(run(training(seed, workers), checkpoint(seed)));
            }
        }
        return results;
    }

    private void prepareFolder() {
        if (folder == null) {
            return;
        }
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InputException(OPTION, "\"" + folder + "\" is a file, not a folder");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InputException(OPTION, "\"" + folder + "\" cannot be made: " + e.getMessage());
        }
    }

    private Training training(long seed, GradientWorkers workers) {
        Training training = new Training(task, lineage.options(), workers, seed, point -> tell(seed, point));
        Parent parent = lineage.parent();
        if (parent == null && lineage.file().learn().asksForRule() && !training.startsWithRule()) {
            throw new InputException(
                    lineage.file().data(),
                    "learn.start: rule is for actions that pick a row, and those of "
                            + task.mdp().name() + " do not; none begins at random");
        }
        return parent == null ? training : training.from(parent.parameters());
    }

    private TrainingResult run(Training training, @Nullable TrainingCheckpoint checkpoint) {
        if (checkpoint == null) {
            return training.run();
        }
        if (checkpoint.restore(training)) {
            String state = training.ended() ? "has ended; its result is read from " : "goes on from ";
            output.note("seed " + training.seed() + "  " + state + checkpoint.file());
        }
        return training.run(() -> checkpoint.write(training));
    }

    private @Nullable TrainingCheckpoint checkpoint(long seed) {
        return folder == null
                ? null
                : new TrainingCheckpoint(folder.resolve("seed-" + seed + ".checkpoint"), facts(seed));
    }

    /** All that the result depends on: what is written, what is not written there, and what the tests are. */
    private SortedMap<String, String> facts(long seed) {
        TreeMap<String, String> facts = new TreeMap<>(lineage.file().written());
        facts.put("agent", lineage.file().learn().agent());
        facts.put("environment", task.mdp().name());
        facts.put("seed", Long.toString(seed));
        facts.put("version", lineage.file().version());
        Parent parent = lineage.parent();
        facts.put(Lineage.PARENT, parent == null ? "none" : parent.id());
        if (task instanceof OrderingTask ordering) {
            facts.put("digest of the jobs", ordering.jobs().digest());
        }
        lineage.baselines().forEach((name, figure) -> facts.put("test of " + name, Double.toString(figure)));
        return facts;
    }

    private void tell(long seed, TrainingPoint point) {
        output.note(String.format(
                Locale.ROOT,
                "seed %d  %-7s %3d  %,11d steps  reward %10s  validation %10.3f  %s %.2f",
                seed,
                point.stage(),
                point.update(),
                point.steps(),
                Double.isNaN(point.reward()) ? "-" : String.format(Locale.ROOT, "%.3f", point.reward()),
                point.validation(),
                task.figure(),
                point.test()));
    }
}
