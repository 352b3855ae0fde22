package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Watch;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;

/** {@code berth explain JOB}: why it waits, or how it came to its place. */
public record ExplainCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Watch.options(
                "[OPTION...] JOB",
                "Says why a job waits, and what would change it; of one that was started, when, where, and why there.");
    }

    @Override
    public int run(Arguments arguments) {
        return new Watch(output, arguments).showJob("job,node,strategy", (client, job, _) -> {
            Tree why = client.get(Api.job(job) + "/explain").checked().tree();
            return new Watch.Page(
                    JsonTree.of(why),
                    ExplainText.of(why),
                    !why.require("waiting").flag());
        });
    }
}
