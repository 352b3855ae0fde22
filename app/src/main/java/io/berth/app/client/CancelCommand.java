package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.InputException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth cancel JOB...}: ends jobs. */
@CommandLine.Command(
        name = "cancel",
        description = "Cancels jobs. What runs gets SIGTERM, and SIGKILL when its grace is over.")
public final class CancelCommand implements Command {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Parameters(paramLabel = "JOB", arity = "1..*", description = "The numbers of the jobs.")
    private List<Long> jobs = List.of();

    private final Output output;

    public CancelCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        Client client = home.client();
        int code = 0;
        for (long job : jobs) {
            try {
                client.ask("DELETE", Api.job(job), null).checked();
            } catch (InputException e) {
                // The others are cancelled all the same.
                output.note(String.valueOf(e.getMessage()));
                code = 2;
            }
        }
        return code;
    }
}
