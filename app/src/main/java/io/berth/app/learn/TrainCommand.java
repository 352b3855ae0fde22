package io.berth.app.learn;

import io.berth.app.catalog.ModelHome;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.OutFile;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.learn.file.LearnEnvironment;
import io.berth.app.learn.file.LearnFile;
import io.berth.app.learn.table.NodesTable;
import io.berth.app.learn.table.TableDocument;
import io.berth.app.learn.table.TableText;
import io.berth.app.learn.table.TableTraining;
import io.berth.app.learn.window.WindowDocument;
import io.berth.app.learn.window.WindowTraining;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.model.LearntModel;
import io.berth.core.model.ModelFile;
import io.berth.learn.agent.Divergence;
import io.berth.learn.store.ModelStore;
import io.berth.learn.training.Task;
import io.berth.learn.training.TrainingOptions;
import io.berth.learn.training.TrainingResult;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code berth train}: learns a policy in the simulator. */
public record TrainCommand(Output output) implements Command {
    private static final Option SEEDS =
            Option.value("--seed", "SEEDS", "Each is a training of its own, such as 1 or 1..3.");
    private static final Option OUT = Option.value(
            "--out", "FILE", "Write the model there; of several seeds the one that did best in validation.");
    private static final Option FROM = Option.value(
            "--from", "MODEL", "Go on from this model, a file or the id of a stored one, instead of a rule.");
    private static final Option STORE =
            Option.flag("--store", "Keep the model; berth models lists those that are kept.");
    private static final Option CHECKPOINT = Option.value(
            "--checkpoint",
            "DIR",
            "Keep the state of each seed in this folder; the same command goes on from it to the same result.");
    private static final Option REPORT = SharedOptions.report("the curves");
    private static final Option TABLE = Option.flag(
            "--table",
            "Learn an assignment, or nodes, by Q-learning with a table instead of by networks, and print the table.");

    /**
     * What becomes of the model.
     *
     * @param out the file where it is written; null for none
     * @param store true where it is kept
     */
    private record Target(@Nullable Path out, boolean store) {
        boolean wanted() {
            return out != null || store;
        }
    }

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] SCENARIO",
                        "Learns a policy in the simulator. The result is a model file that a strategy can name:"
                                + " {order: {learnt: {model: FILE}}}, place where a placement was learnt, balance where a server was, or plan"
                                + " where an order of windows was.",
                        SEEDS,
                        OUT,
                        FROM,
                        STORE,
                        ModelHome.OPTION,
                        CHECKPOINT,
                        REPORT,
                        SharedOptions.THREADS,
                        SharedOptions.SET,
                        TABLE,
                        Answer.JSON,
                        PluginsOption.OPTION)
                .with(Operand.of(
                        "SCENARIO",
                        "A scenario file, whose section learn says what is learnt and by which agent (learn.agent: ppo, a2c,"
                                + " a3c, reinforce, dqn); or an environment by its name."));
    }

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once(SharedOptions.SET));
        String name = typed.needed("needs a scenario: berth train SCENARIO");
        int threads = SharedOptions.threads(typed);
        LearnFile file = LearnFile.open(name, SharedOptions.settings(typed));
        Answer answer = Answer.of(typed, output);
        if (typed.flag(TABLE.name())) {
            return learnTable(name, file, typed, answer);
        }
        if (file.environment() == LearnEnvironment.WINDOWS) {
            return learnWindows(file, typed, answer);
        }
        Task task = file.task();
        TrainingOptions options = file.learn().options(task);
        Target target = new Target(typed.path(OUT.name()), typed.flag(STORE.name()));
        check(target, task);
        Path report = typed.path(REPORT.name());
        OutFile.check(REPORT.name(), report);
        ModelStore models = ModelHome.store(typed);
        String from = typed.text(FROM.name());
        Parent parent = from == null ? null : Parent.open(from, models, file, task);
        List<Long> seeds = seeds(typed);
        SortedMap<String, Double> baselines = task.baselines();
        warnOfIdleTests(baselines);
        Lineage lineage = new Lineage(file, options, baselines, parent);
        List<TrainingResult> results =
                new Trainings(task, lineage, typed.path(CHECKPOINT.name()), output).run(seeds, threads);
        TrainingResult best = best(results, lineage);
        String model = best == null || !target.wanted() ? "" : write(target, lineage.model(task, best), models);
        TrainDocument document = TrainDocument.of(name, task, results, lineage, model);
        TrainPage.write(report, document, file.written());
        answer.print(document, TrainText::of);
        boolean diverged = tellDiverged(results, file.learn().agent());
        if (diverged && target.wanted()) {
            output.note(
                    best == null
                            ? "no model is written: nothing was learnt before"
                            : "the model " + model + " is the best until then: seed " + best.seed() + ", update "
                                    + best.chosen());
        }
        return diverged ? 1 : 0;
    }

    private int learnWindows(LearnFile file, Arguments typed, Answer answer) {
        if (Stream.of(FROM, REPORT).anyMatch(option -> typed.flag(option.name()))) {
            throw new InputException(
                    typed.flag(FROM.name()) ? FROM.name() : REPORT.name(),
                    "is for what is played; orders of windows are imitated from their beginning");
        }
        Target target = new Target(typed.path(OUT.name()), typed.flag(STORE.name()));
        OutFile.check(OUT.name(), target.out);
        ModelStore models = ModelHome.store(typed);
        WindowTraining training = new WindowTraining(file, typed.path(CHECKPOINT.name()), output);
        WindowDocument document = training.run(
                seeds(typed),
                SharedOptions.threads(typed),
                model -> target.wanted() ? write(target, model, models) : "");
        answer.print(document, WindowDocument::text);
        return 0;
    }

    private static List<Long> seeds(Arguments typed) {
        return Fields.seeds(new Tree.Scalar(Position.of(SEEDS.name()), "", typed.text(SEEDS.name(), "1"), true));
    }

    private static int learnTable(String name, LearnFile file, Arguments typed, Answer answer) {
        if (Stream.of(OUT, STORE, FROM, CHECKPOINT, REPORT).anyMatch(option -> typed.flag(option.name()))) {
            throw new InputException(
                    TABLE.name(),
                    "prints what it learns; --out, --store, --from, --checkpoint and --report are for networks");
        }
        if (file.environment() == LearnEnvironment.NODES) {
            answer.print(NodesTable.learnt(name, file, seeds(typed)), NodesTable::text);
            return 0;
        }
        TableDocument document = TableTraining.of(name, file.assignment(), seeds(typed));
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
    private boolean tellDiverged(List<TrainingResult> results, String agent) {
        boolean diverged = false;
        for (TrainingResult result : results) {
            Divergence divergence = result.divergence();
            if (divergence != null) {
                diverged = true;
                output.note("berth: " + DivergedText.of(result.seed(), agent, divergence));
            }
        }
        return diverged;
    }

    /** Where nobody waits every policy is the best one, and training would only seem to work. */
    private void warnOfIdleTests(SortedMap<String, Double> baselines) {
        if (baselines.values().stream().distinct().count() == 1) {
            output.note(
                    "warning: all known policies do equally well where this is tested, so nothing can be learnt there:"
                            + " a busier workload or longer parts (learn.test_jobs, learn.ordering.jobs) would tell them apart");
        }
    }

    private static void check(Target target, Task task) {
        if (target.wanted() && Lineage.kind(task) == null) {
            throw new InputException(
                    target.out == null ? STORE.name() : OUT.name(),
                    "only what is learnt of ordering, engine-ordering, engine-placement, engine-joint or dispatch becomes a model file, and this is "
                            + task.mdp().name() + ": no strategy could go by it; without it, training shows the curve");
        }
        OutFile.check(OUT.name(), target.out);
    }

    /** Writes and keeps the model, as is wanted, and returns what identifies it. */
    private static String write(Target target, LearntModel made, ModelStore models) {
        String text = ModelFile.write(made);
        if (target.out != null) {
            OutFile.replace(target.out, text, "model");
        }
        return target.store ? models.save(text) : ModelFile.id(text);
    }
}
