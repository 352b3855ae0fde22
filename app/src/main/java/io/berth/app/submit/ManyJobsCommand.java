package io.berth.app.submit;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobNumbers;
import io.berth.app.client.JobQuery;
import io.berth.app.client.Question;
import io.berth.app.client.Reply;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
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

/** {@code berth cancel JOB...}, {@code hold}, {@code release}, {@code requeue}: of jobs, many of them by one request. */
public record ManyJobsCommand(JobWish wish, Output output) implements Command {
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

    @Override
    public Options options() {
        return new Options(
                List.of(
                        "[OPTION...] JOB...",
                        "[OPTION...] FIRST-LAST...",
                        "[OPTION...] --array JOB",
                        "[OPTION...] --all"),
                wish.doc(),
                List.of(
                        Option.value(ARRAY, "JOB", "Jobs of the array whose first job has this number."),
                        Option.value(STATE, "STATES", "Only jobs in one of these states, such as pending."),
                        Option.value(QUEUE, "NAME", "Only jobs of this queue and those below it."),
                        Option.value(NAME, "PATTERN", "Only jobs of this name; * is for any characters."),
                        JobQuery.USER,
                        ALL,
                        YES,
                        HomeOption.OPTION,
                        Answer.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        String filters = filters(arguments);
        if (arguments.words().isEmpty() && filters.isEmpty()) {
            throw new InputException(
                    place(), "name jobs by their numbers, such as 12, 1-20000 or 12_[3-40], or by an option");
        }
        Client client = HomeOption.client(arguments);
        List<JobRange> ranges = JobNumbers.ranges(client, arguments.words());
        boolean rows = arguments.flag(Answer.JSON.name());
        boolean single = filters.isEmpty() && ranges.stream().allMatch(JobRange::single);
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
        List<Object> told = new ArrayList<>();
        for (JobRange job : jobs) {
            try {
                Reply reply = client.ask(wish.method(), Api.job(job.first()) + wish.path(), null)
                        .checked();
                if (rows) {
                    told.add(JsonTree.of(reply.tree()));
                }
            } catch (InputException e) {
                // The others are told all the same.
                output.note(String.valueOf(e.getMessage()));
                code = 2;
            }
        }
        if (rows) {
            output.json(Map.of("jobs", told));
        }
        return code;
    }

    /** As many in one request as its head has room for. */
    private int manyOf(List<JobRange> ranges, String filters, Client client, Arguments arguments) {
        boolean json = arguments.flag(Answer.JSON.name());
        boolean vague = !filters.isEmpty() || !ranges.stream().allMatch(JobRange::single);
        if (vague && !json && !arguments.flag(YES.name()) && Question.possible()) {
            long count = ask(ranges, filters + "&dry_run=true", client).jobs();
            boolean agreed = count == 0
                    || Question.agreed(output, wish.word() + (count == 1 ? " 1 job?" : " " + count + " jobs?"));
            if (!agreed) {
                output.note("berth: nothing is " + wish.done());
                return 1;
            }
        }
        Told told = ask(ranges, filters, client);
        told.refused()
                .forEach(job -> output.note("berth: " + job.require("detail").text()));
        if (json) {
            output.json(Map.of(
                    wish.key(),
                    told.jobs(),
                    "ended",
                    told.ended(),
                    "refused",
                    told.refused().stream().map(JsonTree::of).toList()));
        } else if (vague && told.jobs() > 0) {
            output.note("berth: " + told.text(wish));
        }
        if (vague && told.jobs() == 0 && told.refused().isEmpty()) {
            throw new InputException(
                    place(),
                    told.ended() > 0 ? "no such job waits or runs; " + told.endedText() : "no such job waits or runs");
        }
        return told.refused().isEmpty() ? 0 : 2;
    }

    private String place() {
        return "berth " + wish.word();
    }

    /** What became of a wish: how many jobs it was told to, and how many had ended. */
    private record Told(long jobs, long ended, List<Tree> refused) {
        String text(JobWish wish) {
            String text = jobs + (jobs == 1 ? " job is " : " jobs are ") + wish.done();
            return ended == 0 ? text : text + "; " + endedText();
        }

        String endedText() {
            return ended + " had ended already";
        }
    }

    private Told ask(List<JobRange> ranges, String filters, Client client) {
        long told = 0;
        long ended = 0;
        List<Tree> refused = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(ranges.size(), from + MOST_RANGES);
            StringJoiner jobs = new StringJoiner(",");
            ranges.subList(from, to).forEach(range -> jobs.add(range.toString()));
            String query = "?" + (ranges.isEmpty() ? "" : "&jobs=" + jobs) + filters;
            Tree answer = client.ask(wish.method(), wish.pathOfMany() + query.replace("?&", "?"), null)
                    .checked()
                    .tree();
            told += answer.require(wish.key()).whole();
            ended += answer.require("ended").whole();
            refused.addAll(answer.require("refused").items());
            from = to;
        } while (from < ranges.size());
        return new Told(told, ended, refused);
    }
}
