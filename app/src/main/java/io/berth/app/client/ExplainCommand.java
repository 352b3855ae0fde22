package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;

/** {@code berth explain JOB}: why it waits. */
public final class ExplainCommand implements QuickCommand {
    private final Output output;

    public ExplainCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] JOB",
                "Says why a job waits, and what would change it.",
                HomeOption.OPTION,
                Watch.JSON,
                Watch.WATCH);
    }

    @Override
    public int run(Arguments arguments) {
        long job = arguments.jobs(1).getFirst();
        Client client = HomeOption.client(arguments);
        return new Watch(output, arguments).show(client, "job,node,strategy", () -> {
            Tree why = client.get(Api.job(job) + "/explain").checked().tree();
            return new Watch.Page(
                    JsonTree.of(why), text(job, why), !why.require("waiting").flag());
        });
    }

    private static String text(long job, Tree why) {
        StringBuilder text = new StringBuilder();
        text.append("job ")
                .append(job)
                .append(" is ")
                .append(why.require("state").text());
        text.append(": ").append(why.require("text").text());
        Tree cure = why.get("cure");
        if (cure != null && !cure.isNull()) {
            text.append(" (").append(cure.text().replace('_', ' ')).append(')');
        }
        Tree unmet = why.get("unmet");
        if (unmet != null && !unmet.isNull()) {
            text.append(": ").append(unmet.text());
        }
        text.append('\n');
        for (Tree node : why.require("nodes").items()) {
            text.append("  ").append(node.require("nodes").text()).append(" × ");
            text.append(node.require("text").text()).append('\n');
        }
        for (Tree preferred : why.require("preferences").items()) {
            text.append("  ").append(preferred.require("text").text());
            text.append(" (model ").append(preferred.require("model").text()).append(")\n");
        }
        Tree strategy = why.get("strategy");
        if (strategy != null && !strategy.isNull()) {
            text.append("  decided by ").append(strategy.text()).append('\n');
        }
        Tree time = why.get("try_time");
        if (time != null && !time.isNull()) {
            text.append("  tried again at ").append(time.text()).append('\n');
        }
        return text.toString();
    }
}
