package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Watch;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;

/** {@code berth show JOB}: everything about one job. */
public record ShowCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] JOB",
                "Shows what one job runs, how it is with it, where, and its training curve.",
                HomeOption.OPTION,
                Answer.JSON.saying("Print one JSON document of everything, with the environment."),
                Watch.WATCH);
    }

    @Override
    public int run(Arguments arguments) {
        return new Watch(output, arguments).showJob("job,alert", (client, job, window) -> {
            Tree tree = client.get(Api.job(job)).checked().tree();
            String text = ShowText.of(tree) + Training.text(client, job, tree, window.width());
            Tree end = tree.get("end_time");
            return new Watch.Page(JsonTree.of(tree), text, end != null && !end.isNull());
        });
    }
}
