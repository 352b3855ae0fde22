package io.berth.app.kube;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import java.nio.file.Path;
import java.util.List;

/** {@code berth kube report DIR}: what Berth would have done in a cluster that was recorded. */
public record KubeReportCommand(Output output) implements Command {
    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] DIR"),
                "Says what Berth would have done with what berth kube record wrote, or writes, into DIR: waits, idle GPUs and"
                        + " fragmentation as they were and as they would have been, and how many decisions are the same.",
                List.of(ShadowReports.STRATEGY, PluginsOption.OPTION, Answer.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        PluginsOption.use(arguments);
        ShadowReports.of(Path.of(arguments.one("name the folder of the journal")), arguments)
                .print(Answer.of(arguments, output));
        return 0;
    }
}
