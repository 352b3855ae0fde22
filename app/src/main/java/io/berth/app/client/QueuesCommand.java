package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;

/** {@code berth queues}: the queues. */
public final class QueuesCommand implements QuickCommand {
    private final Output output;

    public QueuesCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Lists the queues that a known job is of.",
                HomeOption.OPTION,
                Option.flag("--json", "Print one JSON document."));
    }

    @Override
    public int run(Arguments arguments) {
        Tree queues = HomeOption.client(arguments.withoutWords())
                .get(Api.ROOT + "/queues")
                .checked()
                .tree();
        if (arguments.flag("--json")) {
            output.json(JsonTree.of(queues));
            return 0;
        }
        Table table = new Table("QUEUE", "WAITING", "HOLDING", "GPUS", "CPUS", "GPUS WAITED FOR");
        for (Tree queue : queues.require("queues").items()) {
            table.add(
                    queue.require("name").text(),
                    queue.require("jobs_waiting").text(),
                    queue.require("jobs_holding").text(),
                    queue.require("gpus_held").text(),
                    queue.require("cpus_held").text(),
                    queue.require("gpus_waiting").text());
        }
        output.out().print(table.text());
        return 0;
    }
}
