package io.berth.console.api;

import io.berth.console.access.Caller;
import io.berth.console.view.JobEntry;
import io.berth.console.view.JobPhase;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Which jobs a call asks for. */
final class JobFilter {
    static final String LIVE = "live";
    static final String ENDED = "ended";

    static final Parameter STATE = Parameter.words("state", "Only jobs in one of these states.", stateWords());
    static final Parameter QUEUE = Parameter.text("queue", "Only jobs of this queue and those below it.");
    static final Parameter NAME = Parameter.text("name", "Only jobs of this name; * is for any characters.");
    static final Parameter USER =
            Parameter.text("user", "Only jobs that run as one of these users, separated by commas.");
    static final Parameter ARRAY =
            Parameter.whole("array", "Only jobs of the array whose first job has this number.", 0, 0, Long.MAX_VALUE);
    static final Parameter SINCE =
            Parameter.instant("since", "Only jobs that had not ended before this moment: UTC, ISO 8601.");
    static final Parameter UNTIL =
            Parameter.instant("until", "Only jobs that were submitted by this moment: UTC, ISO 8601.");

    private JobFilter() {}

    private static List<String> stateWords() {
        List<String> words = new ArrayList<>(List.of(LIVE, ENDED));
        for (JobPhase phase : JobPhase.values()) {
            words.add(phase.text());
        }
        return words;
    }

    /** Which jobs {@code call} asks for, of those that its caller may see. */
    static Predicate<JobEntry> of(Call call) {
        Set<JobPhase> phases = phases(call.words(STATE.name()));
        Wildcard name = new Wildcard(call.text(NAME.name()));
        String queue = call.text(QUEUE.name());
        Set<String> users = Set.copyOf(call.words(USER.name()));
        String array = call.text(ARRAY.name());
        long first = array.isEmpty() ? 0 : Long.parseLong(array);
        String since = call.text(SINCE.name());
        String until = call.text(UNTIL.name());
        long from = since.isEmpty() ? Long.MIN_VALUE : SINCE.nanos(since);
        long to = until.isEmpty() ? Long.MAX_VALUE : UNTIL.nanos(until);
        return job -> phases.contains(job.phase())
                && call.caller().owns(job.spec().queue())
                && (queue.isEmpty() || Caller.isBelow(job.spec().queue(), queue))
                && (first == 0 || job.spec().terms().array().id() == first)
                && (users.isEmpty() || users.contains(String.valueOf(job.user())))
                && (job.endedNanos() < 0 || job.endedNanos() >= from)
                && job.submittedNanos() <= to
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
}
