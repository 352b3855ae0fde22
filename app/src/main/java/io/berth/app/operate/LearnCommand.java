package io.berth.app.operate;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Reply;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** {@code berth learn start|stop|status}: learning beside a running Berth; stop is its kill switch. */
public record LearnCommand(Output output) implements Command {
    private static final String PATH = Api.ROOT + "/learning";
    private static final int NOT_LEARNING = 409;
    private static final List<String> ACTIONS = List.of("start", "stop", "status");

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] start|stop|status",
                "Shows how learning beside a running Berth stands; stop puts the fallback in force at once; start begins again.",
                HomeOption.HOME,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        String word = arguments.word();
        String action = word == null ? "status" : word;
        if (!ACTIONS.contains(action)) {
            throw new InputException("berth learn", InputException.unknown("action", action, ACTIONS));
        }
        BerthHome home = BerthHome.of(arguments.path(HomeOption.HOME.name()), System.getenv());
        Client client = HomeOption.local(home, true);
        Reply reply = action.equals("status") ? client.get(PATH) : client.ask("POST", PATH + "/" + action, null);
        if (reply.status() == NOT_LEARNING) {
            output.note("berth: " + reply.detail());
            return 1;
        }
        Tree status = reply.checked().tree();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(JsonTree.of(status));
        } else {
            print(status, output.out());
        }
        return 0;
    }

    private static void print(Tree status, PrintStream out) {
        Tree memory = status.require("memory");
        String stopped = memory.require("stopped").text();
        String promoted = memory.require("promoted").text();
        out.println(stopped.isEmpty() ? "learns" : "stopped: " + stopped);
        out.println("in force: " + status.require("strategy").text()
                + (promoted.isEmpty() ? " (fallback)" : ", candidate " + promoted));
        out.println("seen: " + status.require("ended").whole() + " ended jobs, "
                + status.require("choices").whole() + " choices, "
                + memory.require("looks").whole() + " looks");
        out.println("promoted " + memory.require("promotions").whole() + " times, demoted "
                + memory.require("demotions").whole() + " times");
        regret(memory.require("regret"), out);
        for (Tree trial : status.require("trials").items()) {
            Tree shadow = trial.require("shadow");
            out.println("on trial: " + trial.require("id").text() + ", differs in "
                    + shadow.require("different").whole() + " of "
                    + shadow.require("choices").whole() + " choices"
                    + (trial.require("tried").flag() ? ", tried on a share of them" : ""));
        }
        for (Tree ban : memory.require("banned").items()) {
            out.println("demoted " + ban.require("times").whole() + " times: "
                    + ban.require("id").text() + ", "
                    + (ban.require("jobs").whole() == 0
                            ? "may be tried again"
                            : "not tried for " + ban.require("jobs").whole() + " more ended jobs"));
        }
        memory.require("changes").items().forEach(change -> out.println("  " + change.text()));
    }

    private static void regret(Tree regret, PrintStream out) {
        String best = "";
        double least = Double.POSITIVE_INFINITY;
        for (Tree.Entry entry : regret.require("fixed").entries()) {
            if (entry.value().number() < least) {
                least = entry.value().number();
                best = entry.key();
            }
        }
        if (!best.isEmpty()) {
            double share = regret.require("live").number() / least - 1;
            out.println(String.format(
                    Locale.ROOT,
                    "regret: %+.1f %% of the bounded slowdown against %s, the best fixed order for the same %d jobs",
                    100 * share,
                    best,
                    regret.require("jobs").whole()));
        }
    }
}
