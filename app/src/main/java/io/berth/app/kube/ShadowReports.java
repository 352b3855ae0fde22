package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.StrategyOption;
import io.berth.app.command.Answer;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.replay.StoredJournals;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.shadow.Shadow;
import io.berth.sim.shadow.ShadowReport;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.time.Instant;

/** Reports of what {@code strategy} would have made of what the journal in {@code folder} records. */
record ShadowReports(Path folder, StrategySpec strategy) {
    static final Option STRATEGY =
            StrategyOption.saying("What would have decided; " + KubeSchema.DEFAULT_STRATEGY + " by default.");

    /** A report as a document; times are UTC. */
    private record Document(String journal, String strategy, String from, String to, ShadowReport report) {}

    static ShadowReports of(Path folder, Arguments arguments) {
        return new ShadowReports(
                folder,
                new StrategyReader(FullCatalog.names(), Path.of(""))
                        .named(arguments.text(STRATEGY.name(), KubeSchema.DEFAULT_STRATEGY), STRATEGY.name()));
    }

    /** Prints one of all that is recorded by now. */
    void print(Answer answer) {
        ShadowReport report =
                new Shadow(FullCatalog.get(), strategy).report(each -> new StoredJournals().read(folder, each));
        if (report == null) {
            throw new InputException(folder.toString(), "the journal is empty");
        }
        Document document = new Document(
                folder.toString(), strategy.name(), time(report.fromNanos()), time(report.toNanos()), report);
        answer.print(document, _ -> ShadowText.of(report, folder.toString(), strategy.name()));
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(0, nanos).toString();
    }
}
