package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobNumbers;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;

/** {@code berth logs JOB}: what a job wrote. */
public record LogsCommand(Output output) implements Command {
    private static final Option RAW = Option.flag("--raw", "Every byte as it was written, on a terminal too.");

    private static final Option TAIL =
            Option.value("--tail", "N", "Begin with the last N lines; with --follow, go on from there.");

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] JOB",
                "Prints what a task of a job wrote, both streams in one, as far as it is kept. On a terminal, what would command"
                        + " it but colours is made visible.",
                HomeOption.OPTION,
                Option.flag("--follow", "-f", "Go on with what it writes, until the job ends."),
                TAIL,
                RAW,
                Option.value("--task", "N", "The number of the task, from 0; 0 by default."));
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments);
        long job = JobNumbers.one(client, arguments);
        Integer task = arguments.whole("--task", 0, Integer.MAX_VALUE);
        Integer tail = arguments.whole(TAIL.name(), 0, Integer.MAX_VALUE);
        String query = "/logs?task=" + (task == null ? 0 : task) + (arguments.flag("--follow") ? "&follow=true" : "")
                + (tail == null ? "" : "&tail=" + tail);
        client.copy(Api.job(job) + query, arguments.flag(RAW.name()) ? output.out() : output.pieces());
        return 0;
    }
}
