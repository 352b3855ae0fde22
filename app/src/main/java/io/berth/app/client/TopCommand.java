package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import java.util.List;

/** {@code berth top}: the machine and what runs on it. */
public final class TopCommand implements QuickCommand {
    private static final int MOST_JOBS = 30;

    private final Output output;

    public TopCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Shows what the machine has left and what runs on it.",
                HomeOption.OPTION,
                Option.flag("--watch", "-w", "Show it again each second, until Ctrl-C."));
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        if (arguments.flag("--watch")) {
            return Watch.show(output, () -> text(client));
        }
        output.out().print(text(client));
        return 0;
    }

    private static String text(Client client) {
        Tree status = client.get(Api.ROOT + "/status").checked().tree();
        StringBuilder text = new StringBuilder();
        text.append(status.require("time").text().replaceAll("\\.\\d+Z", "Z"));
        text.append("  ").append(status.require("strategy").text());
        text.append("  running ").append(status.require("jobs_holding").text());
        text.append("  waiting ").append(status.require("jobs_waiting").text());
        text.append("  decisions ").append(status.require("decisions").text()).append("\n\n");
        Table nodes = new Table("NODE", "STATE", "GPUS FREE", "CPUS FREE", "MEMORY FREE", "TASKS");
        for (Tree node : client.get(Api.ROOT + "/nodes")
                .checked()
                .tree()
                .require("nodes")
                .items()) {
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
        text.append(nodes.text());
        text.append(MeasuredLoad.text(client)).append('\n');
        List<Tree> jobs = JobList.read(client, "live");
        text.append(JobList.table(jobs.subList(0, Math.min(MOST_JOBS, jobs.size()))));
        if (jobs.size() > MOST_JOBS) {
            text.append("and ").append(jobs.size() - MOST_JOBS).append(" more\n");
        }
        return text.toString();
    }

    private static long mebibytes(Tree node, String key) {
        return node.require(key).whole() >> 20;
    }
}
