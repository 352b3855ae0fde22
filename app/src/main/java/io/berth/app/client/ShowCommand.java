package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth show JOB}: everything about one job. */
@CommandLine.Command(name = "show", description = "Shows everything about one job but the environment of its command.")
public final class ShowCommand implements Command {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Parameters(paramLabel = "JOB", description = "The number of the job.")
    private long job;

    @Option(names = "--json", description = "Print one JSON document, with the environment.")
    private boolean json;

    private final Output output;

    public ShowCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        Tree tree = home.client().get(Api.job(job)).checked().tree();
        if (json) {
            output.json(JsonTree.of(tree));
            return 0;
        }
        StringBuilder text = new StringBuilder();
        print(tree, "", text);
        output.out().print(text);
        return 0;
    }

    private static void print(Tree tree, String indent, StringBuilder text) {
        for (Tree.Entry entry : tree.entries()) {
            Tree value = entry.value();
            if (value.isNull() || entry.key().equals("env")) {
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
