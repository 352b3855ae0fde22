package io.berth.live.driver;

import io.berth.core.cluster.Nodes;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.WorldKeys;
import io.berth.spec.input.InputException;
import io.berth.spec.job.JobGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Gathers the events of one instant and gives jobs their numbers. */
final class Intake {
    /** Submissions whose job numbers are remembered, for origins that did not hear the answer and ask again. */
    private static final int REMEMBERED = 65_536;

    private final State state;
    private final LiveJobs live;
    private Bounds bounds = Bounds.NONE;
    private final List<Event> events = new ArrayList<>();
    /** The last sequence of each origin within this instant. */
    private final TreeMap<String, Long> sequences = new TreeMap<>();

    private final NewKeys keys;

    private final Map<Key, Long> jobs = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    private long nextJob;

    private record Key(String origin, long sequence) {}

    /** @param live has counted the jobs of {@code state}, and hears of those that end */
    Intake(State state, LiveJobs live) {
        this.state = state;
        this.live = live;
        this.keys = new NewKeys(state);
    }

    /** Begins an instant, in which no more comes in than {@code most}. */
    void begin(Bounds most) {
        bounds = most;
        events.clear();
        sequences.clear();
        keys.clear();
        nextJob = state.nextJob();
    }

    /** What was gathered. */
    List<Event> events() {
        return events;
    }

    /**
     * Takes an event as it is; only jobs get a number of this state's, and what comes again is dropped: a submission, or a job of a key
     * of the world's that one that lives has, or one that came in this instant. The state would not take that up, so nothing would ever
     * end that was counted here. One that waits under its number and key, and was started by somebody else, is that one.
     */
    void take(Event event) {
        if (event instanceof Event.JobFound found) {
            boolean leaves = found.from() != Event.JobFound.NONE;
            if (waits(found)) {
                events.add(found);
            } else if (leaves || keys.take(found.spec().terms().keys())) {
                live.add(found.spec());
                events.add(found.numbered(nextJob++));
            }
        } else if (event instanceof Event.JobSubmitted submitted) {
            long last = last(submitted.origin());
            long sequence = submitted.sequence() == Submission.NEXT ? last + 1 : submitted.sequence();
            if (sequence > last && keys.take(submitted.spec().terms().keys())) {
                add(new Submission(submitted.spec(), submitted.origin(), sequence));
            }
        } else {
            events.add(event);
        }
    }

    private boolean waits(Event.JobFound found) {
        Job job = state.job(found.job());
        return job != null
                && job.queued()
                && job.spec().terms().keys().equals(found.spec().terms().keys())
                && !job.spec().terms().keys().equals(WorldKeys.NONE);
    }

    /**
     * Takes a submission.
     *
     * @throws RefusedException where submissions before it are missing: once accepted, those would look like repetitions; and
     *     where it comes after a job that does not exist, or that did not end as it must, or asks for a GPU model that no node has;
     *     {@link OverBoundsException} where it is too much
     */
    Acceptance take(Submission submission) {
        return take(new Batch(JobGraph.of(submission.spec()), submission.origin(), submission.sequence()));
    }

    /** Takes several, or none of them where one is refused as {@link #take(Submission)} says. */
    Acceptance take(Batch batch) {
        String origin = batch.origin();
        long last = last(origin);
        if (batch.sequence() != Submission.NEXT && batch.sequence() <= last) {
            @Nullable Long job = jobs.get(new Key(origin, batch.sequence()));
            return new Acceptance(job == null ? Acceptance.FORGOTTEN : job, batch.sequence(), true);
        }
        if (batch.sequence() > last + 1) {
            throw new RefusedException(
                    "submission " + batch.sequence() + " of origin \"" + origin + "\" comes before submission "
                            + (last + 1) + "; send that first",
                    true);
        }
        Sender sender = batch.sender();
        live.check(bounds.check(batch.jobs(), sender.bounded()), sender, bounds.live());
        List<JobGraph.Member> members = batch.jobs().jobs();
        members.forEach(member -> check(member.spec(), batch.sender().visible()));
        long first = nextJob;
        long[] firsts = new long[members.size()];
        for (int i = 0; i < members.size(); i++) {
            firsts[i] = nextJob;
            add(new Submission(linked(members.get(i), members, firsts), origin, last + 1 + i));
        }
        return new Acceptance(first, last + 1, false);
    }

    /** The job with the numbers of those of its batch that it comes after; {@code firsts} has the first of each before it. */
    private static JobSpec linked(JobGraph.Member member, List<JobGraph.Member> batch, long[] firsts) {
        if (member.links().isEmpty()) {
            return member.spec();
        }
        List<After> after = new ArrayList<>(member.spec().terms().after());
        for (JobGraph.Link link : member.links()) {
            for (int i = 0; i < batch.get(link.job()).count(); i++) {
                after.add(new After(firsts[link.job()] + i, link.when()));
            }
        }
        return member.spec().withTerms(member.spec().terms().withAfter(after));
    }

    /** Remembers the jobs of submissions that were accepted before a restart. */
    void remember(Event event) {
        if (event instanceof Event.JobSubmitted submitted) {
            // Of an array, the first.
            jobs.putIfAbsent(new Key(submitted.origin(), submitted.sequence()), submitted.job());
        }
    }

    /** An array becomes its jobs, all of one submission. */
    private void add(Submission submission) {
        long first = nextJob;
        JobArray array = submission.spec().terms().array();
        sequences.put(submission.origin(), submission.sequence());
        jobs.put(new Key(submission.origin(), submission.sequence()), first);
        if (array.unplaced()) {
            for (int index = 0; index < array.count(); index++) {
                add(submission.spec().member(first, index), submission);
            }
        } else {
            add(submission.spec(), submission);
        }
    }

    private void add(JobSpec spec, Submission submission) {
        live.add(spec);
        events.add(new Event.JobSubmitted(nextJob++, spec, submission.origin(), submission.sequence()));
    }

    private void check(JobSpec spec, LongPredicate visible) {
        checkAfter(spec, visible);
        checkModels(spec);
    }

    /** The engine tells apart so many models in all, so none may come in that no node has; a job of it could never start. */
    private void checkModels(JobSpec spec) {
        spec.everyGroup().forEach(group -> checkModels(group.demand()));
    }

    private void checkModels(Demand demand) {
        if (demand.gpuModels().isEmpty()) {
            return;
        }
        TreeSet<String> known = new TreeSet<>();
        Nodes nodes = state.nodes();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.model(node) >= 0) {
                known.add(nodes.modelName(nodes.model(node)));
            }
        }
        for (String model : demand.gpuModels()) {
            if (!known.contains(model)) {
                throw new RefusedException(InputException.unknown("GPU model", model, known));
            }
        }
    }

    /**
     * What could never start is refused while somebody listens; so no job can wait for itself or for a later one. A job that the
     * sender may not know of is refused as one that there is not, so that the answer says nothing about it.
     */
    private void checkAfter(JobSpec spec, LongPredicate visible) {
        for (After after : spec.terms().after()) {
            long other = after.job();
            if (other >= nextJob || !visible.test(other)) {
                throw new RefusedException("there is no job " + other + " to wait for");
            }
            if (other >= state.nextJob() || state.job(other) != null) {
                continue;
            }
            if (!state.knowsEnd(other)) {
                throw new RefusedException(
                        "job " + other + " ended so long ago that nobody knows how; leave it out of \"after\"");
            }
            if (!after.when().met(state.finished(other))) {
                String how = state.finished(other) ? "finished well" : "did not finish well";
                throw new RefusedException("job " + other + " " + how + ", so what comes after it \""
                        + after.when().name().toLowerCase(Locale.ROOT) + "\" could never start");
            }
        }
    }

    private long last(String origin) {
        return sequences.getOrDefault(origin, state.lastSequence(origin));
    }
}
