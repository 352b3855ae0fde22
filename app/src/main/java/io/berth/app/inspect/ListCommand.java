package io.berth.app.inspect;

import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobList;
import io.berth.app.client.JobQuery;
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
import java.util.Map;

/** {@code berth ls}: lists jobs. */
public record ListCommand(Output output) implements Command {
    private static final String LIVE = "live";
    private static final Option UNFOLD =
            Option.flag("--unfold", "-r", "A line for each job of an array, also for those that wait alike.");

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Lists the jobs that wait or run, by number. Those of an array that wait alike are one line, such as 12_[3-40].",
                Option.flag("--all", "-a", "With those that ended, as far as they are known."),
                JobQuery.STATE,
                JobQuery.QUEUE,
                JobQuery.NAME,
                JobQuery.USER,
                JobQuery.ARRAY,
                JobQuery.SINCE,
                JobQuery.SORT,
                JobQuery.COLUMNS,
                JobQuery.FORMAT,
                JobQuery.LIMIT,
                UNFOLD,
                HomeOption.OPTION,
                Answer.JSON,
                Watch.WATCH);
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        boolean json = arguments.flag(Answer.JSON.name());
        String filters =
                JobQuery.filters(arguments, arguments.flag("--all") ? null : LIVE) + JobQuery.span(arguments, null);
        if (json) {
            refuse(arguments);
        }
        return new Watch(output, arguments).show(client, "job,alert", window -> {
            if (!json) {
                String fold = arguments.flag(UNFOLD.name()) ? "" : "&fold=true";
                String table = JobQuery.table(arguments, null, window);
                return Watch.Page.of(null, JobList.table(client, "&alerts=true" + fold + table + filters));
            }
            List<Tree> rows = JobList.read(client, filters);
            return Watch.Page.of(Map.of("jobs", rows.stream().map(JsonTree::of).toList()), "");
        });
    }

    /** What makes a table means nothing to a document, which has all jobs with all they have. */
    static void refuse(Arguments arguments) {
        for (Option option : List.of(JobQuery.SORT, JobQuery.COLUMNS, JobQuery.FORMAT, JobQuery.LIMIT)) {
            if (arguments.text(option.name()) != null) {
                throw new InputException(option.name(), "does not go with " + Answer.JSON.name());
            }
        }
    }
}
