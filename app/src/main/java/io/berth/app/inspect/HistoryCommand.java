package io.berth.app.inspect;

import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobList;
import io.berth.app.client.JobQuery;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.Window;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.json.JsonTree;
import java.util.Map;

/** {@code berth history}: the jobs that ended, as far as they are kept. */
public record HistoryCommand(Output output) implements Command {
    private static final String ENDED = "ended";
    private static final String USUAL = "1d";
    private static final String COLUMNS = "id,name,user,queue,state,exit,resources,start,end,run,reason";
    private static final Option CSV = Option.flag(
            "--csv", "Print CSV (RFC 4180) for programs: durations in seconds, sizes in bytes, nothing cut.");

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Lists the jobs that ended in the last day, or since when --since says, by number: the last 10,000 are kept.",
                JobQuery.SINCE,
                JobQuery.UNTIL,
                JobQuery.STATE,
                JobQuery.USER,
                JobQuery.QUEUE,
                JobQuery.NAME,
                JobQuery.ARRAY,
                JobQuery.SORT,
                JobQuery.COLUMNS,
                JobQuery.FORMAT,
                JobQuery.LIMIT,
                CSV,
                HomeOption.OPTION,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        boolean csv = arguments.flag(CSV.name());
        boolean json = arguments.flag(Answer.JSON.name());
        String filters = JobQuery.filters(arguments, ENDED) + JobQuery.span(arguments, USUAL);
        if (json) {
            if (csv) {
                throw new InputException(CSV.name(), "does not go with " + Answer.JSON.name());
            }
            ListCommand.refuse(arguments);
            output.json(Map.of(
                    "jobs",
                    JobList.read(client, filters).stream().map(JsonTree::of).toList()));
            return 0;
        }
        Window window = csv ? new Window(0, false) : Window.of(output);
        String table = JobQuery.table(arguments, COLUMNS, window) + (csv ? "&format=csv" : "");
        output.text(JobList.table(client, table + filters));
        return 0;
    }
}
