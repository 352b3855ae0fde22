package io.berth.app.learn;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Task;
import io.berth.learn.training.Training;
import io.berth.learn.training.TrainingOptions;
import io.berth.learn.training.TrainingPoint;
import io.berth.learn.training.TrainingResult;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth train}: learns a policy in the simulator. */
@CommandLine.Command(
        name = "train",
        description = "Learns a policy in the simulator. The result is a model file that a strategy can name:"
                + " {order: {learnt: {model: FILE}}}.")
public final class TrainCommand implements Command {
    @Parameters(
            paramLabel = "SCENARIO",
            description = "A scenario file, whose section learn says what is learnt; or an environment by its name.")
    private String name = "";

    @Option(names = "--seed", paramLabel = "SEEDS", description = "Each is a training of its own, such as 1 or 1..3.")
    private String seeds = "1";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the model goes; of several seeds the one that did best in validation.")
    private @Nullable Path out;

    @Option(names = "--threads", paramLabel = "N", description = "Threads at once; default: all processors.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Set a value of the scenario; may be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    private final Output output;

    public TrainCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        if (threads < 1) {
            throw new InputException("--threads", "must be at least 1, but is \"" + threads + "\"");
        }
        LearnFile file =
                LearnFile.open(name, settings.stream().map(Assignment::parse).toList());
        Task task = file.task();
        TrainingOptions options = file.learn().options();
        checkOut(task);
        List<Long> chosen = Fields.seeds(new Tree.Scalar(Position.of("--seed"), "", seeds, true));
        SortedMap<String, Double> baselines = task.baselines();
        List<TrainingResult> results = new ArrayList<>();
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            for (long seed : chosen) {
                results.add(new Training(task, options, workers, seed, point -> tell(seed, task, point)).run());
            }
        }
        TrainingResult best = results.stream()
                .max(Comparator.comparingDouble(TrainingResult::validation))
                .orElseThrow();
        String model = write(file, task, options, best);
        if (json) {
            output.json(TrainDocument.of(name, task, results, baselines, model));
        } else {
            output.out().print(TrainText.of(task, results, baselines, model));
        }
        return 0;
    }

    private void checkOut(Task task) {
        if (out == null) {
            return;
        }
        if (!(task instanceof OrderingTask)) {
            throw new InputException("--out", "only what is learnt of ordering becomes a model file");
        }
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(out)) {
            throw new InputException("--out", "\"" + out + "\" is no file in a folder that exists");
        }
    }

    private void tell(long seed, Task task, TrainingPoint point) {
        output.note(String.format(
                Locale.ROOT,
                "seed %d  %-7s %3d  %,11d steps  reward %10.3f  validation %10.3f  %s %.2f",
                seed,
                point.stage(),
                point.update(),
                point.steps(),
                point.reward(),
                point.validation(),
                task.figure(),
                point.test()));
    }

    /** Writes the model where one is wanted, and returns what identifies it; empty where there is none. */
    private String write(LearnFile file, Task task, TrainingOptions options, TrainingResult result) {
        if (out == null || !(task instanceof OrderingTask ordering)) {
            return "";
        }
        TreeMap<String, String> lineage = new TreeMap<>();
        lineage.put("agent", "ppo" + (options.startsWithRule() ? " from a tuned rule" : ""));
        lineage.put("data", file.data());
        lineage.put("reward", ordering.setup().reward().formula());
        lineage.put("seed", Long.toString(result.seed()));
        lineage.put("update", result.chosen() + " of " + options.updates());
        lineage.put("version", file.version());
        Model model = ordering.model(file.learn().columns(), options.hidden(), result.parameters(), lineage);
        String text = ModelFile.write(model);
        try {
            Path whole = out.resolveSibling(out.getFileName() + ".new");
            Files.writeString(whole, text);
            Files.move(whole, out, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The model cannot be written: " + e.getMessage(), e);
        }
        return ModelFile.id(text);
    }
}
