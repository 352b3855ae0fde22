package io.berth.app.solve;

import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.PageFile;
import io.berth.app.command.SharedOptions;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
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
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code berth solve}: which agent does which task. */
public record SolveCommand(Output output) implements Command {
    private static final int NOTHING_FEASIBLE = 1;
    private static final double MOST_SMOOTHING = 1e12;

    private static final Option METHOD = Option.value(
            "--method",
            "NAME",
            "How it is solved: auto, exact, dual, hungarian, greedy or exhaustive; auto by default.");
    private static final Option TIME_LIMIT =
            Option.value("--time-limit", "TIME", "How long all of it may take, such as 30s or never; 10s by default.");
    private static final Option GAP = Option.value(
            "--gap", "PART", "Stop when value and bound are so near, such as 0.1% or 0.001; 0, a proof, by default.");
    private static final Option WORK = Option.value(
            "--work",
            "N",
            "Units of work at most: the same seed and work give the same answer on any number of threads.");
    private static final Option MINIMIZE =
            Option.flag("--minimize", "The value is to be small; needed where the file does not say.");
    private static final Option MAXIMIZE = Option.flag("--maximize", "The value is to be large; likewise.");
    private static final Option PROBLEM =
            Option.value("--problem", "N", "Which of several problems in a file, from 1.");
    private static final Option EXPLAIN =
            Option.flag("--explain", "Print each iteration of the duals of a small problem.");
    private static final Option RELAX = Option.value(
            "--relax",
            "WHAT",
            "Which constraints --explain prices: capacity, assignment or both; one after another by default.");
    private static final Option SMOOTH = Option.value(
            "--smooth",
            "VALUE",
            "Beside --explain: show the dual that prices both smoothed by VALUE at first, beside plain steps.");
    private static final Option REPORT = SharedOptions.report("a chart");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] [PROBLEM]",
                        "Solves an assignment problem and proves how far the best may be. Exit code 0: an assignment was found;"
                                + " 1: there is none, or none was found; 2: the input is wrong.",
                        METHOD,
                        TIME_LIMIT,
                        GAP,
                        SharedOptions.SEED,
                        SharedOptions.THREADS,
                        WORK,
                        MINIMIZE,
                        MAXIMIZE,
                        PROBLEM,
                        SharedOptions.SET.saying("Set a value of a document; may come several times."),
                        QueueOptions.LIVE,
                        QueueOptions.HOME,
                        QueueOptions.AT,
                        QueueOptions.VALUE,
                        EXPLAIN,
                        RELAX,
                        SMOOTH,
                        Answer.JSON,
                        REPORT)
                .with(Operand.of(
                        "PROBLEM",
                        "A file: a document (YAML, JSON) or numbers (OR-Library); or the name of a shipped problem."));
    }

    @Override
    public int run(Arguments typed) {
        SolveRun run = new SolveRun(request(typed.once(SharedOptions.SET)));
        List<Kind> kinds = kinds(typed);
        double smoothing = smoothing(typed);
        PageFile report = new PageFile(typed.path(REPORT.name()));
        report.check();
        try (Interruption interruption = Interruption.of(run.deadline())) {
            run.start();
            new LiveLines(run, output.err()).follow();
            Outcome outcome = run.outcome();
            StatedProblem problem = outcome.problem();
            List<DualSteps.Step> steps =
                    typed.flag(EXPLAIN.name()) && problem != null ? DualSteps.of(problem, kinds) : null;
            List<SmoothedSteps.Step> smoothed =
                    smoothing > 0 && problem != null ? SmoothedSteps.of(problem, smoothing) : null;
            if (problem != null) {
                problem.notes().forEach(output::note);
            }
            report.write(() -> SolvePage.of(outcome));
            Answer.of(typed, output)
                    .print(OutcomeDocument.of(outcome, steps, smoothed), _ -> text(outcome, steps, smoothed));
            output.out().flush();
            interruption.done();
            return outcome.answer().agents() == null ? NOTHING_FEASIBLE : 0;
        }
    }

    private static String text(
            Outcome outcome, @Nullable List<DualSteps.Step> steps, @Nullable List<SmoothedSteps.Step> smoothed) {
        return (steps == null ? "" : StepText.of(steps) + "\n")
                + (smoothed == null ? "" : SmoothedSteps.text(smoothed) + "\n")
                + OutcomeText.of(outcome);
    }

    private static SolveRequest request(Arguments typed) {
        if (typed.flag(MINIMIZE.name()) && typed.flag(MAXIMIZE.name())) {
            throw new InputException(typed.place(), "takes one of --minimize and --maximize");
        }
        Long work = typed.large(WORK.name(), 0);
        return new SolveRequest(
                source(typed),
                Method.named(typed.text(METHOD.name(), "auto")),
                quantity(TIME_LIMIT.name(), typed.text(TIME_LIMIT.name(), "10s"), Durations::parseNanosOrNever),
                quantity(GAP.name(), typed.text(GAP.name(), "0"), Percents::parseFraction),
                SharedOptions.seed(typed),
                SharedOptions.threads(typed),
                work == null ? Long.MAX_VALUE : work);
    }

    private static Supplier<StatedProblem> source(Arguments typed) {
        String name = Objects.requireNonNullElse(typed.word(), "");
        int number = typed.whole(PROBLEM.name(), 0, Integer.MAX_VALUE, 0);
        List<Assignment> set = SharedOptions.settings(typed);
        QueueOptions queue = QueueOptions.of(typed);
        if (queue.wanted()) {
            return queue.source(name, set);
        }
        if (name.isEmpty()) {
            throw new InputException(
                    typed.place(),
                    "needs a problem: berth solve PROBLEM, a file or one of "
                            + String.join(", ", ShippedProblem.names()));
        }
        Sense sense =
                typed.flag(MINIMIZE.name()) ? Sense.MINIMIZE : typed.flag(MAXIMIZE.name()) ? Sense.MAXIMIZE : null;
        return () -> ProblemFile.read(name, new ProblemFile.Choice(sense, number, set));
    }

    private static List<Kind> kinds(Arguments typed) {
        List<Kind> all = List.of(Kind.values());
        String relax = typed.text(RELAX.name(), "");
        if (relax.isEmpty()) {
            return all;
        }
        List<String> names =
                all.stream().map(kind -> kind.name().toLowerCase(Locale.ROOT)).toList();
        if (!names.contains(relax)) {
            throw new InputException("--relax", InputException.unknown("relaxation", relax, names));
        }
        if (!typed.flag(EXPLAIN.name())) {
            throw new InputException("--relax", "says what --explain prices; add --explain");
        }
        return List.of(all.get(names.indexOf(relax)));
    }

    /** How much the dual is smoothed at first; 0 where nothing smoothed is shown. */
    private static double smoothing(Arguments typed) {
        String text = typed.text(SMOOTH.name(), "");
        if (text.isEmpty()) {
            return 0;
        }
        if (!typed.flag(EXPLAIN.name())) {
            throw new InputException(SMOOTH.name(), "is of what --explain shows; add --explain");
        }
        double smoothing;
        try {
            smoothing = Double.parseDouble(text);
        } catch (NumberFormatException _) {
            smoothing = 0;
        }
        if (!(smoothing > 0 && smoothing <= MOST_SMOOTHING)) {
            throw new InputException(SMOOTH.name(), "must be a number above 0, such as 1, not \"" + text + "\"");
        }
        return smoothing;
    }

    static <T> T quantity(String option, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (QuantityException e) {
            throw new InputException(option, e.problem());
        }
    }
}
