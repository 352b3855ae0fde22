package io.berth.console.comparison;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.After;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Happening;
import io.berth.sim.workload.Happenings;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last part of a journal, gone through job by job, as a workload, with what people and the world did meanwhile. Jobs that lived when it began are submitted with its begin,
 * those that ran first, with what was left of their work. Jobs that ended in it take what they took. A job that runs at its end
 * takes its estimate, or what it took so far where that is more or there is none; one that never ran takes its estimate, or where
 * there is none the median of those that ended.
 */
final class RecordedSpan implements Observer {
    private final long fromNanos;
    private final TreeMap<Long, Seen> before = new TreeMap<>();
    private final TreeMap<Long, JobEnd> ended = new TreeMap<>();
    /** Of jobs with phases: how long those ran that ended in the span. */
    private final TreeMap<Long, List<Long>> passed = new TreeMap<>();
    /** How long jobs had run in all when a phase of theirs ended last, or the span began. */
    private final TreeMap<Long, Long> ranInAll = new TreeMap<>();

    private final Map<Demand, Demand> demands = new HashMap<>();
    private final RunMetrics metrics;
    private final Happenings happenings = new Happenings();
    private final int nodesBefore;

    /**
     * What a job was when the span began.
     *
     * @param ranNanos how long it had run; of one with phases, in the present one
     * @param phase the place of that
     */
    private record Seen(boolean ran, long ranNanos, int phase) {}

    /**
     * What its jobs turned out to be.
     *
     * @param jobs in the workload
     * @param ended of them, whose run times are known
     * @param running at the end
     * @param waiting at the end, or cancelled before they ran
     */
    record Counts(int jobs, int ended, int running, int waiting) {}

    /** A span as a workload. */
    record Recorded(ListedWorkload workload, List<NodeSpec> nodes, Counts counts) {}

    /** Begins with {@code state} at {@code fromNanos}, UTC nanoseconds. */
    RecordedSpan(State state, long fromNanos) {
        this.fromNanos = fromNanos;
        metrics = new RunMetrics(state, new Window(fromNanos + 1, Nanos.NEVER));
        nodesBefore = state.nodes().count();
        for (int node = 0; node < nodesBefore; node++) {
            stands(node, state);
        }
        for (Job job : state.jobs()) {
            boolean phased = job.spec().phases().any();
            long ran = phased ? job.doneNanos(fromNanos) : job.ranNanos(fromNanos);
            before.put(
                    job.id(),
                    new Seen(job.startNanos() >= 0, ran, job.spec().phases().at()));
            ranInAll.put(job.id(), job.ranNanos(fromNanos));
            if (job.onHold()) {
                happenings.hear(fromNanos, new Event.JobHeld(job.id(), true));
            }
        }
    }

    /** How a node is when the span begins: every run begins with it there, empty and its own. */
    private void stands(int node, State state) {
        NodeTable nodes = state.nodeTable();
        if (!nodes.present(node)) {
            happenings.hear(fromNanos, new Event.NodeLost(node));
            return;
        }
        if (nodes.draining(node)) {
            happenings.hear(fromNanos, new Event.NodeDrained(node, true));
        }
        if (nodes.othersCpuMilli(node) > 0 || nodes.othersMemoryBytes(node) > 0) {
            happenings.hear(
                    fromNanos,
                    new Event.UsageObserved(node, nodes.othersCpuMilli(node), nodes.othersMemoryBytes(node)));
        }
    }

    /** When it begins, UTC nanoseconds. */
    long fromNanos() {
        return fromNanos;
    }

    @Override
    public void ended(JobEnd end) {
        ended.put(end.job().id(), end);
        metrics.ended(end);
    }

    @Override
    public void updated(Job job, JobSpec was) {
        if (was.phases().at() < job.spec().phases().at()) {
            long ran = job.ranNanos(fromNanos);
            passed(job).add(ran - ranInAll.getOrDefault(job.id(), 0L));
            ranInAll.put(job.id(), ran);
        }
    }

    /** How long each of the phases of {@code job} ran in the span that ended in it. */
    private List<Long> passed(Job job) {
        return passed.computeIfAbsent(job.id(), _ -> new ArrayList<>());
    }

    /** The frame after those that were heard of was applied to {@code state}. */
    @Override
    public void instant(Frame frame, State state) {
        frame.events().forEach(event -> happenings.hear(frame.atNanos(), event));
        metrics.instant(frame, state);
    }

    /** How it really was, for jobs that were submitted in it. */
    RunMetrics measured() {
        return metrics;
    }

    /** The jobs that ended in it or live in {@code state}, the one at its end. */
    Recorded recorded(State state) {
        long to = state.nowNanos();
        TreeMap<Long, Job> all = new TreeMap<>();
        ended.forEach((id, end) -> all.put(id, end.job()));
        state.jobs().forEach(job -> all.put(job.id(), job));
        List<Job> jobs = new ArrayList<>(all.values());
        jobs.sort((a, b) -> Integer.compare(rank(a), rank(b)));
        Map<Long, Long> numbers = new HashMap<>();
        for (Job job : jobs) {
            numbers.put(job.id(), numbers.size() + 1L);
        }
        long median = medianNanos();
        int running = 0;
        int known = 0;
        List<Arrival> arrivals = new ArrayList<>();
        for (Job job : jobs) {
            boolean ran = job.startNanos() >= 0 || job.ranNanos(to) > 0;
            boolean over = ended.containsKey(job.id());
            known += ran && over ? 1 : 0;
            running += ran && !over ? 1 : 0;
            long work = workNanos(job, to, median);
            Arrival arrival = arrival(job, work, numbers);
            arrivals.add(job.spec().phases().any() ? inPhases(job, arrival, work, median) : arrival);
        }
        Counts counts = new Counts(jobs.size(), known, running, jobs.size() - known - running);
        List<Happening> meanwhile = new ArrayList<>();
        for (int node = nodesBefore; node < state.nodes().count(); node++) {
            meanwhile.add(new Happening(fromNanos, new Event.NodeLost(node)));
        }
        meanwhile.addAll(happenings.of(job -> numbers.getOrDefault(job, 0L)));
        return new Recorded(ListedWorkload.of(arrivals).with(meanwhile), nodes(state), counts);
    }

    /** Those that ran when it began go first, then those that waited, then by submission; the sort keeps equal ones by number. */
    private int rank(Job job) {
        Seen seen = before.get(job.id());
        return seen == null ? 2 : seen.ran ? 0 : 1;
    }

    private long ranBefore(Job job) {
        Seen seen = before.get(job.id());
        return seen == null ? 0 : seen.ranNanos;
    }

    private long medianNanos() {
        long[] runs = ended.values().stream()
                .filter(end -> end.job().startNanos() >= 0)
                .mapToLong(end -> end.job().ranNanos(end.atNanos()))
                .toArray();
        Arrays.sort(runs);
        return runs.length == 0 ? Nanos.MINUTE : runs[runs.length / 2];
    }

    /** How long a job runs from the span's begin on. */
    private long workNanos(Job job, long to, long median) {
        JobEnd end = ended.get(job.id());
        long at = end == null ? to : end.atNanos();
        // Elsewhere it may be faster or slower than where it ran.
        boolean asItWas =
                job.spec().profile().isNothing() && !job.spec().phases().any();
        long ran = asItWas ? job.ranNanos(at) : job.doneNanos(at);
        long estimate = job.spec().estimateNanos();
        long whole = ran;
        if (ran == 0 && job.startNanos() < 0) {
            whole = estimate == Nanos.NEVER ? median : estimate;
        } else if (end != null && end.outcome() == JobOutcome.CANCELLED) {
            // It was not over; that it is cancelled happens again.
            whole = estimate == Nanos.NEVER ? Nanos.NEVER : Math.max(ran, estimate);
        } else if (end == null && estimate != Nanos.NEVER) {
            whole = Math.max(ran, estimate);
        }
        return whole == Nanos.NEVER ? whole : Math.max(1, whole - (passed(job).isEmpty() ? ranBefore(job) : 0));
    }

    private Arrival arrival(Job job, long work, Map<Long, Long> numbers) {
        JobSpec spec = job.spec();
        long submit = Math.max(fromNanos, job.submitNanos());
        long waited = submit - job.submitNanos();
        long patience = spec.patienceNanos();
        boolean ran = ranBefore(job) > 0;
        long left = ran || patience == Nanos.NEVER ? Nanos.NEVER : Math.max(0, patience - waited);
        long estimate = spec.estimateNanos();
        long expected = estimate == Nanos.NEVER ? estimate : Math.max(Nanos.SECOND, estimate - ranBefore(job));
        List<After> after = new ArrayList<>();
        for (After one : spec.terms().after()) {
            Long number = numbers.get(one.job());
            if (number != null) {
                after.add(new After(number, one.when()));
            }
        }
        List<TaskGroup> groups = spec.groups().stream()
                .map(group -> group.withDemand(demands.computeIfAbsent(group.demand(), it -> it)))
                .toList();
        return new Arrival(
                submit,
                new JobSpec(
                        spec.name(),
                        spec.queue(),
                        spec.kind(),
                        spec.priority(),
                        groups,
                        new Timing(expected, work, left, spec.deadlineNanos(), spec.profile()),
                        spec.terms().withAfter(after).ending()));
    }

    /** The same with the phases that were still to come when the span began, or the job came: as long as they ran, or will. */
    private Arrival inPhases(Job job, Arrival arrival, long work, long median) {
        Phases known = job.spec().phases();
        Seen seen = before.get(job.id());
        int first = seen == null ? 0 : seen.phase;
        List<Phase> all = new ArrayList<>(known.all());
        for (int phase = first; phase < all.size(); phase++) {
            int past = phase - first;
            long estimate = all.get(phase).estimateNanos();
            long later = estimate == Nanos.NEVER ? median : estimate;
            long ran = past < passed(job).size() ? passed(job).get(past) : phase == known.at() ? work : later;
            all.set(phase, all.get(phase).withWork(ran));
        }
        return new Arrival(arrival.atNanos(), arrival.spec().withPhases(new Phases(all, first)));
    }

    /** All nodes there ever were, by number, each as it was declared last. */
    private static List<NodeSpec> nodes(State state) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < state.nodes().count(); node++) {
            nodes.add(state.nodeTable().spec(node));
        }
        return nodes;
    }
}
