package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Table;
import io.berth.app.client.Watch;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;

/** {@code berth queues}: the queues. */
public record QueuesCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Watch.options("[OPTION...]", "Lists the queues that a known job is of.");
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        return new Watch(output, arguments).show(client, "job", window -> {
            Tree queues = client.get(Api.ROOT + "/queues").checked().tree();
            return Watch.Page.of(JsonTree.of(queues), text(queues, window.width()));
        });
    }

    private static String text(Tree queues, int width) {
        Table table = new Table("QUEUE", "PENDING", "HOLDING", "GPUS", "CPUS", "GPUS PENDING");
        for (Tree queue : queues.require("queues").items()) {
            table.add(
                    queue.require("name").text(),
                    queue.require("jobs_waiting").text(),
                    queue.require("jobs_holding").text(),
                    queue.require("gpus_held").text(),
                    queue.require("cpus_held").text(),
                    queue.require("gpus_waiting").text());
        }
        return table.text(width);
    }
}
