package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Wildcard;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.edge.access.Caller;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Which jobs a call asks for. */
public final class JobFilter {
    static final String LIVE = "live";
    static final String ENDED = "ended";

    public static final Parameter STATE = Parameter.words("state", "Only jobs in one of these states.", stateWords());
    public static final Parameter QUEUE = Parameter.text("queue", "Only jobs of this queue and those below it.");
    public static final Parameter NAME = Parameter.text("name", "Only jobs of this name; * is for any characters.");
    public static final Parameter USER =
            Parameter.text("user", "Only jobs that run as one of these users, separated by commas.");
    public static final Parameter ARRAY =
            Parameter.whole("array", "Only jobs of the array whose first job has this number.", 0, 0, Long.MAX_VALUE);
    public static final Parameter SINCE =
            Parameter.instant("since", "Only jobs that had not ended before this moment: UTC, ISO 8601.");
    public static final Parameter UNTIL =
            Parameter.instant("until", "Only jobs that were submitted by this moment: UTC, ISO 8601.");

    public static final Parameter NODE = Parameter.text("node", "Only jobs that are or were on this node.");
    public static final Parameter SEARCH = Parameter.text(
            "search", "Only jobs with this text in their name, queue, user or nodes, or of this number.");

    private JobFilter() {}

    /** What any list of jobs is asked by, and {@code more}. */
    public static Parameter[] and(Parameter... more) {
        return Stream.concat(Stream.of(STATE, QUEUE, NAME, USER, ARRAY, SINCE, UNTIL), Stream.of(more))
                .toArray(Parameter[]::new);
    }

    /** The jobs of {@code view} after number {@code after} that {@code call} asks for, as its caller is shown them, by number. */
    static Stream<JobEntry> shown(Call call, LiveView view, long after) {
        String node = call.text(NODE.name());
        return StreamSupport.stream(view.jobsAfter(after).spliterator(), false)
                .flatMap(job -> Stream.ofNullable(job.shownTo(call.caller())))
                .filter(of(call))
                .filter(job -> node.isEmpty() || isOn(job, node, view));
    }

    private static List<String> stateWords() {
        List<String> words = new ArrayList<>(List.of(LIVE, ENDED));
        for (JobPhase phase : JobPhase.values()) {
            words.add(phase.text());
        }
        return words;
    }

    /** Which jobs {@code call} asks for, of those that its caller is shown, as it is shown them. */
    static Predicate<JobEntry> of(Call call) {
        Set<JobPhase> phases = phases(call.words(STATE.name()));
        Wildcard name = new Wildcard(call.text(NAME.name()));
        String queue = call.text(QUEUE.name());
        Set<String> users = Set.copyOf(call.words(USER.name()));
        String array = call.text(ARRAY.name());
        long first = array.isEmpty() ? 0 : Long.parseLong(array);
        String text = call.text(SEARCH.name()).strip().toLowerCase(Locale.ROOT);
        String since = call.text(SINCE.name());
        String until = call.text(UNTIL.name());
        long from = since.isEmpty() ? Long.MIN_VALUE : SINCE.nanos(since);
        long to = until.isEmpty() ? Long.MAX_VALUE : UNTIL.nanos(until);
        return job -> phases.contains(job.phase())
                && (queue.isEmpty() || Caller.isBelow(job.spec().queue(), queue))
                && (first == 0 || job.spec().terms().array().id() == first)
                && (users.isEmpty() || users.contains(String.valueOf(job.user())))
                && (job.endedNanos() < 0 || job.endedNanos() >= from)
                && job.submittedNanos() <= to
                && (text.isEmpty() || mentions(job, text))
                && name.matches(job.spec().name());
    }

    private static Set<JobPhase> phases(List<String> words) {
        Set<JobPhase> phases = EnumSet.noneOf(JobPhase.class);
        for (JobPhase phase : JobPhase.values()) {
            boolean wanted =
                    words.isEmpty() || words.contains(phase.text()) || words.contains(phase.ended() ? ENDED : LIVE);
            if (wanted) {
                phases.add(phase);
            }
        }
        return phases;
    }

    private static boolean isOn(JobEntry job, String node, LiveView view) {
        if (job.placed() == 0) {
            return job.nodeNames().contains(node);
        }
        for (int task : job.placedTasks()) {
            if (view.nodeName(job.node(task)).equals(node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mentions(JobEntry job, String text) {
        String user = job.user();
        return Long.toString(job.id()).equals(text)
                || holds(job.spec().name(), text)
                || holds(job.spec().queue(), text)
                || (user != null && holds(user, text))
                || job.nodeNames().stream().anyMatch(name -> holds(name, text));
    }

    private static boolean holds(String whole, String text) {
        return whole.toLowerCase(Locale.ROOT).contains(text);
    }
}
