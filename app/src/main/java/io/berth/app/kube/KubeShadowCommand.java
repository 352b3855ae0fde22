package io.berth.app.kube;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** {@code berth kube shadow DIR}: records, and reports each day, and at the end, what Berth would have done. */
public record KubeShadowCommand(Output output) implements Command {
    private static final Option EVERY =
            Option.value("--every", "DURATION", "How often it reports, such as 6h; each day by default.");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] DIR"),
                "Runs beside whatever schedules a Kubernetes cluster, binds nothing and changes nothing: writes the journal of"
                        + " the cluster into DIR, as berth kube record does, and prints each day, and when it ends, what Berth would"
                        + " have done, as berth kube report does at any time.",
                List.of(
                        ClusterOption.OPTION,
                        KubeRecordCommand.SCHEDULERS,
                        ShadowReports.STRATEGY,
                        EVERY,
                        PluginsOption.OPTION,
                        Answer.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        long every = every(arguments.text(EVERY.name(), "24h"));
        PluginsOption.use(arguments);
        ShadowReports reports = ShadowReports.of(Path.of(arguments.one("name the folder of the journal")), arguments);
        Answer answer = Answer.of(arguments, output);
        int code;
        try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("berth-kube-shadow").daemon().factory())) {
            code = new KubeRecordCommand(output)
                    .record(
                            arguments,
                            () -> clock.scheduleAtFixedRate(
                                    () -> report(reports, answer), every, every, TimeUnit.NANOSECONDS));
        }
        // Closing has waited for one that is under way.
        report(reports, answer);
        return code;
    }

    /** Whatever goes wrong with one, the next is made. */
    private void report(ShadowReports reports, Answer answer) {
        try {
            reports.print(answer);
            output.out().flush();
        } catch (RuntimeException e) {
            output.note("berth: cannot report: " + e.getMessage());
        }
    }

    private static long every(String text) {
        try {
            long nanos = Durations.parseNanos(text);
            if (nanos >= TimeUnit.SECONDS.toNanos(1)) {
                return nanos;
            }
        } catch (QuantityException e) {
            // The same error as for one that is too short.
        }
        throw new InputException(EVERY.name(), "must be a second or longer, such as 6h, but is \"" + text + "\"");
    }
}
