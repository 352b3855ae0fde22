package io.berth.app.replay;

import io.berth.app.catalog.AnswerOptions;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Command;
import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.inspect.ExplainText;
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
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth replay}: what a journal tells. */
@CommandLine.Command(
        name = "replay",
        description =
                "Recovers a journal and prints what was there, explains a job of it, decides it again, or makes a workload or a data set of it.")
public final class ReplayCommand implements Command {
    @Parameters(arity = "0..1", paramLabel = "JOURNAL", description = "The folder of the journal.")
    private @Nullable Path journal;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Stop there: 2026-01-01T12:00:00Z, or 1h30m after the begin.")
    private @Nullable String at;

    @Option(names = "--redecide", description = "Decide every pass again and compare; exit code 1 when any differs.")
    private boolean redecide;

    @Option(
            names = "--as-workload",
            paramLabel = "OUT.yaml",
            description = "Write a scenario whose jobs are the journal's.")
    private @Nullable Path workload;

    @Option(
            names = "--choices",
            paramLabel = "OUT.csv[.gz]",
            description = "Write which job each start took of those that waited, and what came of it.")
    private @Nullable Path choices;

    @Option(
            names = "--explain",
            paramLabel = "JOB",
            description =
                    "Say how this job came to its last start: before which others, on which node rather than which, and why; of one that waits, why. With --at, as of then.")
    private @Nullable Long explained;

    @Option(names = "--repair", description = "Set damaged parts aside first, as *.damaged files.")
    private boolean repair;

    @CommandLine.Mixin
    private final AnswerOptions answer;

    public ReplayCommand(Output output) {
        this.answer = new AnswerOptions(output);
    }

    @Override
    public int run() {
        answer.begin();
        Path folder = journal;
        if (folder == null) {
            throw new InputException("berth replay", "needs a journal: berth replay JOURNAL");
        }
        checkTogether();
        if (repair) {
            repair(folder);
        }
        if (redecide) {
            return redecide(folder);
        }
        if (choices != null) {
            return writeChoices(folder, choices);
        }
        if (explained != null) {
            return explain(folder, explained);
        }
        Replay replay = Replay.of(folder, at);
        noteTorn(replay.torn());
        if (workload != null) {
            return writeWorkload(replay, workload);
        }
        answer.print(ReplayDocument.of(replay), _ -> ReplayDocument.text(replay));
        return 0;
    }

    private void checkTogether() {
        boolean moment = at != null && explained == null;
        long asked = Stream.of(moment, redecide, workload != null, choices != null, explained != null)
                .filter(given -> given)
                .count();
        if (asked > 1) {
            throw new InputException(
                    "berth replay",
                    "takes one of --at, --redecide, --as-workload, --choices and --explain; only --at goes with --explain");
        }
    }

    private int explain(Path folder, long id) {
        JournalJob job = JournalJob.of(folder, at, id, answer.output());
        noteTorn(job.torn());
        Explained why = job.explain(FullCatalog.get());
        answer.print(why, _ -> ExplainText.of(JsonReader.read(Source.text("explanation", Json.line(why)))));
        return 0;
    }

    private int redecide(Path folder) {
        // Where the first frames are gone, a snapshot stands for them.
        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);
        JournalReader reader = origin.reader();
        if (reader.position() > 0) {
            answer.output()
                    .note("the journal begins with frame " + reader.position()
                            + "; what was before it is not compared");
        }
        if (reader.catalogVersion() != Catalog.VERSION) {
            answer.output()
                    .note("decided by catalog version " + reader.catalogVersion() + ", compared with "
                            + Catalog.VERSION);
        }
        Recovery recovery = Recovery.redecide(origin.state(), FullCatalog.get());
        try (Progress progress = new Progress("frames", 0, answer.output().err())) {
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

    private int writeWorkload(Replay replay, Path target) {
        RecordedScenario recorded = RecordedScenario.of(replay);
        recorded.writeTo(target);
        answer.print(
                recorded.document(target),
                _ -> recorded.jobs() + " jobs are in " + target + "; try: berth simulate " + target + "\n");
        return 0;
    }

    private int writeChoices(Path folder, Path target) {
        ChoiceExport export = ChoiceExport.write(folder, target);
        noteTorn(export.torn());
        answer.print(
                new ChoiceExport.Document(target.toString(), export.choices()),
                document -> document.choices() + " choices are in " + target + "\n");
        return 0;
    }

    private void repair(Path folder) {
        JournalRepair.Report report = JournalRepair.repair(folder);
        report.setAside().forEach(file -> answer.output().note("set aside " + file));
        if (report.lost() > 0) {
            answer.output()
                    .note(report.lost() + " acknowledged frames behind them, the last of "
                            + Replay.time(report.latestNanos())
                            + ", are lost: jobs that they tell of are not known any more, and"
                            + " their numbers are given again");
        }
        boolean whole = report.setAside().isEmpty() && report.lost() == 0;
        answer.output().note(whole ? "nothing is damaged" : report.frames() + " frames are left");
    }

    private void noteTorn(@Nullable TornTail torn) {
        if (torn != null) {
            answer.output()
                    .note("the last record was cut off at byte " + torn.offset() + " of " + torn.segment()
                            + " and does not count; it was never acknowledged");
        }
    }
}
