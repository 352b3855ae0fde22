package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code berth drain} and {@code berth undrain}: whether a node takes new tasks. */
@CommandLine.Command(description = "Says whether a node takes new tasks. What runs there goes on.")
public final class DrainCommand implements Command {
    @Mixin
    private final HomeOption home = new HomeOption();

    @Parameters(paramLabel = "NODE", arity = "0..1", description = "The node; may be left out where there is one.")
    private @Nullable String node;

    private final Output output;
    private final boolean draining;

    /** @param draining false to have it take tasks again */
    public DrainCommand(Output output, boolean draining) {
        this.output = output;
        this.draining = draining;
    }

    @Override
    public int run() {
        Client client = home.client();
        String name = node == null ? onlyNode(client) : node;
        String action = draining ? "/drain" : "/undrain";
        Tree row = client.ask("POST", Api.ROOT + "/nodes/" + Api.encoded(name) + action, null)
                .checked()
                .tree();
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
