package io.berth.app.operate;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Watch;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code berth drain} and {@code berth undrain}: whether a node takes new tasks.
 *
 * @param draining false to have it take tasks again
 */
public record DrainCommand(Output output, boolean draining) implements Command {
    private static final Option REASON = Option.value("--reason", "TEXT", "Why; berth top shows it.");
    private static final Option WAIT = Option.flag("--wait", "-W", "Wait until no task is on it.");

    @Override
    public Options options() {
        if (!draining) {
            return Options.of(
                    "[OPTION...] [NODE]",
                    "Has a node take tasks again. Without a name, the only node.",
                    HomeOption.OPTION,
                    Answer.JSON);
        }
        return Options.of(
                "[OPTION...] [NODE]",
                "Has a node take no new tasks. What runs there goes on. Without a name, the only node.",
                REASON,
                WAIT,
                HomeOption.OPTION,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments);
        @Nullable String node = arguments.word();
        String name = node == null ? onlyNode(client) : node;
        StringBuilder query = new StringBuilder();
        Api.add("reason", draining ? arguments.text(REASON.name()) : null, query);
        String action = draining ? "/drain" + query.toString().replaceFirst("&", "?") : "/undrain";
        Tree row = client.ask("POST", Api.ROOT + "/nodes/" + Api.encoded(name) + action, null)
                .checked()
                .tree();
        if (draining && arguments.flag(WAIT.name())) {
            row = untilEmpty(client, name);
        }
        if (arguments.flag(Answer.JSON.name())) {
            output.json(JsonTree.of(row));
            return 0;
        }
        long tasks = row.require("tasks").whole();
        String left = !draining
                ? ""
                : tasks == 0
                        ? "; no task is on it"
                        : "; " + tasks + (tasks == 1 ? " task on it goes on" : " tasks on it go on");
        output.out().println(name + " is " + row.require("state").text() + left);
        return 0;
    }

    /** The row of a node from when no task is on it; one that takes tasks again meanwhile is not waited for. */
    private static Tree untilEmpty(Client client, String name) {
        while (true) {
            Tree row = client.get(Api.ROOT + "/nodes/" + Api.encoded(name))
                    .checked()
                    .tree();
            boolean drains = row.require("state").text().equals("draining");
            if (!drains || row.require("tasks").whole() == 0) {
                return row;
            }
            Watch.rest(Watch.EACH_MILLIS);
        }
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
