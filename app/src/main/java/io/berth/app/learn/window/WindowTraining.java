package io.berth.app.learn.window;

import io.berth.app.command.Output;
import io.berth.app.learn.file.LearnFile;
import io.berth.app.learn.file.WindowFile;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.SequenceModel;
import io.berth.core.model.SequenceShape;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.SequenceCloning;
import io.berth.learn.imitation.SequenceCloning.Round;
import io.berth.learn.network.SequenceNetworks;
import io.berth.learn.training.TrainingCheckpoint;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code berth train} of orders of windows: solves windows exactly, has a network imitate that, and tells the gap on windows none has seen. */
public final class WindowTraining {
    private final LearnFile learn;
    private final WindowFile file;
    private final SequenceShape shape;
    private final @Nullable Path folder;
    private final Output output;

    /** @param folder where states are kept; null for nowhere */
    public WindowTraining(LearnFile learn, @Nullable Path folder, Output output) {
        this.learn = learn;
        this.file = learn.windows();
        this.shape = new SequenceShape(
                file.keys().integer("width"),
                file.keys().integer("hidden"),
                file.keys().integer("blocks"));
        this.folder = folder;
        this.output = output;
    }

    /** A training that is over. */
    private record Ended(long seed, SequenceCloning learnt) {
        double gap() {
            return learnt.rounds().stream().mapToDouble(Round::gap).min().orElse(Double.MAX_VALUE);
        }
    }

    /** What is written of a model, and what that is known by then. */
    @FunctionalInterface
    public interface Target {
        String write(SequenceModel model);
    }

    /** Trains with each of {@code seeds}, writes what did best in validation, and tests them all. */
    public WindowDocument run(List<Long> seeds, int threads, Target target) {
        prepareFolder();
        seeds.forEach(seed -> {
            TrainingCheckpoint checkpoint = checkpoint(seed);
            if (checkpoint != null) {
                checkpoint.read();
            }
        });
        List<Ended> ended = new ArrayList<>();
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            WindowTeacher teacher = new WindowTeacher(file, shape, workers, output);
            output.note(String.format(
                    Locale.ROOT,
                    "%d windows were solved, the optimum of %d proved; the orders that are taught are %.3f %% from it",
                    file.keys().integer("lessons"),
                    teacher.proved(),
                    teacher.taughtGap()));
            for (long seed : seeds) {
                ended.add(new Ended(seed, trained(teacher, workers, seed)));
            }
        }
        WindowTests tests = new WindowTests(file);
        Ended best = ended.stream()
                .min(Comparator.comparingDouble(Ended::gap))
                .orElseThrow(() -> new IllegalStateException("Nothing was trained."));
        List<WindowTests.Row> rows = new ArrayList<>();
        String written = "";
        for (Ended one : ended) {
            List<WindowTests.Row> own = tests.learnt("learnt, seed " + one.seed(), model(one, null));
            rows.addAll(own);
            if (one.seed() == best.seed()) {
                written = target.write(model(one, own.getFirst()));
            }
        }
        rows.addAll(tests.others());
        List<WindowDocument.Seed> told = ended.stream()
                .map(one -> new WindowDocument.Seed(one.seed(), one.learnt().rounds()))
                .toList();
        return WindowDocument.of(learn.data(), file.keys().integer("jobs"), tests, rows)
                .with(told, written);
    }

    /** Tests {@code models}, by what they are called. */
    public static WindowDocument tested(LearnFile learn, SequencedMap<String, SequenceModel> models) {
        WindowFile file = learn.windows();
        WindowTests tests = new WindowTests(file);
        List<WindowTests.Row> rows = new ArrayList<>();
        models.forEach((name, model) -> rows.addAll(tests.learnt(name, model)));
        rows.addAll(tests.others());
        return WindowDocument.of(learn.data(), file.keys().integer("jobs"), tests, rows);
    }

    private SequenceCloning trained(WindowTeacher teacher, GradientWorkers workers, long seed) {
        SequenceCloning.Options options = new SequenceCloning.Options(
                file.keys().integer("rounds"),
                file.keys().integer("passes"),
                file.keys().integer("batch"),
                file.keys().number("rate"),
                seed);
        SequenceCloning learnt = new SequenceCloning(new SequenceNetworks(shape), teacher, workers, options);
        TrainingCheckpoint checkpoint = checkpoint(seed);
        if (checkpoint != null && checkpoint.restore(learnt)) {
            output.note("seed " + seed + "  goes on from " + checkpoint.file());
        }
        learnt.run(() -> {
            tell(seed, learnt.rounds());
            if (checkpoint != null) {
                checkpoint.write(learnt);
            }
        });
        return learnt;
    }

    private @Nullable TrainingCheckpoint checkpoint(long seed) {
        return folder == null
                ? null
                : new TrainingCheckpoint(folder.resolve("seed-" + seed + ".checkpoint"), facts(seed));
    }

    /** All that the result depends on. */
    private TreeMap<String, String> facts(long seed) {
        TreeMap<String, String> facts = new TreeMap<>(learn.written());
        facts.put("environment", learn.environment().key());
        facts.put("network", shape.toString());
        facts.put("seed", Long.toString(seed));
        facts.put("version", learn.version());
        return facts;
    }

    private SequenceModel model(Ended ended, WindowTests.@Nullable Row test) {
        TreeMap<String, String> lineage = new TreeMap<>();
        lineage.put("agent", "imitation of exact solutions");
        lineage.put("data", learn.data());
        lineage.put("seed", Long.toString(ended.seed()));
        lineage.put("validation", String.format(Locale.ROOT, "gap_pct %.4f", ended.gap()));
        lineage.put("version", learn.version());
        lineage.put(
                "windows", file.keys().integer("lessons") + " of " + file.keys().integer("jobs") + " jobs");
        if (test != null) {
            lineage.put(
                    "test",
                    String.format(
                            Locale.ROOT,
                            "gap_pct %.4f on %d windows",
                            test.gapPct(),
                            file.keys().integer("tests")));
        }
        return new SequenceModel(new LearntNetwork<>(shape, ended.learnt().best(), lineage));
    }

    private void tell(long seed, List<Round> rounds) {
        Round round = rounds.getLast();
        output.note(String.format(
                Locale.ROOT,
                "seed %d  round %2d  %,7d lessons  loss %.4f  agreement %5.1f %%  validation gap %.3f %%",
                seed,
                rounds.size(),
                round.lessons(),
                round.loss(),
                100 * round.agreement(),
                round.gap()));
    }

    private void prepareFolder() {
        if (folder == null) {
            return;
        }
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InputException("--checkpoint", "\"" + folder + "\" is a file, not a folder");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InputException("--checkpoint", "\"" + folder + "\" cannot be made: " + e.getMessage());
        }
    }
}
