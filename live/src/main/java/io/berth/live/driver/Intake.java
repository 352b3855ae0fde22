package io.berth.live.driver;

import io.berth.core.engine.State;
import io.berth.core.event.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Gathers the events of one instant and gives jobs their numbers. */
final class Intake {
    /** Submissions whose job numbers are remembered, for origins that did not hear the answer and ask again. */
    private static final int REMEMBERED = 65_536;

    private final State state;
    private final List<Event> events = new ArrayList<>();
    /** The last sequence of each origin within this instant. */
    private final TreeMap<String, Long> sequences = new TreeMap<>();

    private final Map<Key, Long> jobs = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    private long nextJob;

    private record Key(String origin, long sequence) {}

    Intake(State state) {
        this.state = state;
    }

    /** Begins an instant. */
    void begin() {
        events.clear();
        sequences.clear();
        nextJob = state.nextJob();
    }

    /** What was gathered. */
    List<Event> events() {
        return events;
    }

    /** Takes an event as it is; only jobs get a number of this state's, and a repeated submission is dropped. */
    void take(Event event) {
        if (event instanceof Event.JobSubmitted submitted) {
            long last = last(submitted.origin());
            long sequence = submitted.sequence() == Submission.NEXT ? last + 1 : submitted.sequence();
            if (sequence > last) {
                add(new Submission(submitted.spec(), submitted.origin(), sequence));
            }
        } else {
            events.add(event);
        }
    }

    /**
     * Takes a submission.
     *
     * @throws RefusedException where submissions before it are missing: once accepted, those would look like repetitions
     */
    Acceptance take(Submission submission) {
        String origin = submission.origin();
        long last = last(origin);
        if (submission.sequence() == Submission.NEXT) {
            return add(new Submission(submission.spec(), origin, last + 1));
        }
        if (submission.sequence() <= last) {
            @Nullable Long job = jobs.get(new Key(origin, submission.sequence()));
            return new Acceptance(job == null ? Acceptance.FORGOTTEN : job, submission.sequence(), true);
        }
        if (submission.sequence() > last + 1) {
            throw new RefusedException("submission " + submission.sequence() + " of origin \"" + origin
                    + "\" comes before submission " + (last + 1) + "; send that first");
        }
        return add(submission);
    }

    /** Remembers the jobs of submissions that were accepted before a restart. */
    void remember(Event event) {
        if (event instanceof Event.JobSubmitted submitted) {
            jobs.put(new Key(submitted.origin(), submitted.sequence()), submitted.job());
        }
    }

    private Acceptance add(Submission submission) {
        long job = nextJob++;
        sequences.put(submission.origin(), submission.sequence());
        jobs.put(new Key(submission.origin(), submission.sequence()), job);
        events.add(new Event.JobSubmitted(job, submission.spec(), submission.origin(), submission.sequence()));
        return new Acceptance(job, submission.sequence(), false);
    }

    private long last(String origin) {
        return sequences.getOrDefault(origin, state.lastSequence(origin));
    }
}
