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
import io.berth.core.plan.trace.Shortage;
import io.berth.core.queue.QueueTree;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Durations;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code berth queues}: the queues. */
public record QueuesCommand(Output output) implements Command {
    /** GPU hours that were saved of idle jobs. */
    private static final String RESCUED = "RESCUED GPU-H";

    @Override
    public Options options() {
        return Watch.options(
                "[OPTION...]",
                "Lists the queues that are declared, or that a known job is of: what they deserve, hold and wait for, and why; and what classes of jobs were promised.");
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        return new Watch(output, arguments).show(client, "job", window -> {
            Tree queues = client.get(Api.ROOT + "/queues").checked().tree();
            return Watch.Page.of(JsonTree.of(queues), text(queues, window.width()) + classes(queues, window.width()));
        });
    }

    private static String text(Tree queues, int width) {
        List<Tree> all = queues.require("queues").items();
        if (all.stream().anyMatch(queue -> rights(queue) != null)) {
            return declared(all, width);
        }
        boolean rescues = rescues(all);
        List<String> heads = new ArrayList<>(List.of("QUEUE", "PENDING", "HOLDING", "GPUS", "CPUS", "GPUS PENDING"));
        if (rescues) {
            heads.add(RESCUED);
        }
        Table table = new Table(heads.toArray(String[]::new));
        for (Tree queue : all) {
            List<String> cells = new ArrayList<>();
            for (String key :
                    List.of("name", "jobs_waiting", "jobs_holding", "gpus_held", "cpus_held", "gpus_waiting")) {
                cells.add(queue.require(key).text());
            }
            if (rescues) {
                cells.add(rescued(queue));
            }
            table.add(cells.toArray(String[]::new));
        }
        return table.text(width);
    }

    /** What classes of jobs promise, and how often that was kept; nothing where none are declared. */
    private static String classes(Tree queues, int width) {
        List<Tree> all = queues.require("classes").items();
        if (all.isEmpty()) {
            return "";
        }
        Table table = new Table("CLASS", "PROMISED", "PRIORITY", "PENDING", "KEPT", "MISSED", "MISS RATE");
        for (Tree one : all) {
            Tree wait = given(one, "wait_seconds");
            Tree rate = given(one, "miss_rate");
            table.add(
                    one.require("name").text(),
                    wait == null ? "nothing" : Durations.format(Math.round(wait.number() * Nanos.SECOND)),
                    one.require("priority").text(),
                    one.require("jobs_waiting").text(),
                    one.require("kept").text(),
                    one.require("missed").text(),
                    rate == null ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * rate.number()));
        }
        return "\n" + table.text(width);
    }

    private static @Nullable Tree rights(Tree queue) {
        return given(queue, "rights");
    }

    private static boolean rescues(List<Tree> queues) {
        return queues.stream()
                .anyMatch(queue -> queue.require("rescued_gpu_hours").number() > 0);
    }

    private static String rescued(Tree queue) {
        return String.format(
                Locale.ROOT, "%.2f", queue.require("rescued_gpu_hours").number());
    }

    /** A line for each resource that a queue has a quota or limit of. */
    private static String declared(List<Tree> queues, int width) {
        boolean looksBack = queues.stream()
                .map(QueuesCommand::rights)
                .anyMatch(rights -> rights != null && given(rights, "used_share") != null);
        List<String> heads = new ArrayList<>(List.of("QUEUE", "PARENT", "PENDING", "HOLDING", "SHARE"));
        List<String> amounts = new ArrayList<>(List.of("quota", "limit", "held", "borrowed"));
        if (looksBack) {
            heads.add("USED SHARE");
            amounts.add("used");
        }
        boolean rescues = rescues(queues);
        if (rescues) {
            heads.add(RESCUED);
        }
        int head = heads.size();
        heads.add("RESOURCE");
        amounts.forEach(amount -> heads.add(amount.toUpperCase(Locale.ROOT)));
        heads.add("WHY");
        Table table = new Table(heads.toArray(String[]::new));
        for (Tree queue : queues) {
            Tree rights = rights(queue);
            List<Tree> resources =
                    rights == null ? List.of() : rights.require("resources").items();
            List<String> cells = head(queue, rights, looksBack);
            if (rescues) {
                cells.add(rescued(queue));
            }
            cells.addAll(cells(resources.isEmpty() ? null : resources.getFirst(), amounts));
            cells.add(why(queue, rights));
            table.add(cells.toArray(String[]::new));
            for (Tree resource : resources.subList(Math.min(1, resources.size()), resources.size())) {
                List<String> more = new ArrayList<>(Collections.nCopies(head, ""));
                more.addAll(cells(resource, amounts));
                more.add("");
                table.add(more.toArray(String[]::new));
            }
        }
        return table.text(width);
    }

    private static List<String> head(Tree queue, @Nullable Tree rights, boolean looksBack) {
        List<String> cells = new ArrayList<>();
        cells.add(queue.require("name").text());
        cells.add(rights == null ? "" : rights.require("parent").text());
        cells.add(queue.require("jobs_waiting").text());
        cells.add(queue.require("jobs_holding").text());
        cells.add(part(rights, "share"));
        if (looksBack) {
            cells.add(part(rights, "used_share"));
        }
        return cells;
    }

    private static String part(@Nullable Tree rights, String key) {
        Tree part = rights == null ? null : given(rights, key);
        return part == null ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * part.number());
    }

    private static @Nullable Tree given(Tree map, String key) {
        Tree value = map.get(key);
        return value == null || value.isNull() ? null : value;
    }

    private static List<String> cells(@Nullable Tree resource, List<String> amounts) {
        List<String> cells = new ArrayList<>();
        cells.add(resource == null ? "" : resource.require("name").text());
        for (String amount : amounts) {
            cells.add(resource == null ? "" : amount(resource, amount));
        }
        return cells;
    }

    private static String amount(Tree resource, String key) {
        Tree value = given(resource, key);
        if (value == null) {
            return "";
        }
        boolean bytes = resource.require("name").text().equals(QueueTree.MEMORY);
        if (bytes) {
            return key.equals("used") ? Shortage.binary(value.number()) : Bytes.format((long) value.number());
        }
        BigDecimal shown = BigDecimal.valueOf(value.number());
        return (key.equals("used") ? shown.setScale(2, RoundingMode.HALF_EVEN) : shown)
                .stripTrailingZeros()
                .toPlainString();
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
