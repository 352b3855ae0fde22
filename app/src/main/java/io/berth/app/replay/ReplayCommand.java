package io.berth.app.replay;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.inspect.ExplainText;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.console.explanation.Explained;
import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.live.journal.JournalOrigin;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.JournalRepair;
import io.berth.live.journal.file.TornTail;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code berth replay}: what a journal tells. */
public record ReplayCommand(Output output) implements Command {
    private static final Option AT =
            Option.value("--at", "TIME", "Stop there: 2026-01-01T12:00:00Z, or 1h30m after the begin.");
    private static final Option REDECIDE =
            Option.flag("--redecide", "Decide every pass again and compare; exit code 1 when any differs.");
    private static final Option WORKLOAD =
            Option.value("--as-workload", "OUT.yaml", "Write a scenario whose jobs are the journal's.");
    private static final Option CHOICES = Option.value(
            "--choices", "OUT.csv[.gz]", "Write which job each start took of those that waited, and what came of it.");
    private static final Option EXPLAIN = Option.value(
            "--explain",
            "JOB",
            "Say how this job came to its last start: before which others, on which node rather than which, and why; of one that waits, why. With --at, as of then.");
    private static final Option REPAIR = Option.flag("--repair", "Set damaged parts aside first, as *.damaged files.");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] [JOURNAL]",
                        "Recovers a journal and prints what was there, explains a job of it, decides it again, or makes a workload or a data set of it.",
                        AT,
                        REDECIDE,
                        WORKLOAD,
                        CHOICES,
                        EXPLAIN,
                        REPAIR,
                        Answer.JSON,
                        PluginsOption.OPTION)
                .with(Operand.of("JOURNAL", "The folder of the journal."));
    }

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once());
        Path folder = Path.of(typed.needed("needs a journal: berth replay JOURNAL"));
        Answer answer = Answer.of(typed, output);
        String at = typed.text(AT.name());
        Long explained = typed.large(EXPLAIN.name(), Long.MIN_VALUE);
        Path choices = typed.path(CHOICES.name());
        Path workload = typed.path(WORKLOAD.name());
        checkTogether(typed);
        if (typed.flag(REPAIR.name())) {
            repair(folder);
        }
        if (typed.flag(REDECIDE.name())) {
            return redecide(folder, answer);
        }
        if (choices != null) {
            return writeChoices(folder, choices, answer);
        }
        if (explained != null) {
            return explain(JournalJob.of(folder, at, explained, output), answer);
        }
        Replay replay = Replay.of(folder, at);
        noteTorn(replay.torn());
        if (workload != null) {
            return writeWorkload(replay, workload, answer);
        }
        answer.print(ReplayDocument.of(replay), _ -> ReplayDocument.text(replay));
        return 0;
    }

    private static void checkTogether(Arguments typed) {
        Option moment = typed.flag(EXPLAIN.name()) ? EXPLAIN : AT;
        long asked = Stream.of(moment, REDECIDE, WORKLOAD, CHOICES, EXPLAIN)
                .distinct()
                .filter(option -> typed.flag(option.name()))
                .count();
        if (asked > 1) {
            throw new InputException(
                    typed.place(),
                    "takes one of --at, --redecide, --as-workload, --choices and --explain; only --at goes with --explain");
        }
    }

    private int explain(JournalJob job, Answer answer) {
        noteTorn(job.torn());
        Explained why = job.explain(FullCatalog.get());
        answer.print(why, _ -> ExplainText.of(JsonReader.read(Source.text("explanation", Json.line(why)))));
        return 0;
    }

    private int redecide(Path folder, Answer answer) {
        // Where the first frames are gone, a snapshot stands for them.
        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);
        JournalReader reader = origin.reader();
        if (reader.position() > 0) {
            output.note("the journal begins with frame " + reader.position() + "; what was before it is not compared");
        }
        if (reader.catalogVersion() != Catalog.VERSION) {
            output.note("decided by catalog version " + reader.catalogVersion() + ", compared with " + Catalog.VERSION);
        }
        Recovery recovery = Recovery.redecide(origin.state(), FullCatalog.get());
        try (Progress progress = new Progress("frames", 0, output.err())) {
            reader.forEachRemaining(frame -> {
                recovery.apply(frame);
                progress.add(1);
            });
        }
        noteTorn(reader.torn());
        RedecideDocument document = RedecideDocument.of(recovery);
        answer.print(document, RedecideDocument::text);
        return document.decisionsDifferent() == 0 ? 0 : Failure.WORK_FAILED;
    }

    private int writeWorkload(Replay replay, Path target, Answer answer) {
        RecordedScenario recorded = RecordedScenario.of(replay);
        recorded.writeTo(target);
        answer.print(
                recorded.document(target),
                _ -> recorded.jobs() + " jobs are in " + target + "; try: berth simulate " + target + "\n");
        return 0;
    }

    private int writeChoices(Path folder, Path target, Answer answer) {
        ChoiceExport export = ChoiceExport.write(folder, target);
        noteTorn(export.torn());
        answer.print(
                new ChoiceExport.Document(target.toString(), export.choices()),
                document -> document.choices() + " choices are in " + target + "\n");
        return 0;
    }

    private void repair(Path folder) {
        JournalRepair.Report report = JournalRepair.repair(folder);
        report.setAside().forEach(file -> output.note("set aside " + file));
        if (report.lost() > 0) {
            output.note(report.lost() + " acknowledged frames behind them, the last of "
                    + Replay.time(report.latestNanos())
                    + ", are lost: jobs that they tell of are not known any more, and"
                    + " their numbers are given again");
        }
        boolean whole = report.setAside().isEmpty() && report.lost() == 0;
        output.note(whole ? "nothing is damaged" : report.frames() + " frames are left");
    }

    private void noteTorn(@Nullable TornTail torn) {
        if (torn != null) {
            output.note("the last record was cut off at byte " + torn.offset() + " of " + torn.segment()
                    + " and does not count; it was never acknowledged");
        }
    }
}
