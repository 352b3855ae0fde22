package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth drain} and {@code berth undrain}: whether a node takes new tasks. */
public final class DrainCommand implements QuickCommand {
    private final Output output;
    private final boolean draining;

    /** @param draining false to have it take tasks again */
    public DrainCommand(Output output, boolean draining) {
        this.output = output;
        this.draining = draining;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] [NODE]",
                draining
                        ? "Has a node take no new tasks. What runs there goes on. Without a name, the only node."
                        : "Has a node take tasks again. Without a name, the only node.",
                HomeOption.OPTION,
                Watch.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments);
        @Nullable String node = arguments.word();
        String name = node == null ? onlyNode(client) : node;
        String action = draining ? "/drain" : "/undrain";
        Tree row = client.ask("POST", Api.ROOT + "/nodes/" + Api.encoded(name) + action, null)
                .checked()
                .tree();
        if (arguments.flag(Watch.JSON.name())) {
            output.json(JsonTree.of(row));
            return 0;
        }
        output.out().println(name + " is " + row.require("state").text());
        return 0;
    }

    private static String onlyNode(Client client) {
        List<Tree> nodes = client.get(Api.ROOT + "/nodes")
                .checked()
                .tree()
                .require("nodes")
                .items();
        if (nodes.size() != 1) {
            throw new InputException("berth drain", "there are " + nodes.size() + " nodes; name one");
        }
        return nodes.getFirst().require("name").text();
    }
}
