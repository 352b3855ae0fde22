package io.berth.app.submit;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobNumbers;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.job.JobRange;
import io.berth.spec.json.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** {@code berth update JOB...}: has jobs ask for something else. */
public record UpdateCommand(Output output) implements Command {
    private static final Option PRIORITY = SubmitOptions.PRIORITY;
    private static final Option LIMIT = Option.value(
            "--time-limit",
            "TIME",
            "How long it may run, such as 90m, from its start on; never for as long as it takes.");
    private static final Option QUEUE = Option.value("--queue", "NAME", "Its queue; only while it waits.");

    @Override
    public Options options() {
        List<Option> all = new ArrayList<>(List.of(PRIORITY, LIMIT, QUEUE));
        all.addAll(SbatchNames.OF_ALL);
        all.addAll(List.of(HomeOption.OPTION, Answer.JSON));
        return new Options(
                List.of("[OPTION...] JOB..."),
                "Changes what jobs ask for that were handed in: urgency, time limit, queue. It counts from the next decision on.",
                all);
    }

    @Override
    public int run(Arguments arguments) {
        SequencedMap<String, Object> change = new LinkedHashMap<>();
        for (Option option : List.of(PRIORITY, LIMIT, QUEUE)) {
            String value = arguments.text(option.name());
            if (value != null) {
                change.put(option.name().substring(2).replace('-', '_'), value);
            }
        }
        SbatchNames.putShared(change, arguments);
        if (arguments.words().isEmpty() || change.isEmpty()) {
            throw new InputException(
                    "berth update", "name jobs by their numbers, and --priority, --time-limit or --queue");
        }
        Client client = HomeOption.client(arguments);
        List<JobRange> jobs = JobNumbers.ranges(client, arguments.words());
        if (!jobs.stream().allMatch(JobRange::single)) {
            throw new InputException("JOB", "must be numbers, one job each, such as 12 or 12_[3-40]");
        }
        return update(client, jobs, change, arguments);
    }

    private int update(Client client, List<JobRange> jobs, SequencedMap<String, Object> change, Arguments arguments) {
        Map<String, String> typed =
                Map.of("priority", PRIORITY.name(), "time_limit", LIMIT.name(), "queue", QUEUE.name());
        int code = 0;
        List<Object> rows = new ArrayList<>();
        for (JobRange job : jobs) {
            try {
                rows.add(JsonTree.of(client.ask("PATCH", Api.job(job.first()), change)
                        .checked(typed)
                        .tree()));
            } catch (InputException e) {
                // The others are changed all the same.
                output.note(String.valueOf(e.getMessage()));
                code = 2;
            }
        }
        if (arguments.flag(Answer.JSON.name())) {
            output.json(Map.of("jobs", rows));
        }
        return code;
    }
}
