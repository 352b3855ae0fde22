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
    private static final String USER = "--user";
    private static final Option ALL =
            Option.flag("--all", "All jobs that live, of those that other options let through.");
    private static final Option YES = Option.flag("--yes", "-y", "Ask no question on a terminal.");

    /** Of up to 39 characters each; a head of a request may have 32 KiB. */
    private static final int MOST_RANGES = 400;

    private final Output output;

    public CancelCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return new Options(
                List.of(
                        "[OPTION...] JOB...",
                        "[OPTION...] FIRST-LAST...",
                        "[OPTION...] --array JOB",
                        "[OPTION...] --all"),
                "Cancels jobs: those named, and with options, those that all options let through. What runs gets SIGTERM, and"
                        + " SIGKILL when its grace is over.",
                List.of(
                        Option.value(ARRAY, "JOB", "Jobs of the array whose first job has this number."),
                        Option.value(STATE, "STATES", "Only jobs in one of these states, such as pending."),
                        Option.value(QUEUE, "NAME", "Only jobs of this queue and those below it."),
                        Option.value(NAME, "PATTERN", "Only jobs of this name; * is for any characters."),
                        JobQuery.USER,
                        ALL,
                        YES,
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
        String states = JobQuery.states(arguments);
        boolean all = arguments.flag(ALL.name());
        Api.add("state", states == null && all ? "live" : states, query);
        for (String option : List.of(QUEUE, NAME)) {
            Api.add(option.substring(2), arguments.text(option), query);
        }
        Api.add(USER.substring(2), JobQuery.user(arguments), query);
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
        boolean json = arguments.flag(Watch.JSON.name());
        boolean vague = !filters.isEmpty() || !ranges.stream().allMatch(JobRange::single);
        if (vague && !json && !arguments.flag(YES.name()) && Question.possible()) {
            long count = ask(ranges, filters + "&dry_run=true", client).cancelled();
            boolean agreed =
                    count == 0 || Question.agreed(output, count == 1 ? "cancel 1 job?" : "cancel " + count + " jobs?");
            if (!agreed) {
                output.note("berth: nothing is cancelled");
                return 1;
            }
        }
        Told told = ask(ranges, filters, client);
        told.refused()
                .forEach(job -> output.note("berth: " + job.require("detail").text()));
        if (json) {
            output.json(Map.of(
                    "cancelled",
                    told.cancelled(),
                    "ended",
                    told.ended(),
                    "refused",
                    told.refused().stream().map(JsonTree::of).toList()));
        } else if (vague && told.cancelled() > 0) {
            output.note("berth: " + told.text());
        }
        if (vague && told.cancelled() == 0 && told.refused().isEmpty()) {
            throw new InputException(
                    "berth cancel",
                    told.ended() > 0 ? "no such job waits or runs; " + told.endedText() : "no such job waits or runs");
        }
        return told.refused().isEmpty() ? 0 : 2;
    }

    /** What became of a wish to end jobs: how many are told to end, and how many had ended. */
    private record Told(long cancelled, long ended, List<Tree> refused) {
        String text() {
            String text = cancelled + (cancelled == 1 ? " job is" : " jobs are") + " cancelled";
            return ended == 0 ? text : text + "; " + endedText();
        }

        String endedText() {
            return ended + " had ended already";
        }
    }

    private static Told ask(List<JobRange> ranges, String filters, Client client) {
        long cancelled = 0;
        long ended = 0;
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
            ended += answer.require("ended").whole();
            refused.addAll(answer.require("refused").items());
            from = to;
        } while (from < ranges.size());
        return new Told(cancelled, ended, refused);
    }
}
