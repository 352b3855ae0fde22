package io.berth.app.imitate;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.model.column.Columns;
import io.berth.learn.imitation.Apprenticeship;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code berth imitate}: trains a network to choose as a teacher does, and says how well it does on jobs that it never saw. */
public record ImitateCommand(Output output) implements Command {
    private static final int BATCH = 256;
    private static final int MOST = Integer.MAX_VALUE;

    private static final Option TEACHER = Option.value(
            "--teacher",
            "ORDER|oracle:ORDER|MODEL",
            "Of a log: whom to imitate; oracle:sjf:episode:0 looks to the end and takes any gain; sjf by default.");
    private static final Option NETWORK = Option.value(
            "--network",
            "kernel|pointer",
            "The network: kernel scores each job by itself, pointer looks at all of them; kernel by default.");
    private static final Option COLUMNS =
            Option.value("--columns", "SET", "What is seen of a job: published, scaled or fine; fine by default.");
    private static final Option WINDOWS =
            Option.value("--windows", "N", "Windows of 256 jobs that the teacher plays; 300 by default.");
    private static final Option PASSES = Option.value("--passes", "N", "Passes over what was shown; 60 by default.");
    private static final Option RATE =
            Option.value("--rate", "NUMBER", "The learning rate of the first steps; 0.01 by default.");
    private static final Option ROUNDS = Option.value(
            "--rounds", "N", "Rounds in which the student plays and is corrected, of a log; 0 by default.");
    private static final Option TESTS = Option.value(
            "--tests", "N", "Of a log: unseen windows that teacher and student are compared on; 100 by default.");
    private static final Option THREADS = SharedOptions.THREADS.saying("Threads that learn; 2 by default.");
    private static final Option OUT =
            Option.value("--out", "MODEL", "Write the model there; kernel and pointer alike.");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] [LOG|CHOICES.csv]",
                        "Trains a network to order a queue as a teacher does: an order, an oracle, a model, or a recorded run.",
                        TEACHER,
                        NETWORK,
                        COLUMNS,
                        WINDOWS,
                        PASSES,
                        RATE,
                        ROUNDS,
                        TESTS,
                        SharedOptions.SEED,
                        THREADS,
                        OUT,
                        Answer.JSON,
                        PluginsOption.OPTION)
                .with(Operand.of(
                        "LOG|CHOICES.csv",
                        "A log in Standard Workload Format, or choices that berth replay --choices wrote."));
    }

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once());
        String name = typed.needed("needs a log or choices: berth imitate LOG");
        long seed = SharedOptions.seed(typed);
        int windows = typed.whole(WINDOWS.name(), 1, MOST, 300);
        int passes = typed.whole(PASSES.name(), 1, MOST, 60);
        int rounds = typed.whole(ROUNDS.name(), 0, MOST, 0);
        double rate = Objects.requireNonNullElse(typed.positive(RATE.name(), 1), 0.01);
        Apprenticeship.Options options = new Apprenticeship.Options(
                windows, passes, BATCH, rate, rounds, Math.max(1, windows / 3), passes, seed);
        Student student = new Student(
                columns(typed.text(COLUMNS.name(), "fine")),
                typed.text(NETWORK.name(), "kernel"),
                typed.whole(TESTS.name(), 1, MOST, 100),
                typed.whole(THREADS.name(), 1, MOST, 2),
                seed);
        @Nullable Path out = typed.path(OUT.name());
        ImitationDocument document = name.endsWith(".csv") || name.endsWith(".csv.gz")
                ? student.ofChoices(Path.of(name), options, out)
                : student.ofLog(Path.of(name), typed.text(TEACHER.name(), "sjf"), options, out);
        Answer.of(typed, output).print(document, ImitationDocument::text);
        return 0;
    }

    private static Columns columns(String set) {
        try {
            return Columns.of(set);
        } catch (IllegalArgumentException e) {
            throw new InputException(COLUMNS.name(), String.valueOf(e.getMessage()));
        }
    }
}
