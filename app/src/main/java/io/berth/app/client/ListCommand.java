package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;
import java.util.Map;

/** {@code berth ls}: lists jobs. */
public final class ListCommand implements QuickCommand {
    private static final String LIVE = "live";

    private final Output output;

    public ListCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Lists the jobs that wait or run, by number.",
                HomeOption.OPTION,
                Option.flag("--all", "-a", "With those that ended, as far as they are known."),
                Option.flag("--json", "Print one JSON document."),
                Option.flag("--watch", "-w", "Show it again each second, until Ctrl-C."));
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        boolean all = arguments.flag("--all");
        if (arguments.flag("--watch")) {
            return Watch.show(output, () -> text(client, rows(client, all)));
        }
        if (arguments.flag("--json")) {
            output.json(
                    Map.of("jobs", rows(client, all).stream().map(JsonTree::of).toList()));
        } else {
            output.out().print(text(client, rows(client, all)));
        }
        return 0;
    }

    private static String text(Client client, List<Tree> rows) {
        return JobList.table(rows) + JobList.alerts(client, rows);
    }

    private List<Tree> rows(Client client, boolean all) {
        return JobList.read(client, all ? "" : LIVE);
    }
}
