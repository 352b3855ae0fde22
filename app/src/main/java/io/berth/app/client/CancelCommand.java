package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobRange;
import io.berth.spec.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** {@code berth cancel JOB...}: ends jobs, many of them by one request. */
public final class CancelCommand implements QuickCommand {
    private static final String ARRAY = "--array";
    private static final String STATE = "--state";
    private static final String QUEUE = "--queue";
    private static final String NAME = "--name";

    /** Of up to 39 characters each; a head of a request may have 32 KiB. */
    private static final int MOST_RANGES = 400;

    private final Output output;

    public CancelCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] JOB...", "[OPTION...] FIRST-LAST...", "[OPTION...] --array JOB"),
                "Cancels jobs: those named, and with options, those that all options let through. What runs gets SIGTERM, and"
                        + " SIGKILL when its grace is over.",
                List.of(
                        Option.value(ARRAY, "JOB", "Jobs of the array whose first job has this number."),
                        Option.value(STATE, "STATES", "Only jobs in one of these states, such as pending."),
                        Option.value(QUEUE, "NAME", "Only jobs of this queue and those below it."),
                        Option.value(NAME, "PATTERN", "Only jobs of this name; * is for any characters."),
                        HomeOption.OPTION,
                        Watch.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        String filters = filters(arguments);
        List<JobRange> ranges = new ArrayList<>();
        arguments.words().forEach(word -> ranges.add(JobRange.parse("JOB", word)));
        if (ranges.isEmpty() && filters.isEmpty()) {
            throw new InputException(
                    "berth cancel", "name jobs by their numbers, such as 12 or 1-20000, or by an option");
        }
        boolean rows = arguments.flag(Watch.JSON.name());
        boolean single = filters.isEmpty() && ranges.stream().allMatch(JobRange::single);
        Client client = HomeOption.client(arguments);
        return single && (rows || ranges.size() == 1)
                ? eachOf(ranges, client, rows)
                : manyOf(ranges, filters, client, arguments);
    }

    private static String filters(Arguments arguments) {
        StringBuilder query = new StringBuilder();
        Integer array = arguments.whole(ARRAY, 1, Integer.MAX_VALUE);
        Api.add("array", array == null ? null : array.toString(), query);
        for (String option : List.of(STATE, QUEUE, NAME)) {
            Api.add(option.substring(2), arguments.text(option), query);
        }
        return query.toString();
    }

    private int eachOf(List<JobRange> jobs, Client client, boolean rows) {
        int code = 0;
        List<Object> cancelled = new ArrayList<>();
        for (JobRange job : jobs) {
            try {
                Reply reply = client.ask("DELETE", Api.job(job.first()), null).checked();
                if (rows) {
                    cancelled.add(JsonTree.of(reply.tree()));
                }
            } catch (InputException e) {
                // The others are cancelled all the same.
                output.note(String.valueOf(e.getMessage()));
                code = 2;
            }
        }
        if (rows) {
            output.json(Map.of("jobs", cancelled));
        }
        return code;
    }

    /** As many in one request as its head has room for. */
    private int manyOf(List<JobRange> ranges, String filters, Client client, Arguments arguments) {
        long cancelled = 0;
        List<Tree> refused = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(ranges.size(), from + MOST_RANGES);
            StringJoiner jobs = new StringJoiner(",");
            ranges.subList(from, to).forEach(range -> jobs.add(range.toString()));
            String query = "?" + (ranges.isEmpty() ? "" : "&jobs=" + jobs) + filters;
            Tree answer = client.ask("DELETE", Api.JOBS + query.replace("?&", "?"), null)
                    .checked()
                    .tree();
            cancelled += answer.require("cancelled").whole();
            refused.addAll(answer.require("refused").items());
            from = to;
        } while (from < ranges.size());
        refused.forEach(job -> output.note("berth: " + job.require("detail").text()));
        boolean vague = !filters.isEmpty() || !ranges.stream().allMatch(JobRange::single);
        if (arguments.flag(Watch.JSON.name())) {
            output.json(Map.of(
                    "cancelled",
                    cancelled,
                    "refused",
                    refused.stream().map(JsonTree::of).toList()));
        } else if (vague && cancelled > 0) {
            output.note("berth: " + cancelled + (cancelled == 1 ? " job is" : " jobs are") + " cancelled");
        }
        if (vague && cancelled == 0 && refused.isEmpty()) {
            throw new InputException("berth cancel", "no such job waits or runs");
        }
        return refused.isEmpty() ? 0 : 2;
    }
}
