package io.berth.kube.dump;

import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.kube.convention.GangName;
import io.berth.kube.diff.Account;
import io.berth.kube.dump.History.Moment;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.record.FactJournal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** Writes a dump as the journal that a recorder would have written who listened all the time. */
final class DumpJournal {
    private final Mirror mirror = new Mirror(_ -> true);
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, DumpedPod> pods = new HashMap<>();
    private final FactJournal journal;
    private final Account account;
    private final RunTimes runTimes;
    private final long lastSeconds;

    DumpJournal(DumpedCluster cluster, FactJournal journal, Predicate<Pod> waits, RunTimes runTimes, DumpNotes notes) {
        this.journal = journal;
        this.runTimes = runTimes;
        this.account = new Account(mirror, waits, notes::count);
        cluster.queues().tell(mirror.queues());
        cluster.groups().forEach(group -> mirror.groupSink().put(group));
        cluster.nodes().forEach(node -> nodes.put(node.meta().name(), node));
        cluster.pods().forEach(pod -> pods.put(pod.uid(), pod));
        this.lastSeconds = cluster.pods().stream()
                .mapToLong(pod -> pod.life().last())
                .max()
                .orElse(0);
    }

    /** The pods that started together. */
    List<List<DumpedPod>> gangs() {
        return new GangRuns(mirror, pod -> account.isNew(pod.waiting(), journal.state()))
                .of(List.copyOf(pods.values()));
    }

    void write(List<Moment> moments) {
        for (int i = 0; i < moments.size(); i++) {
            Moment moment = moments.get(i);
            switch (moment.kind()) {
                case JOINS -> i = joins(moments, i);
                case GONE -> gone(moment);
                case MADE -> made(moment);
                case BOUND -> bound(moment);
            }
            mirror.take();
        }
    }

    /** Those that join at one moment are one frame; the last of them. */
    private int joins(List<Moment> moments, int first) {
        int last = first;
        while (last + 1 < moments.size()
                && moments.get(last + 1).kind() == History.Kind.JOINS
                && moments.get(last + 1).atNanos() == moments.get(first).atNanos()) {
            last++;
        }
        List<String> names =
                moments.subList(first, last + 1).stream().map(Moment::name).toList();
        names.forEach(name -> mirror.nodeSink().put(Objects.requireNonNull(nodes.get(name))));
        write(moments.get(first).atNanos(), account.nodes(names, journal.state()));
        return last;
    }

    private void made(Moment moment) {
        List<Pod> made = moment.pods().stream().map(DumpedPod::waiting).toList();
        made.forEach(pod -> mirror.podSink().put(pod));
        GangName gang = GangName.of(made.getFirst());
        write(
                moment.atNanos(),
                made.size() == 1 || gang == null
                        ? account.created(made.getFirst().meta().uid(), journal.state())
                        : account.created(gang, made, journal.state()));
    }

    private void bound(Moment moment) {
        moment.pods().forEach(pod -> mirror.podSink().put(pod.running()));
        String uid = moment.pods().getFirst().uid();
        write(
                moment.atNanos(),
                moment.pods().size() == 1 ? account.pod(uid, journal.state()) : account.started(uid, journal.state()));
    }

    private void gone(Moment moment) {
        DumpedPod gone = moment.pods().getFirst();
        if (gone.pod().over()) {
            mirror.podSink().put(gone.pod());
        } else {
            mirror.podSink().remove(gone.running());
        }
        write(moment.atNanos(), account.pod(gone.uid(), journal.state()));
        mirror.podSink().remove(gone.pod());
    }

    private void write(long atNanos, Account.Step step) {
        List<Event> events = step.events().stream().map(this::known).toList();
        journal.write(atNanos, new Account.Step(events, step.again()));
    }

    /** With what no reader of pods knows. */
    private Event known(Event event) {
        return switch (event) {
            case Event.JobSubmitted made ->
                new Event.JobSubmitted(made.job(), known(made.spec()), made.origin(), made.sequence());
            case Event.JobFound found
            when journal.state().job(found.job()) != null ->
                new Event.JobFound(
                        found.job(),
                        found.spec(),
                        found.placements().stream()
                                .map(place -> shared(found.spec(), place))
                                .toList());
            case Event.JobFound found -> new Event.JobFound(found.job(), known(found.spec()), found.placements());
            default -> event;
        };
    }

    private JobSpec known(JobSpec spec) {
        long work = 0;
        JobSpec known = spec;
        for (String uid : spec.terms().keys().tasks()) {
            DumpedPod pod = Objects.requireNonNull(pods.get(uid));
            work = Math.max(work, workNanos(pod));
            DeviceDemand devices = pod.wish().devices();
            if (devices != null) {
                known = known.withEach(group -> group.withDemand(group.demand().withDevices(devices)));
            }
            if (!pod.wish().queue().isEmpty()) {
                known = known.withQueue(pod.wish().queue());
            }
        }
        return known.withWork(work);
    }

    /** How long it runs, or ran: one that runs still, at least as long as it has. */
    private long workNanos(DumpedPod pod) {
        DumpedPod.Life life = pod.life();
        if (life.bound() > 0 && life.ended() > 0) {
            return Math.max(1, life.ranSeconds() * Nanos.SECOND);
        }
        long has = life.bound() == 0 ? 0 : (lastSeconds - life.bound()) * Nanos.SECOND;
        return Math.max(runTimes.of(pod).nanos(), has);
    }

    /** A share is of the device with least left on which there is room for it. */
    private Placement shared(JobSpec spec, Placement place) {
        if (!(spec.demand().devices() instanceof DeviceDemand.Share share)) {
            return place;
        }
        State state = journal.state();
        Nodes table = state.nodes();
        int node = place.node();
        int best = -1;
        for (int device = 0; device < table.gpus(node); device++) {
            boolean fits = table.gpuFreeMilli(node, device) >= Math.max(1, share.milli())
                    && table.gpuFreeMemoryBytes(node, device) >= share.memoryBytes();
            if (fits && (best < 0 || table.gpuFreeMilli(node, device) < table.gpuFreeMilli(node, best))) {
                best = device;
            }
        }
        return best < 0 ? place : new Placement(node, Grant.device(best));
    }
}
