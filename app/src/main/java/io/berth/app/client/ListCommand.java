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
                Option.value(
                        "--state",
                        "STATES",
                        "Only jobs in one of these states, such as running,failed; live or ended."),
                Option.value("--queue", "NAME", "Only jobs of this queue and those below it."),
                Option.value("--name", "PATTERN", "Only jobs of this name; * is for any characters."),
                Watch.JSON,
                Watch.WATCH);
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        String filters = filters(arguments);
        return new Watch(output, arguments).show(client, "job,alert", () -> {
            if (!arguments.flag(Watch.JSON.name())) {
                return Watch.Page.of(null, JobList.table(client, "&alerts=true" + filters));
            }
            List<Tree> rows = JobList.read(client, filters);
            return Watch.Page.of(Map.of("jobs", rows.stream().map(JsonTree::of).toList()), "");
        });
    }

    private static String filters(Arguments arguments) {
        StringBuilder query = new StringBuilder();
        String states = arguments.text("--state");
        if (states == null && !arguments.flag("--all")) {
            states = LIVE;
        }
        Api.add("state", states, query);
        Api.add("queue", arguments.text("--queue"), query);
        Api.add("name", arguments.text("--name"), query);
        return query.toString();
    }
}
