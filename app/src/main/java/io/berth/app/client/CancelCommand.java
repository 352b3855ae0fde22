package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code berth cancel JOB...}: ends jobs. */
public final class CancelCommand implements QuickCommand {
    private final Output output;

    public CancelCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] JOB...",
                "Cancels jobs. What runs gets SIGTERM, and SIGKILL when its grace is over.",
                HomeOption.OPTION,
                Watch.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        List<Long> jobs = arguments.jobs(Integer.MAX_VALUE);
        Client client = HomeOption.client(arguments);
        int code = 0;
        List<Object> rows = new ArrayList<>();
        for (long job : jobs) {
            try {
                rows.add(JsonTree.of(
                        client.ask("DELETE", Api.job(job), null).checked().tree()));
            } catch (InputException e) {
                // The others are cancelled all the same.
                output.note(String.valueOf(e.getMessage()));
                code = 2;
            }
        }
        if (arguments.flag(Watch.JSON.name())) {
            output.json(Map.of("jobs", rows));
        }
        return code;
    }
}
