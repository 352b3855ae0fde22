package io.berth.app.dump;

import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.core.time.Nanos;
import io.berth.kube.dump.Dump;
import io.berth.kube.dump.DumpImport;
import io.berth.kube.dump.DumpKind;
import io.berth.kube.dump.DumpNotes;
import io.berth.kube.object.Pod;
import io.berth.spec.input.InputException;
import io.berth.spec.input.InputFile;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** {@code berth import KIND FILE...}: makes a journal and a scenario of what kubectl printed of a cluster. */
public record ImportCommand(Output output) implements Command {
    private static final String KINDS = String.join("|", DumpKind.texts());
    private static final String STANDARD_INPUT = "-";

    private static final Option TO =
            Option.value("--to", "DIR", "The folder to write, which must not be there; it must be said.");
    private static final Option RUN_TIME = Option.value(
            "--run-time",
            "DURATION",
            "How long pods run that have not ended, where neither they nor others of their owner say so; 1h by default.");
    private static final Option SCHEDULERS = Option.value(
            "--scheduler-name",
            "NAME",
            "Whose pods wait and start, one or several times; all pods by default. Others count where they run.");
    private static final Option LENIENT =
            Option.flag("--lenient", "Count and leave out malformed objects; without it the first ends the import.");

    @Override
    public Options options() {
        return Options.of(
                        KINDS + " FILE... --to DIR [OPTION...]",
                        "Makes a scenario of a cluster that is somewhere else: of what kubectl get nodes,pods -A -o json printed"
                                + " there. DIR gets the journal that berth kube record would have written, as far as the objects"
                                + " tell, and scenario.yaml, which berth simulate runs.",
                        TO,
                        RUN_TIME,
                        SCHEDULERS,
                        LENIENT,
                        Answer.JSON)
                .with(
                        Operand.of(
                                "FILE",
                                "Objects as JSON or YAML, in lists or one after another, gzip or not; - for standard input."),
                        Operand.known(KINDS, Words.one(DumpKind::texts)));
    }

    @Override
    public int run(Arguments typed) {
        typed.once(SCHEDULERS);
        List<String> words = typed.words();
        if (words.size() < 2) {
            throw new InputException(
                    typed.place(), "needs a kind and a file: berth import " + KINDS + " FILE... --to DIR");
        }
        DumpKind kind = DumpKind.of(typed.place(), words.getFirst());
        Path to = typed.path(TO.name());
        if (to == null) {
            throw new InputException(typed.place(), "needs a folder to write: --to DIR");
        }
        long runNanos = runNanos(typed.text(RUN_TIME.name(), "1h"));
        DumpNotes notes = new DumpNotes(typed.flag(LENIENT.name()));
        NewFolder folder = NewFolder.at(TO.name(), to);
        Dump dump = new Dump(kind, notes);
        words.subList(1, words.size()).forEach(file -> read(file, dump));
        DumpImport done = folder.fill(place -> {
            DumpImport written =
                    DumpImport.write(dump, place.resolve(ImportedScenario.JOURNAL), waits(typed), runNanos, notes);
            ImportedScenario.write(to, place, written.queues());
            return written;
        });
        Answer.of(typed, output).print(new ImportDocument(to, done, dump.others(), notes), ImportDocument::text);
        return 0;
    }

    private static Predicate<Pod> waits(Arguments typed) {
        List<String> names = typed.texts(SCHEDULERS.name());
        return pod -> names.isEmpty() || names.contains(pod.spec().scheduler());
    }

    private static void read(String file, Dump dump) {
        boolean standard = file.equals(STANDARD_INPUT);
        try (InputStream in = standard ? System.in : InputFile.open(InputFile.path(file))) {
            dump.read(standard ? "standard input" : file, in);
        } catch (IOException e) {
            throw InputFile.unreadable(file, e);
        }
    }

    private static long runNanos(String text) {
        try {
            long nanos = Durations.parseNanos(text);
            if (nanos > 0 && nanos < Nanos.NEVER) {
                return nanos;
            }
        } catch (QuantityException e) {
            // The same words as for one that is not above 0.
        }
        throw new InputException(RUN_TIME.name(), "must be " + Durations.ALLOWED + " above 0, but is \"" + text + "\"");
    }
}
