package io.berth.app.learn;

import io.berth.app.catalog.AnswerOptions;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.BerthHome;
import io.berth.app.learn.file.LearnFile;
import io.berth.app.learn.table.TableDocument;
import io.berth.app.learn.table.TableText;
import io.berth.app.learn.table.TableTraining;
import io.berth.core.model.ModelFile;
import io.berth.learn.agent.Divergence;
import io.berth.learn.store.ModelStore;
import io.berth.learn.training.Task;
import io.berth.learn.training.TrainingOptions;
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
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth train}: learns a policy in the simulator. */
@CommandLine.Command(
        name = "train",
        description =
                "Learns a policy in the simulator. The result is a model file that a strategy can name:"
                        + " {order: {learnt: {model: FILE}}}, place where a placement was learnt, or balance where a server was.")
public final class TrainCommand implements Command {
    @Parameters(
            paramLabel = "SCENARIO",
            description =
                    "A scenario file, whose section learn says what is learnt and by which agent (learn.agent: ppo, a2c,"
                            + " a3c, reinforce, dqn); or an environment by its name.")
    private String name = "";

    @Option(names = "--seed", paramLabel = "SEEDS", description = "Each is a training of its own, such as 1 or 1..3.")
    private String seeds = "1";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the model there; of several seeds the one that did best in validation.")
    private @Nullable Path out;

    @Option(
            names = "--from",
            paramLabel = "MODEL",
            description = "Go on from this model, a file or the id of a stored one, instead of a rule.")
    private @Nullable String from;

    @Option(names = "--store", description = "Keep the model; berth models lists those that are kept.")
    private boolean store;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "The home whose folder models keeps them; BERTH_HOME by default.")
    private @Nullable Path home;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description =
                    "Keep the state of each seed in this folder; the same command goes on from it to the same result.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page with the curves that needs no network.")
    private @Nullable Path report;

    @Option(names = "--threads", paramLabel = "N", description = "Threads at once; all processors by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a value of the scenario; may come several times.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--table",
            description = "Learn an assignment by Q-learning with a table instead of by networks, and print the table.")
    private boolean table;

    @CommandLine.Mixin
    private final AnswerOptions answer;

    public TrainCommand(Output output) {
        this.answer = new AnswerOptions(output);
    }

    @Override
    public int run() {
        answer.begin();
        if (threads < 1) {
            throw new InputException("--threads", "must be at least 1, but is \"" + threads + "\"");
        }
        LearnFile file =
                LearnFile.open(name, settings.stream().map(Assignment::parse).toList());
        if (table) {
            return learnTable(file);
        }
        Task task = file.task();
        TrainingOptions options = file.learn().options(task);
        checkOut(task);
        TrainPage.check(report);
        ModelStore models = new ModelStore(BerthHome.of(home, System.getenv()).models());
        Parent parent = from == null ? null : Parent.open(from, models, file, task);
        List<Long> chosen = seeds();
        SortedMap<String, Double> baselines = task.baselines();
        warnOfIdleTests(baselines);
        Lineage lineage = new Lineage(file, options, baselines, parent);
        List<TrainingResult> results = new Trainings(task, lineage, checkpoint, answer.output()).run(chosen, threads);
        TrainingResult best = best(results, lineage);
        String model = best == null ? "" : write(lineage, models, task, best);
        TrainDocument document = TrainDocument.of(name, task, results, lineage, model);
        TrainPage.write(report, document, file.written());
        answer.print(document, TrainText::of);
        return tellDiverged(results, file.learn().agent(), best, model) ? 1 : 0;
    }

    private List<Long> seeds() {
        return Fields.seeds(new Tree.Scalar(Position.of("--seed"), "", seeds, true));
    }

    private int learnTable(LearnFile file) {
        if (out != null || store || from != null || checkpoint != null || report != null) {
            throw new InputException(
                    "--table",
                    "prints what it learns; --out, --store, --from, --checkpoint and --report are for networks");
        }
        TableDocument document = TableTraining.of(name, file.assignment(), seeds());
        answer.print(document, TableText::of);
        return 0;
    }

    /** What did best in validation; null where all diverged before they had learnt anything. */
    private static @Nullable TrainingResult best(List<TrainingResult> results, Lineage lineage) {
        return results.stream()
                .filter(result -> result.divergence() == null || result.learnt() || lineage.parent() != null)
                .max(Comparator.comparingDouble(TrainingResult::validation))
                .orElse(null);
    }

    /** True where a training diverged. */
    private boolean tellDiverged(
            List<TrainingResult> results, String agent, @Nullable TrainingResult best, String model) {
        boolean diverged = false;
        for (TrainingResult result : results) {
            Divergence divergence = result.divergence();
            if (divergence != null) {
                diverged = true;
                answer.output().note("berth: " + DivergedText.of(result.seed(), agent, divergence));
            }
        }
        if (diverged && (out != null || store)) {
            answer.output()
                    .note(
                            best == null
                                    ? "no model is written: nothing was learnt before"
                                    : "the model " + model + " is the best until then: seed " + best.seed()
                                            + ", update " + best.chosen());
        }
        return diverged;
    }

    /** Where nobody waits every policy is the best one, and training would only seem to work. */
    private void warnOfIdleTests(SortedMap<String, Double> baselines) {
        if (baselines.values().stream().distinct().count() == 1) {
            answer.output()
                    .note(
                            "warning: all known policies do equally well where this is tested, so nothing can be learnt there:"
                                    + " a busier workload or longer parts (learn.test_jobs, learn.ordering.jobs) would tell them apart");
        }
    }

    private void checkOut(Task task) {
        if (out == null && !store) {
            return;
        }
        if (Lineage.kind(task) == null) {
            throw new InputException(
                    out == null ? "--store" : "--out",
                    "only what is learnt of ordering, engine-ordering, engine-placement or dispatch becomes a model file, and this is "
                            + task.mdp().name() + ": no strategy could go by it; without it, training shows the curve");
        }
        if (out == null) {
            return;
        }
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(out)) {
            throw new InputException("--out", "\"" + out + "\" is no file in a folder that exists");
        }
    }

    /** Writes and keeps the model where that is wanted, and returns what identifies it; empty where it is not. */
    private String write(Lineage lineage, ModelStore models, Task task, TrainingResult result) {
        if (out == null && !store) {
            return "";
        }
        String text = ModelFile.write(lineage.model(task, result));
        if (out != null) {
            writeFile(out, text);
        }
        return store ? models.save(text) : ModelFile.id(text);
    }

    static void writeFile(Path file, String text) {
        try {
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(whole, text);
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("The model cannot be written: " + e.getMessage(), e);
        }
    }
}
