package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth explain JOB}: why it waits. */
@CommandLine.Command(name = "explain", description = "Says why a job waits, and what would change it.")
public final class ExplainCommand implements Command {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Parameters(paramLabel = "JOB", description = "The number of the job.")
    private long job;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    private final Output output;

    public ExplainCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        Tree why = home.client().get(Api.job(job) + "/explain").checked().tree();
        if (json) {
            output.json(JsonTree.of(why));
            return 0;
        }
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
        text.append('\n');
        for (Tree node : why.require("nodes").items()) {
            text.append("  ").append(node.require("nodes").text()).append(" × ");
            text.append(node.require("text").text()).append('\n');
        }
        Tree time = why.get("try_time");
        if (time != null && !time.isNull()) {
            text.append("  tried again at ").append(time.text()).append('\n');
        }
        output.out().print(text);
        return 0;
    }
}
