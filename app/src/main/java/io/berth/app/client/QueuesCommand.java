package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth queues}: the queues. */
@CommandLine.Command(name = "queues", description = "Lists the queues that a known job is of.")
public final class QueuesCommand implements Command {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    private final Output output;

    public QueuesCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        Tree queues = home.client().get(Api.ROOT + "/queues").checked().tree();
        if (json) {
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
