package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** {@code berth down}: stops Berth. */
@CommandLine.Command(
        name = "down",
        description = "Stops the Berth of a home in order. Tasks go on, and the next berth up takes them up again.")
public final class DownCommand implements Command {
    private static final long PATIENCE_SECONDS = 30;

    @Mixin
    private final HomeOption home = new HomeOption();

    private final Output output;

    public DownCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        Client client = home.client();
        // Whoever answers with the token of the home is the process that wrote its number there.
        client.get(Api.ROOT + "/status").checked();
        @Nullable
        ProcessHandle process = ProcessHandle.of(client.address().pid()).orElse(null);
        if (process == null || !process.destroy()) {
            output.note("berth: cannot stop the process " + client.address().pid());
            return 1;
        }
        try {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            output.note("berth: stopped; what runs goes on");
            return 0;
        } catch (TimeoutException | ExecutionException e) {
            output.note("berth: the process " + process.pid() + " was asked to stop and has not ended after "
                    + PATIENCE_SECONDS + " s");
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }
}
