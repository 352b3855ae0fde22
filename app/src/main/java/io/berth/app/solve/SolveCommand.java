package io.berth.app.solve;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.solve.run.Method;
import io.berth.app.solve.run.Outcome;
import io.berth.app.solve.run.SolveRequest;
import io.berth.app.solve.run.SolveRun;
import io.berth.optimize.bound.room.LagrangianRelaxation.Kind;
import io.berth.optimize.file.ProblemFile;
import io.berth.optimize.file.ShippedProblem;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Sense;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.Percents;
import io.berth.spec.quantity.QuantityException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth solve}: which agent does which task. */
@CommandLine.Command(
        name = "solve",
        description =
                "Solves an assignment problem and proves how far the best may be. Exit code 0: an assignment was found;"
                        + " 1: there is none, or none was found; 2: the input is wrong.")
public final class SolveCommand implements Command {
    private static final int NOTHING_FEASIBLE = 1;

    @Parameters(
            arity = "0..1",
            paramLabel = "PROBLEM",
            description = "A file: a document (YAML, JSON) or numbers (OR-Library); or the name of a shipped problem.")
    private String name = "";

    @Option(
            names = "--method",
            paramLabel = "NAME",
            description = "How it is solved: auto, exact, dual, hungarian, greedy or exhaustive; auto by default.")
    private String method = "auto";

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            description = "How long all of it may take, such as 30s or never; 10s by default.")
    private String timeLimit = "10s";

    @Option(
            names = "--gap",
            paramLabel = "PART",
            description = "Stop when value and bound are so near, such as 0.1%% or 0.001; 0, a proof, by default.")
    private String gap = "0";

    @Option(names = "--seed", paramLabel = "N", description = "The seed of all chance; 1 by default.")
    private long seed = 1;

    @Option(names = "--threads", paramLabel = "N", description = "Threads at once; all processors by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--work",
            paramLabel = "N",
            description =
                    "Units of work at most: the same seed and work give the same answer on any number of threads.")
    private long work = Long.MAX_VALUE;

    @Option(names = "--minimize", description = "The value is to be small; needed where the file does not say.")
    private boolean minimize;

    @Option(names = "--maximize", description = "The value is to be large; likewise.")
    private boolean maximize;

    @Option(names = "--problem", paramLabel = "N", description = "Which of several problems in a file, from 1.")
    private int number;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a value of a document; may come several times.")
    private List<String> settings = new ArrayList<>();

    @CommandLine.Mixin
    private QueueOptions queue = new QueueOptions();

    @Option(names = "--explain", description = "Print each iteration of the duals of a small problem.")
    private boolean explain;

    @Option(
            names = "--relax",
            paramLabel = "WHAT",
            description =
                    "Which constraints --explain prices: capacity, assignment or both; one after another by default.")
    private String relax = "";

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page with a chart that needs no network.")
    private @Nullable Path report;

    private final Output output;

    public SolveCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        SolveRun run = new SolveRun(request());
        List<Kind> kinds = kinds();
        SolvePage.check(report);
        try (Interruption interruption = Interruption.of(run.deadline())) {
            run.start();
            new LiveLines(run, output.err()).follow();
            Outcome outcome = run.outcome();
            print(outcome, kinds);
            interruption.done();
            return outcome.answer().agents() == null ? NOTHING_FEASIBLE : 0;
        }
    }

    private void print(Outcome outcome, List<Kind> kinds) {
        StatedProblem problem = outcome.problem();
        List<DualSteps.Step> steps = explain && problem != null ? DualSteps.of(problem, kinds) : null;
        if (problem != null) {
            problem.notes().forEach(output::note);
        }
        SolvePage.write(report, outcome);
        if (json) {
            output.json(OutcomeDocument.of(outcome, steps));
            return;
        }
        if (steps != null) {
            output.out().println(StepText.of(steps));
        }
        output.out().print(OutcomeText.of(outcome));
        output.out().flush();
    }

    private SolveRequest request() {
        if (minimize && maximize) {
            throw new InputException("berth solve", "takes one of --minimize and --maximize");
        }
        requireFrom("--threads", threads, 1);
        requireFrom("--work", work, 0);
        requireFrom("--problem", number, 0);
        return new SolveRequest(
                source(),
                Method.named(method),
                quantity("--time-limit", timeLimit, Durations::parseNanosOrNever),
                quantity("--gap", gap, Percents::parseFraction),
                seed,
                threads,
                work);
    }

    private Supplier<StatedProblem> source() {
        List<Assignment> set = settings.stream().map(Assignment::parse).toList();
        if (queue.wanted()) {
            return queue.source(name, set);
        }
        if (name.isEmpty()) {
            throw new InputException(
                    "berth solve",
                    "needs a problem: berth solve PROBLEM, a file or one of "
                            + String.join(", ", ShippedProblem.names()));
        }
        Sense sense = minimize ? Sense.MINIMIZE : maximize ? Sense.MAXIMIZE : null;
        return () -> ProblemFile.read(name, new ProblemFile.Choice(sense, number, set));
    }

    private List<Kind> kinds() {
        List<Kind> all = List.of(Kind.values());
        if (relax.isEmpty()) {
            return all;
        }
        List<String> names =
                all.stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList();
        if (!names.contains(relax)) {
            throw new InputException("--relax", InputException.unknown("relaxation", relax, names));
        }
        if (!explain) {
            throw new InputException("--relax", "says what --explain prices; add --explain");
        }
        return List.of(all.get(names.indexOf(relax)));
    }

    private static void requireFrom(String option, long number, long least) {
        if (number < least) {
            throw new InputException(option, "must be a whole number from " + least + ", but is \"" + number + "\"");
        }
    }

    static <T> T quantity(String option, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (QuantityException e) {
            throw new InputException(option, e.problem());
        }
    }
}
