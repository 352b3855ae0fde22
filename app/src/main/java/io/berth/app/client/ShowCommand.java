package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import java.util.Set;

/** {@code berth show JOB}: everything about one job. */
public final class ShowCommand implements QuickCommand {
    /** Secrets, and what is shown in another form. */
    private static final Set<String> LEFT_OUT = Set.of("env", "progress", "alerts");

    private final Output output;

    public ShowCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] JOB",
                "Shows everything about one job but the environment of its command, with its training curve.",
                HomeOption.OPTION,
                Option.flag("--json", "Print one JSON document, with the environment."),
                Watch.WATCH);
    }

    @Override
    public int run(Arguments arguments) {
        long job = arguments.jobs(1).getFirst();
        Client client = HomeOption.client(arguments);
        return new Watch(output, arguments).show(client, "job,alert", () -> {
            Tree tree = client.get(Api.job(job)).checked().tree();
            StringBuilder text = new StringBuilder();
            print(tree, "", text);
            text.append(Training.text(client, job, tree));
            Tree end = tree.get("end_time");
            return new Watch.Page(JsonTree.of(tree), text.toString(), end != null && !end.isNull());
        });
    }

    private static void print(Tree tree, String indent, StringBuilder text) {
        for (Tree.Entry entry : tree.entries()) {
            Tree value = entry.value();
            if (value.isNull() || LEFT_OUT.contains(entry.key())) {
                continue;
            }
            text.append(indent).append(entry.key()).append(':');
            if (value instanceof Tree.Map) {
                print(value, indent + "  ", text.append('\n'));
            } else if (value instanceof Tree.Scalar scalar) {
                text.append(' ').append(scalar.value()).append('\n');
            } else {
                text.append(' ').append(Json.line(JsonTree.of(value))).append('\n');
            }
        }
    }
}
