package io.berth.app.operate;

import io.berth.app.client.Api;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.input.WholeNumber;
import io.berth.spec.job.ServiceKeys;
import io.berth.spec.json.JsonTree;
import java.util.List;
import java.util.Map;

/** {@code berth scale NAME N}: how many replicas a service has. */
public record ScaleCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] NAME REPLICAS",
                "Has a service have so many replicas: more are submitted as the newest is, too many are cancelled, those that"
                        + " are not ready and the newest first. 0 ends the service.",
                HomeOption.OPTION,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        List<String> words = arguments.words();
        if (words.size() != 2) {
            throw new InputException("berth scale", "name a service and how many replicas it is to have: chat 3");
        }
        Tree row = HomeOption.client(arguments)
                .ask(
                        "PUT",
                        Api.ROOT + "/services/" + Api.encoded(words.getFirst()),
                        Map.of("replicas", count(words.get(1))))
                .checked()
                .tree();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(JsonTree.of(row));
            return 0;
        }
        long draining = row.require("draining").whole();
        output.out()
                .println(row.require("name").text() + " has "
                        + row.require("ready").text() + " of "
                        + row.require("wanted").text() + " replicas ready"
                        + (draining == 0 ? "" : ", " + draining + " being stopped"));
        return 0;
    }

    private static long count(String text) {
        try {
            long count = WholeNumber.parse(text);
            if (count >= 0 && count <= ServiceKeys.MOST_REPLICAS) {
                return count;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw new InputException(
                "REPLICAS", "must be from 0 to " + ServiceKeys.MOST_REPLICAS + ", but is " + Quote.of(text));
    }
}
