package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobList;
import io.berth.app.client.JobQuery;
import io.berth.app.client.Table;
import io.berth.app.client.Watch;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.Window;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import io.berth.spec.table.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** {@code berth top}: the machine and what runs on it. */
public record TopCommand(Output output) implements Command {
    private static final int MOST_JOBS = 30;

    @Override
    public Options options() {
        return Watch.options("[OPTION...]", "Shows what the machine has left and what runs on it.");
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        boolean json = arguments.flag(Answer.JSON.name());
        return new Watch(output, arguments).show(client, "job,node,strategy", window -> page(client, json, window));
    }

    private static Watch.Page page(Client client, boolean json, Window window) {
        Tree status = client.get(Api.ROOT + "/status").checked().tree();
        List<Tree> nodes = client.get(Api.ROOT + "/nodes")
                .checked()
                .tree()
                .require("nodes")
                .items();
        if (!json) {
            String jobs = JobList.table(client, "&state=live&fold=true&limit=" + MOST_JOBS + JobQuery.window(window));
            return Watch.Page.of(null, text(status, nodes, window.width()) + jobs);
        }
        List<Tree> jobs = JobList.read(client, "&state=live");
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("status", JsonTree.of(status));
        document.put("nodes", nodes.stream().map(JsonTree::of).toList());
        document.put("jobs", jobs.stream().map(JsonTree::of).toList());
        return Watch.Page.of(document, "");
    }

    private static String text(Tree status, List<Tree> nodeRows, int width) {
        StringBuilder text = new StringBuilder();
        text.append(Moments.local(Instant.parse(status.require("time").text())));
        text.append("  ").append(status.require("strategy").text());
        text.append("  running ").append(status.require("jobs_holding").text());
        text.append("  pending ").append(status.require("jobs_waiting").text());
        text.append("  decisions ").append(status.require("decisions").text()).append('\n');
        Tree refusing = status.get("refusing");
        if (refusing != null && !refusing.isNull()) {
            text.append("no submissions are taken: ").append(refusing.text()).append('\n');
        }
        text.append('\n');
        Table nodes = new Table("NODE", "STATE", "GPUS FREE", "CPUS FREE", "MEMORY FREE", "TASKS");
        for (Tree node : nodeRows) {
            nodes.add(
                    node.require("name").text(),
                    node.require("state").text(),
                    node.require("gpus_free").text() + " of "
                            + node.require("gpus").text(),
                    node.require("cpus_free").text() + " of "
                            + node.require("cpus").text(),
                    mebibytes(node, "memory_free_bytes") + " of " + mebibytes(node, "memory_bytes") + " MiB",
                    node.require("tasks").text());
        }
        text.append(nodes.text(width));
        for (Tree node : nodeRows) {
            Tree why = node.get("drain_reason");
            if (why != null && !why.isNull()) {
                text.append(node.require("name").text())
                        .append(" is draining: ")
                        .append(why.text())
                        .append('\n');
            }
        }
        nodeRows.forEach(node -> named(node, text));
        text.append(MeasuredLoad.text(nodeRows)).append('\n');
        return text.toString();
    }

    /** What few nodes have: resources known by name, taints. */
    private static void named(Tree node, StringBuilder text) {
        List<String> said = new ArrayList<>();
        for (Tree resource : items(node, "resources")) {
            said.add(resource.require("free").text() + " of "
                    + resource.require("total").text() + " "
                    + resource.require("name").text() + " free");
        }
        for (Tree taint : items(node, "taints")) {
            said.add("tainted " + taint.require("key").text() + ": "
                    + taint.require("value").text());
        }
        if (!said.isEmpty()) {
            text.append(node.require("name").text())
                    .append(" has ")
                    .append(String.join(", ", said))
                    .append('\n');
        }
    }

    /** None where a Berth of an earlier version does not tell. */
    private static List<Tree> items(Tree node, String key) {
        Tree items = node.get(key);
        return items == null ? List.of() : items.items();
    }

    private static long mebibytes(Tree node, String key) {
        return node.require(key).whole() >> 20;
    }
}
