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
import java.util.List;

/** {@code berth pools}: which nodes are granted to which queues. */
public record PoolsCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Watch.options(
                "[OPTION...]",
                "Lists the pools of nodes: for which queues, what they deserve and what they have; +N: tasks of others that still run there.");
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        return new Watch(output, arguments).show(client, "job", window -> {
            Tree all = client.get(Api.ROOT + "/pools").checked().tree();
            return Watch.Page.of(JsonTree.of(all), text(all, window.width()));
        });
    }

    private static String text(Tree all, int width) {
        Table table = new Table("POOL", "FOR", "HAS", "QUOTA", "LIMIT", "LENDS", "NODES");
        for (Tree pool : all.require("pools").items()) {
            List<Tree> nodes = pool.require("nodes").items();
            table.add(
                    pool.require("name").text(),
                    String.join(
                            ", ",
                            pool.require("queues").items().stream()
                                    .map(Tree::text)
                                    .toList()),
                    Integer.toString(nodes.size()),
                    some(pool, "quota", "all"),
                    some(pool, "limit", ""),
                    some(pool, "lend", "all"),
                    String.join(", ", nodes.stream().map(PoolsCommand::node).toList()));
        }
        return table.text(width);
    }

    private static String some(Tree pool, String key, String otherwise) {
        Tree value = pool.get(key);
        return value == null || value.isNull() ? otherwise : value.text();
    }

    private static String node(Tree node) {
        long guests = node.require("guests").whole();
        return node.require("node").text() + (guests == 0 ? "" : "+" + guests);
    }
}
