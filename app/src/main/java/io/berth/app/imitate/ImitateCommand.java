package io.berth.app.imitate;

import io.berth.app.catalog.AnswerOptions;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.core.model.column.Columns;
import io.berth.learn.imitation.Apprenticeship.Options;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth imitate}: trains a network to choose as a teacher does, and says how well it does on jobs that it never saw. */
@CommandLine.Command(
        name = "imitate",
        description =
                "Trains a network to order a queue as a teacher does: an order, an oracle, a model, or a recorded run.")
public final class ImitateCommand implements Command {
    private static final int BATCH = 256;

    @Parameters(
            arity = "0..1",
            paramLabel = "LOG|CHOICES.csv",
            description = "A log in Standard Workload Format, or choices that berth replay --choices wrote.")
    private @Nullable Path file;

    @Option(
            names = "--teacher",
            paramLabel = "ORDER|oracle:ORDER|MODEL",
            defaultValue = "sjf",
            description =
                    "Of a log: whom to imitate; oracle:sjf:episode:0 looks to the end and takes any gain; ${DEFAULT-VALUE} by default.")
    private String teacher = "sjf";

    @Option(
            names = "--network",
            paramLabel = "kernel|pointer",
            defaultValue = "kernel",
            description =
                    "The network: kernel scores each job by itself, pointer looks at all of them; ${DEFAULT-VALUE} by default.")
    private String network = "kernel";

    @Option(
            names = "--columns",
            paramLabel = "SET",
            defaultValue = "fine",
            description = "What is seen of a job: published, scaled or fine; ${DEFAULT-VALUE} by default.")
    private String columns = "fine";

    @Option(
            names = "--windows",
            paramLabel = "N",
            defaultValue = "300",
            description = "Windows of 256 jobs that the teacher plays; ${DEFAULT-VALUE} by default.")
    private int windows = 300;

    @Option(
            names = "--passes",
            paramLabel = "N",
            defaultValue = "60",
            description = "Passes over what was shown; ${DEFAULT-VALUE} by default.")
    private int passes = 60;

    @Option(
            names = "--rate",
            paramLabel = "NUMBER",
            defaultValue = "0.01",
            description = "The learning rate of the first steps; ${DEFAULT-VALUE} by default.")
    private double rate = 0.01;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "0",
            description = "Rounds in which the student plays and is corrected, of a log; ${DEFAULT-VALUE} by default.")
    private int rounds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of all chance; ${DEFAULT-VALUE} by default.")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "2",
            description = "Threads that learn; ${DEFAULT-VALUE} by default.")
    private int threads = 2;

    @Option(names = "--out", paramLabel = "MODEL", description = "Write the model there; kernel and pointer alike.")
    private @Nullable Path out;

    @CommandLine.Mixin
    private final AnswerOptions answer;

    /** Prints to {@code output}. */
    public ImitateCommand(Output output) {
        this.answer = new AnswerOptions(output);
    }

    @Override
    public int run() {
        answer.begin();
        Path given = file;
        if (given == null) {
            throw new InputException("berth imitate", "needs a log or choices: berth imitate LOG");
        }
        if (windows < 1 || passes < 1 || rounds < 0 || threads < 1 || !(rate > 0 && rate <= 1)) {
            throw new InputException(
                    "berth imitate",
                    "--windows, --passes and --threads are at least 1, --rounds 0, --rate above 0 to 1");
        }
        Student student = new Student(columns(), network, threads, seed);
        Options options = new Options(windows, passes, BATCH, rate, rounds, Math.max(1, windows / 3), passes, seed);
        String name = given.toString();
        ImitationDocument document = name.endsWith(".csv") || name.endsWith(".csv.gz")
                ? student.ofChoices(given, options, out)
                : student.ofLog(given, teacher, options, out);
        answer.print(document, ImitationDocument::text);
        return 0;
    }

    private Columns columns() {
        try {
            return Columns.of(columns);
        } catch (IllegalArgumentException e) {
            throw new InputException("--columns", String.valueOf(e.getMessage()));
        }
    }
}
