package io.berth.app.operate;

import io.berth.app.client.Api;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code berth reserve}: nodes are kept for some jobs, or for nobody, for a time. */
public record ReserveCommand(Output output) implements Command {
    private static final Option NODE = Option.value("--node", "NAME", "A node; may be given several times.");
    private static final Option LABEL = Option.value(
            "--label", "KEY=VALUE", "Nodes that have this label; several labels mean nodes with all of them.");
    private static final Option COUNT =
            Option.value("--count", "N", "Only so many of the nodes with the labels, or of all nodes.");
    private static final Option START =
            Option.value("--start", "TIME", "In how long it begins, such as 2h; absent: now.");
    private static final Option DURATION = Option.value("--duration", "TIME", "How long it lasts, such as 1h.");
    private static final Option EVERY = Option.value("--every", "TIME", "From one begin to the next, such as 1d.");
    private static final Option TIMES =
            Option.value("--times", "N", "How often in all; absent: until it is cancelled.");
    private static final Option QUEUE = Option.value(
            "--queue", "NAME", "Whose jobs may be there meanwhile; may be given several times; absent: nobody's.");
    private static final Option STOP = Option.flag("--stop", "Stop what others still run there when it begins.");
    private static final Option WHY = Option.value("--why", "TEXT", "Why, for people.");
    private static final Option CANCEL = Option.flag("--cancel", "Take the reservation back.");

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] NAME",
                "Reserves nodes for a time: jobs of others that would still run then do not start there.",
                NODE,
                LABEL,
                COUNT,
                START,
                DURATION,
                EVERY,
                TIMES,
                QUEUE,
                STOP,
                WHY,
                CANCEL,
                HomeOption.OPTION,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        String name = arguments.needed("berth reserve: name the reservation");
        var client = HomeOption.client(arguments);
        boolean cancel = arguments.flag(CANCEL.name());
        String path = Api.ROOT + "/reservations";
        Tree answer = (cancel
                        ? client.ask("DELETE", path + "/" + Api.encoded(name), null)
                        : client.ask("POST", path, document(name, arguments)))
                .checked()
                .tree();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(JsonTree.of(answer));
        } else if (cancel) {
            output.out().println("the reservation " + name + " is taken back");
        } else {
            output.out()
                    .println(name + " is reserved from "
                            + answer.require("start").text() + " to "
                            + answer.require("end").text());
        }
        return 0;
    }

    private static Map<String, Object> document(String name, Arguments arguments) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("nodes", arguments.texts(NODE.name()));
        document.put("labels", labels(arguments.texts(LABEL.name())));
        document.put("count", arguments.whole(COUNT.name(), 0, Integer.MAX_VALUE, 0));
        document.put("start", arguments.text(START.name(), "0s"));
        document.put("duration", arguments.text(DURATION.name(), ""));
        document.put("every", arguments.text(EVERY.name(), "0s"));
        document.put("times", arguments.whole(TIMES.name(), 0, Integer.MAX_VALUE, 0));
        document.put("queues", arguments.texts(QUEUE.name()));
        document.put("stop", arguments.flag(STOP.name()));
        String why = arguments.text(WHY.name(), "");
        if (!why.isEmpty()) {
            document.put("why", why);
        }
        return document;
    }

    private static Map<String, String> labels(List<String> texts) {
        Map<String, String> labels = new TreeMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new InputException(LABEL.name(), "must be KEY=VALUE, but is \"" + text + "\"");
            }
            labels.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return labels;
    }
}
