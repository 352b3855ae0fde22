package io.berth.app.operate;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** {@code berth down}: stops Berth. */
public record DownCommand(Output output) implements Command {
    private static final long PATIENCE_SECONDS = 30;

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Stops the Berth of a home in order. Tasks go on, and the next berth up takes them up again.",
                HomeOption.HOME);
    }

    @Override
    public int run(Arguments arguments) {
        BerthHome home = BerthHome.of(arguments.withoutWords().path(HomeOption.HOME.name()), System.getenv());
        Client client = HomeOption.local(home, true);
        Address address = Address.read(home);
        // Whoever answers on the socket of the home is the process that wrote its number there.
        client.get(Api.ROOT + "/status").checked();
        @Nullable
        ProcessHandle process =
                address == null ? null : ProcessHandle.of(address.pid()).orElse(null);
        if (process == null || !process.destroy()) {
            output.note("berth: cannot stop the Berth of " + home.folder());
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
