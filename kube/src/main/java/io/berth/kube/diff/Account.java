package io.berth.kube.diff;

import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Toleration;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.PodJob;
import io.berth.kube.mirror.Company;
import io.berth.kube.mirror.Listing;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.object.Meta;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a mirror says of one object, as the next event of a state that no engine decides of. A pod that waited and is bound was started by
 * somebody else. One that is found bound, of which nobody knows why it is there, is a job that can be on that node alone.
 */
public final class Account {
    private static final Changes NOTHING = new Changes(List.of(), List.of());

    private final Mirror mirror;
    private final Predicate<Pod> waits;
    private final Consumer<String> notes;

    /**
     * What an object comes to.
     *
     * @param events as the state takes them
     * @param again what is to be looked at when they were applied
     */
    public record Step(List<Event> events, Changes again) {}

    /**
     * @param waits true for the pods whose waits and starts are told; others count where they run
     * @param notes hear what cannot be taken up
     */
    public Account(Mirror mirror, Predicate<Pod> waits, Consumer<String> notes) {
        this.mirror = mirror;
        this.waits = pod -> waits.test(pod)
                && !ofNode(pod)
                && pod.spec().where().unknown().isEmpty()
                && (mirror.claims().weighsDevices()
                        || pod.spec().needs().claims().isEmpty());
        this.notes = notes;
    }

    /** True for a static pod, which the kubelet of its node made for itself: it never waited for a scheduler. */
    private static boolean ofNode(Pod pod) {
        Meta.Owner owner = pod.meta().owner();
        return owner != null && owner.kind().equals("Node");
    }

    /** Tells {@code state} of all that {@code listing} has: when pods came to wait, or to their nodes. */
    public static void tell(Listing listing, State state, Predicate<Pod> waits, Consumer<String> notes) {
        Account account = new Account(listing.mirror(), waits, notes);
        List<Pod> pods = listing.pods().stream()
                .sorted(Comparator.comparingLong(PodJob::sinceSeconds))
                .toList();
        long first = pods.isEmpty() ? 0 : PodJob.sinceSeconds(pods.getFirst()) * Nanos.SECOND;
        List<String> nodes =
                listing.nodes().stream().map(node -> node.meta().name()).toList();
        apply(first, account.nodes(nodes, state), state);
        pods.forEach(pod -> apply(
                PodJob.sinceSeconds(pod) * Nanos.SECOND, account.pod(pod.meta().uid(), state), state));
    }

    private static void apply(long atNanos, Step step, State state) {
        step.events().forEach(event -> state.apply(atNanos, event));
    }

    /** What follows for the nodes of {@code names}. */
    public Step nodes(List<String> names, State state) {
        Look look = look(state);
        names.forEach(look::node);
        List<String> pods = new ArrayList<>(look.again().pods());
        pods.addAll(look.podsOfJoining());
        return new Step(look.events(), new Changes(List.of(), pods));
    }

    /** That the pod of {@code uid} was made, though it may be bound already. */
    public Step created(String uid, State state) {
        Pod pod = mirror.pod(uid);
        if (pod == null || !isNew(pod, state)) {
            return new Step(List.of(), NOTHING);
        }
        Event.JobSubmitted made = new Event.JobSubmitted(
                state.nextJob(), new Asked(mirror, state, new Refusals()).of(pod, Company.NONE), Look.ORIGIN, -1);
        return new Step(List.of(numbered(made, state)), NOTHING);
    }

    /**
     * That {@code pods} were made, which start together as one job; nothing where they ask for too many different things.
     *
     * @param pods all of them new
     */
    public Step created(GangName gang, List<Pod> pods, State state) {
        Asked asked = new Asked(mirror, state, new Refusals());
        Company company = Company.of(pods);
        List<Event> made = PodJob.gang(gang, pods, pod -> asked.of(pod, company))
                .map(spec -> numbered(new Event.JobSubmitted(state.nextJob(), spec, Look.ORIGIN, -1), state))
                .stream()
                .toList();
        return new Step(made, NOTHING);
    }

    /** That all pods of the job of which the pod of {@code uid} is are bound, each where the mirror has it. */
    public Step started(String uid, State state) {
        TaskOfJob known = state.taskByKey(uid);
        if (known == null || !known.job().queued()) {
            return new Step(List.of(), NOTHING);
        }
        Look look = look(state);
        JobSpec spec = known.job().spec();
        List<String> uids = spec.terms().keys().tasks();
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < uids.size(); task++) {
            Pod pod = mirror.pod(uids.get(task));
            int node = pod == null ? -1 : state.nodeNumber(pod.spec().node());
            if (node < 0) {
                return new Step(List.of(), NOTHING);
            }
            placements.add(new Placement(node, look.grant(node, PodJob.alone(spec, task), pod)));
        }
        return after(new Event.JobFound(known.job().id(), spec, placements), look);
    }

    /** What follows for the pod of {@code uid}. */
    public Step pod(String uid, State state) {
        Look look = look(state);
        Pod pod = mirror.pod(uid);
        TaskOfJob known = state.taskByKey(uid);
        if (pod != null && known != null && pod.bound() && !pod.over()) {
            Event started =
                    started(known.job(), pod, state.nodeNumber(pod.spec().node()), look);
            if (started != null) {
                return after(started, look);
            }
        }
        look.pod(uid);
        look.claims();
        return new Step(
                look.events().stream().map(event -> numbered(event, state)).toList(), look.again());
    }

    /** {@code started}, and what follows for the nodes to which pods come. */
    private static Step after(Event started, Look look) {
        look.claims();
        List<Event> events = new ArrayList<>(List.of(started));
        events.addAll(look.events());
        return new Step(events, look.again());
    }

    /** True where nobody told {@code state} that {@code pod} was made, which waited or waits, and asks for what is weighed. */
    public boolean isNew(Pod pod, State state) {
        return !pod.over()
                && !pod.meta().deleting()
                && !pod.spec().gated()
                && pod.spec().where().unknown().isEmpty()
                && waits.test(pod)
                && state.taskByKey(pod.meta().uid()) == null;
    }

    /** That the pod of {@code uid}, which waits, is about to be bound to node number {@code node}, and holds its room from now on. */
    public Step taken(String uid, int node, State state) {
        TaskOfJob known = state.taskByKey(uid);
        Look look = look(state);
        Event taken = known == null ? null : started(known.job(), mirror.pod(uid), node, look);
        if (known == null || taken == null) {
            return new Step(List.of(), NOTHING);
        }
        look.takes(node, known.job().spec());
        return after(taken, look);
    }

    /** Null where it did not wait, or its node is not known. */
    private static @Nullable Event started(Job job, @Nullable Pod pod, int node, Look look) {
        if (!job.queued() || job.spec().tasks() != 1 || node < 0) {
            return null;
        }
        Placement placement = new Placement(node, look.grant(node, job.spec(), pod));
        return new Event.JobFound(job.id(), job.spec(), List.of(placement));
    }

    private Look look(State state) {
        return new Look(mirror, waits, state, notes);
    }

    /** With the numbers that an engine's driver would have given. */
    private static Event numbered(Event event, State state) {
        return switch (event) {
            case Event.JobSubmitted made ->
                new Event.JobSubmitted(
                        state.nextJob(), made.spec(), made.origin(), state.lastSequence(made.origin()) + 1);
            case Event.JobFound found -> {
                String node = state.nodes().name(found.placements().getFirst().node());
                JobSpec there = found.spec().withEach(group -> group.withDemand(on(node, group.demand())));
                yield new Event.JobFound(
                        state.nextJob(), there, found.placements(), Event.JobFound.NONE, found.sinceNanos());
            }
            default -> event;
        };
    }

    /** On no other node; who may come to it, its rules say as ever. */
    private static Demand on(String node, Demand demand) {
        NodeSelectorTerm here =
                new NodeSelectorTerm(List.of(new Requirement(NodeAffinity.NAME, Operator.IN, List.of(node))));
        return new Demand(
                demand.amounts(),
                demand.devices(),
                new NodeTerms(List.of(), List.of(new Toleration("", Toleration.ANY)), List.of(here)),
                demand.peers());
    }
}
