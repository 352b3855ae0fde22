package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.InputException;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth logs JOB}: what a job wrote. */
@CommandLine.Command(
        name = "logs",
        description = "Prints what a task of a job wrote, both streams in one, as far as it is kept.")
public final class LogsCommand implements Command {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Parameters(paramLabel = "JOB", description = "The number of the job.")
    private long job;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what it writes, until the job ends.")
    private boolean follow;

    @Option(names = "--task", paramLabel = "N", description = "The number of the task, from 0; 0 by default.")
    private int task;

    private final Output output;

    public LogsCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        if (task < 0) {
            throw new InputException("--task", "must be at least 0, but is " + task);
        }
        home.client().copy(Api.job(job) + "/logs?task=" + task + (follow ? "&follow=true" : ""), output.out());
        return 0;
    }
}
