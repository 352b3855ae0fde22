package io.berth.app.client;

import io.berth.app.command.Window;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Words;
import io.berth.console.view.job.JobColumn;
import io.berth.console.view.job.JobPhase;
import io.berth.spec.input.InputException;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that say which jobs a list shows and what of them, as parameters of the API. Words of Slurm are understood. */
public final class JobQuery {
    public static final Option STATE = Option.value(
                    "--state",
                    "STATES",
                    "Only jobs in one of these states, such as running,failed; live or ended; PD, R, CD, F.")
            .of(Words.some(JobQuery::stateWords));
    public static final Option QUEUE = Option.value("--queue", "NAME", "Only jobs of this queue and those below it.");
    public static final Option NAME =
            Option.value("--name", "PATTERN", "Only jobs of this name; * is for any characters.");
    public static final Option USER =
            Option.value("--user", "NAMES", "Only jobs that run as one of these users; me for yourself.");
    public static final Option ARRAY =
            Option.value("--array", "JOB", "Only jobs of the array whose first job has this number.");
    public static final Option SINCE =
            Option.value("--since", "WHEN", "Only jobs that had not ended before; " + PastMoment.ALLOWED + ".");
    public static final Option UNTIL = Option.value("--until", "WHEN", "Only jobs that were submitted by then.");
    private static final Words COLUMN_WORDS = Words.some(JobColumn::words);
    public static final Option SORT = Option.value(
                    "--sort", "COLUMNS", "Order by columns, such as user,-priority; - is for the greatest first.")
            .of(COLUMN_WORDS);
    public static final Option COLUMNS = Option.value(
                    "--columns", "COLUMNS", "Show these columns, separated by commas, such as id,user,state,command.")
            .of(COLUMN_WORDS);
    public static final Option FORMAT =
            Option.value("--format", "COLUMNS", "As --columns.").of(COLUMN_WORDS);
    public static final Option LIMIT = Option.value("--limit", "N", "At most so many lines.");

    private static final Map<String, String> STATES = Map.ofEntries(
            Map.entry("pd", "pending"),
            Map.entry("cf", "starting"),
            Map.entry("configuring", "starting"),
            Map.entry("r", "running"),
            Map.entry("cg", "stopping"),
            Map.entry("completing", "stopping"),
            Map.entry("cd", "finished"),
            Map.entry("completed", "finished"),
            Map.entry("f", "failed"),
            Map.entry("ca", "cancelled"),
            Map.entry("canceled", "cancelled"),
            Map.entry("to", "timed_out"),
            Map.entry("timeout", "timed_out"),
            Map.entry("oom", "out_of_memory"));

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("jobid", "id"),
            Map.entry("jobname", "name"),
            Map.entry("partition", "queue"),
            Map.entry("account", "queue"),
            Map.entry("elapsed", "run"),
            Map.entry("time", "run"),
            Map.entry("timelimit", "limit"),
            Map.entry("exitcode", "exit"),
            Map.entry("alloccpus", "cpus"),
            Map.entry("reqcpus", "cpus"),
            Map.entry("ncpus", "cpus"),
            Map.entry("reqmem", "memory"),
            Map.entry("nodelist", "nodes"),
            Map.entry("workdir", "directory"),
            Map.entry("submitline", "command"));

    private static final int MOST_LINES = 1_000_000;

    private JobQuery() {}

    private static List<String> stateWords() {
        List<String> words = new ArrayList<>(List.of("live", "ended"));
        for (JobPhase phase : JobPhase.values()) {
            words.add(phase.text());
        }
        return words;
    }

    /** The parameters by which jobs are chosen, each behind {@code &}. */
    public static String filters(Arguments arguments, @Nullable String states) {
        StringBuilder query = new StringBuilder();
        String typed = states(arguments);
        Api.add("state", typed == null ? states : typed, query);
        Api.add("queue", arguments.text(QUEUE.name()), query);
        Api.add("name", arguments.text(NAME.name()), query);
        Api.add("user", user(arguments), query);
        Integer array = arguments.whole(ARRAY.name(), 1, Integer.MAX_VALUE);
        Api.add("array", array == null ? null : array.toString(), query);
        return query.toString();
    }

    /** The states that were typed, as the API calls them; null for none. */
    public static @Nullable String states(Arguments arguments) {
        String typed = arguments.text(STATE.name());
        return typed == null ? null : words(typed, STATES);
    }

    /** Whose jobs are meant; null for everybody's. */
    public static @Nullable String user(Arguments arguments) {
        String user = arguments.text(USER.name());
        return user == null ? null : words(user, Map.of("me", System.getProperty("user.name")));
    }

    /** The parameters that say which stretch of time is meant; {@code usual} stands for a beginning that is not typed. */
    public static String span(Arguments arguments, @Nullable String usual) {
        String since = arguments.text(SINCE.name());
        String until = arguments.text(UNTIL.name());
        String begin = since == null ? usual : since;
        StringBuilder query = new StringBuilder();
        if (begin != null || until != null) {
            ZonedDateTime now = ZonedDateTime.now();
            Api.add(
                    "since",
                    begin == null
                            ? null
                            : PastMoment.parse(SINCE.name(), begin, now).toString(),
                    query);
            Api.add(
                    "until",
                    until == null
                            ? null
                            : PastMoment.parse(UNTIL.name(), until, now).toString(),
                    query);
        }
        return query.toString();
    }

    /** The parameters that say how a table is made; {@code usual} are the columns where none are typed, null for the server's. */
    public static String table(Arguments arguments, @Nullable String usual, Window window) {
        String columns = arguments.text(COLUMNS.name());
        String format = arguments.text(FORMAT.name());
        if (columns != null && format != null) {
            throw new InputException(FORMAT.name(), "says the same as " + COLUMNS.name() + "; name one of them");
        }
        String wanted = columns == null ? format : columns;
        StringBuilder query = new StringBuilder();
        Api.add("columns", wanted == null ? usual : words(wanted, NAMES), query);
        String sort = arguments.text(SORT.name());
        Api.add("sort", sort == null ? null : words(sort, NAMES), query);
        Integer limit = arguments.whole(LIMIT.name(), 1, MOST_LINES);
        Api.add("limit", limit == null ? null : limit.toString(), query);
        return query + window(window);
    }

    /** The parameters that fit a table into {@code window}. */
    public static String window(Window window) {
        StringBuilder query = new StringBuilder();
        Api.add("width", window.width() == 0 ? null : Integer.toString(window.width()), query);
        Api.add("colour", window.coloured() ? "true" : null, query);
        Api.add("zone", zone(), query);
        return query.toString();
    }

    /** That of the caller, which differs from the server's only where a variable says so; others take longer to find than a list to print. */
    private static @Nullable String zone() {
        String zone = System.getenv("TZ");
        return zone == null || zone.isEmpty() || zone.startsWith(":") ? null : zone;
    }

    /** Words in lower case, those of Slurm as ours; a width behind {@code %} says nothing here, and {@code -} stays before a word. */
    private static String words(String typed, Map<String, String> ours) {
        List<String> words = new ArrayList<>();
        for (String word : typed.split(",", -1)) {
            boolean down = word.startsWith("-");
            String bare = (down ? word.substring(1) : word).strip();
            int width = bare.indexOf('%');
            bare = width < 0 ? bare : bare.substring(0, width);
            String known = ours.get(bare.toLowerCase(Locale.ROOT));
            words.add((down ? "-" : "") + (known == null ? bare : known));
        }
        return String.join(",", words);
    }
}
