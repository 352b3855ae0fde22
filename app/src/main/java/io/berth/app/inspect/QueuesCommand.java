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
import io.berth.core.decision.Reason;
import io.berth.core.queue.QueueTree;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import io.berth.spec.quantity.Bytes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code berth queues}: the queues. */
public record QueuesCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Watch.options(
                "[OPTION...]",
                "Lists the queues that are declared, or that a known job is of: what they deserve, hold and wait for, and why.");
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
        List<Tree> all = queues.require("queues").items();
        if (all.stream().anyMatch(queue -> rights(queue) != null)) {
            return declared(all, width);
        }
        Table table = new Table("QUEUE", "PENDING", "HOLDING", "GPUS", "CPUS", "GPUS PENDING");
        for (Tree queue : all) {
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

    private static @Nullable Tree rights(Tree queue) {
        Tree rights = queue.get("rights");
        return rights == null || rights.isNull() ? null : rights;
    }

    /** A line for each resource that a queue has a quota or limit of. */
    private static String declared(List<Tree> queues, int width) {
        Table table = new Table(
                "QUEUE",
                "PARENT",
                "PENDING",
                "HOLDING",
                "SHARE",
                "RESOURCE",
                "QUOTA",
                "LIMIT",
                "HELD",
                "BORROWED",
                "WHY");
        for (Tree queue : queues) {
            Tree rights = rights(queue);
            List<Tree> resources =
                    rights == null ? List.of() : rights.require("resources").items();
            add(table, head(queue, rights), resources.isEmpty() ? null : resources.getFirst(), why(queue, rights));
            for (Tree resource : resources.subList(Math.min(1, resources.size()), resources.size())) {
                add(table, List.of("", "", "", "", ""), resource, "");
            }
        }
        return table.text(width);
    }

    private static List<String> head(Tree queue, @Nullable Tree rights) {
        return List.of(
                queue.require("name").text(),
                rights == null ? "" : rights.require("parent").text(),
                queue.require("jobs_waiting").text(),
                queue.require("jobs_holding").text(),
                rights == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "%.1f %%",
                                100 * rights.require("share").number()));
    }

    private static void add(Table table, List<String> head, @Nullable Tree resource, String why) {
        List<String> cells = new ArrayList<>(head);
        cells.add(resource == null ? "" : resource.require("name").text());
        for (String amount : List.of("quota", "limit", "held", "borrowed")) {
            cells.add(resource == null ? "" : amount(resource, amount));
        }
        cells.add(why);
        table.add(cells.toArray(String[]::new));
    }

    private static String amount(Tree resource, String key) {
        Tree value = resource.get(key);
        if (value == null || value.isNull()) {
            return "";
        }
        boolean bytes = resource.require("name").text().equals(QueueTree.MEMORY);
        return bytes
                ? Bytes.format((long) value.number())
                : BigDecimal.valueOf(value.number()).stripTrailingZeros().toPlainString();
    }

    /** Why its jobs wait, where that is for the queue. */
    private static String why(Tree queue, @Nullable Tree rights) {
        if (rights == null) {
            return Reason.NO_QUEUE.text();
        }
        String why = rights.require("why").text();
        boolean waits = !queue.require("jobs_waiting").text().equals("0");
        return waits && !why.isEmpty()
                ? Reason.valueOf(why.toUpperCase(Locale.ROOT)).text()
                : "";
    }
}
