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
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import io.berth.spec.quantity.Durations;
import java.util.ArrayList;
import java.util.List;

/** {@code berth reservations}: which nodes are kept for whom, and when. */
public record ReservationsCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Watch.options("[OPTION...]", "Lists the reservations of nodes: when, which and for whom.");
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        return new Watch(output, arguments).show(client, "job", window -> {
            Tree all = client.get(Api.ROOT + "/reservations").checked().tree();
            return Watch.Page.of(JsonTree.of(all), text(all, window.width()));
        });
    }

    private static String text(Tree all, int width) {
        Table table = new Table("RESERVATION", "STATE", "START", "END", "EVERY", "NODES", "FOR", "WHY");
        for (Tree one : all.require("reservations").items()) {
            long every = Math.round(one.require("every_seconds").number() * Nanos.SECOND);
            List<String> queues = texts(one, "queues");
            table.add(
                    one.require("name").text(),
                    one.require("state").text(),
                    one.require("start").text(),
                    one.require("end").text(),
                    every == 0 ? "" : Durations.format(every),
                    nodes(one),
                    queues.isEmpty() ? "nobody" : String.join(", ", queues),
                    one.require("why").text());
        }
        return table.text(width);
    }

    private static String nodes(Tree one) {
        List<String> parts = new ArrayList<>(texts(one, "nodes"));
        List<String> labels = new ArrayList<>();
        one.require("labels")
                .entries()
                .forEach(entry -> labels.add(entry.key() + "=" + entry.value().text()));
        long count = one.require("count").whole();
        if (count > 0 || !labels.isEmpty()) {
            parts.add((count > 0 ? count + " of " : "all of ") + (labels.isEmpty() ? "all" : String.join(",", labels)));
        }
        return String.join(", ", parts);
    }

    private static List<String> texts(Tree one, String key) {
        return one.require(key).items().stream().map(Tree::text).toList();
    }
}
