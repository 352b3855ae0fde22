package io.berth.kube.diff;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.state.part.JobState;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.PodJob;
import io.berth.kube.convention.PodPeers;
import io.berth.kube.mirror.Company;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One comparison of a mirror with a state, at one instant. */
final class Look {
    /** Of a task whose pod did not say how it ended, or was deleted. */
    private static final int FAILED = 1;

    /** Who submits: pods are told apart by the keys of their tasks. */
    static final String ORIGIN = "kubernetes";

    private final Mirror mirror;
    private final Predicate<Pod> waits;
    private final State state;
    private final Consumer<String> notes;
    private final List<Event> events = new ArrayList<>();
    private final List<String> podsAgain = new ArrayList<>();
    private final List<String> nodesAgain = new ArrayList<>();
    /** Pods that are on nodes that join at this instant. */
    private final List<String> podsOfJoining = new ArrayList<>();

    private final NodesAfter nodes;
    private final ClaimedRoom claims;
    private final Asked asked;

    /** Null where each pod is by itself. */
    private final @Nullable Gangs gangs;

    /** Those who start together, by job. */
    private final Map<Long, Company> companies = new HashMap<>();

    private final Refusals refusals;
    private final Rebinding rebinding;
    private final Parting parting;

    /** @param waits true for those pods that wait here while they are not bound; each by itself, as nobody decides that some start together */
    Look(Mirror mirror, Predicate<Pod> waits, State state, Consumer<String> notes) {
        this.mirror = mirror;
        this.waits = waits;
        this.state = state;
        this.notes = notes;
        this.nodes = new NodesAfter(state);
        this.claims = new ClaimedRoom(mirror, state, nodes);
        this.refusals = new Refusals();
        this.rebinding = new Rebinding(mirror, state, refusals, pod -> mayWait(pod, Company.GANG));
        this.parting = new Parting(mirror, state);
        this.asked = new Asked(mirror, state, refusals);
        this.gangs = null;
    }

    /**
     * One of a state that decides, so that pods start together.
     *
     * @param refusals of pods that could not be bound where the state has them
     */
    Look(Mirror mirror, String scheduler, State state, Consumer<String> notes, Refusals refusals) {
        this.mirror = mirror;
        this.waits = pod -> pod.spec().scheduler().equals(scheduler);
        this.state = state;
        this.notes = notes;
        this.nodes = new NodesAfter(state);
        this.claims = new ClaimedRoom(mirror, state, nodes);
        this.refusals = refusals;
        this.rebinding = new Rebinding(mirror, state, refusals, pod -> mayWait(pod, Company.GANG));
        this.parting = new Parting(mirror, state);
        this.asked = new Asked(mirror, state, refusals);
        this.gangs = new Gangs(mirror, pod -> mayWait(pod, Company.GANG), state, asked);
    }

    /** What follows for the gangs of the pods that were looked at, when all of them were. */
    void gangs() {
        if (gangs != null) {
            gangs.look(events, podsAgain);
        }
    }

    /** What follows for images that {@code changed}, and for those that the pods ask for that were looked at. */
    void images(List<String> changed) {
        TreeSet<String> names = new TreeSet<>(asked.images());
        names.addAll(changed);
        events.addAll(ImageLook.of(names, mirror.images(), nodes, state));
    }

    /** What follows for data sets from the nodes that {@code changed}. */
    void data(List<String> changed) {
        events.addAll(DataLook.of(mirror, changed, nodes, state));
    }

    List<Event> events() {
        return events;
    }

    Changes again() {
        return new Changes(nodesAgain, podsAgain);
    }

    /** Pods to look at with the nodes that join: a pass that came before them would give their room to others. */
    List<String> podsOfJoining() {
        return podsOfJoining;
    }

    void node(String name) {
        Node node = mirror.node(name);
        int number = state.nodeNumber(name);
        if (node == null) {
            if (number >= 0) {
                gone(name, number);
            }
            return;
        }
        NodeSpec spec = claims.spec(node, number);
        if (number < 0) {
            events.add(new Event.NodeJoined(nodes.join(name, spec), spec));
            podsOfJoining.addAll(mirror.podsOf(name));
        } else if (!state.nodeTable().spec(number).equals(spec)) {
            events.add(new Event.NodeChanged(number, spec));
            nodes.change(number, spec);
        }
    }

    /** Says anew how many claims of devices nodes hold to which pods come, or that they leave: their devices may be taken, or not free yet. */
    void claims() {
        for (int number : claims.others()) {
            Node node = mirror.node(nodes.spec(number).name());
            NodeSpec spec = node == null ? null : claims.spec(node, number);
            if (spec != null && !nodes.spec(number).equals(spec)) {
                events.add(new Event.NodeChanged(number, spec));
            }
        }
    }

    /** What runs there goes with it; pods that started with others first leave those, who go on. */
    private void gone(String name, int number) {
        List<TaskOfJob> there = state.jobs().stream()
                .filter(job -> together(job) && !job.waiting())
                .flatMap(job -> IntStream.range(0, job.placedTasks())
                        .filter(task -> job.holds(task) && job.node(task) == number)
                        .mapToObj(task -> new TaskOfJob(job, task)))
                .toList();
        if (there.isEmpty()) {
            events.add(new Event.NodeForgotten(number));
            podsAgain.addAll(mirror.podsOf(name));
        } else {
            there.forEach(this::leaves);
            nodesAgain.add(name);
        }
    }

    void pod(String uid) {
        Pod pod = mirror.pod(uid);
        TaskOfJob known = state.taskByKey(uid);
        if (pod != null && gangs != null) {
            gangs.sees(pod);
        }
        if (pod == null || pod.over() || pod.bound()) {
            refusals.forget(uid);
        }
        if (known == null) {
            if (pod != null && !pod.over()) {
                enter(pod);
            }
        } else if (pod == null || pod.over()) {
            leave(uid, known, pod);
        } else if (pod.bound()) {
            bound(pod, known);
        } else {
            unbound(pod, known);
        }
    }

    /** A pod that the state does not know. One on a node that is not there comes up again when the node joins. */
    private void enter(Pod pod) {
        if (pod.bound()) {
            int node = nodes.number(pod.spec().node());
            if (node >= 0) {
                JobSpec spec = asked.bound(pod, claims.needs(pod, Map.of(), node));
                List<Placement> there = List.of(new Placement(node, grant(node, spec, pod)));
                events.add(
                        new Event.JobFound(state.nextJob(), spec, there, Event.JobFound.NONE, PodJob.sinceNanos(pod)));
            }
        } else if (mayWait(pod, Company.NONE) && (gangs == null || GangName.of(pod) == null)) {
            String wrong = mirror.data().wrong(pod);
            if (!wrong.isEmpty()) {
                notes.accept(wrong);
            }
            events.add(new Event.JobSubmitted(state.nextJob(), asked.of(pod, Company.NONE), ORIGIN, -1));
        }
    }

    private boolean mayWait(Pod pod, Company company) {
        return waits.test(pod)
                && pod.spec().where().unknown().isEmpty()
                && !pod.spec().gated()
                && !pod.meta().deleting()
                && mirror.claims().needs(pod, company).waits().isEmpty()
                && mirror.queues().of(pod).why().isEmpty();
    }

    /** True for a job of several pods. */
    private static boolean together(Job job) {
        return job.mostTasks() > 1;
    }

    /** The pod is by itself from now on, so that what becomes of it does not become of those with which it started. */
    private void leaves(TaskOfJob known) {
        leaves(known, PodJob.alone(known.job().spec(), known.task()));
    }

    /** The same, as {@code alone}. */
    private void leaves(TaskOfJob known, JobSpec alone) {
        Job job = known.job();
        int task = known.task();
        Placement where = new Placement(job.node(task), job.grant(task));
        events.add(new Event.JobFound(state.nextJob(), alone, List.of(where), job.id()));
        podsAgain.addAll(alone.terms().keys().tasks());
    }

    /**
     * The same where there is somebody whom it leaves, and nobody stops them all; else false. Where nobody decides, nobody would stop the
     * others either, and the job is told of as what it was.
     */
    private boolean leftOthers(TaskOfJob known) {
        boolean leaves = gangs != null && together(known.job()) && known.job().stopping() == null;
        if (leaves) {
            leaves(known);
        }
        return leaves;
    }

    /** The job waits no more; the pods of it that still wait are looked at again. */
    private void cancel(Job job) {
        events.add(new Event.JobCancelled(job.id()));
        podsAgain.addAll(job.spec().terms().keys().tasks());
    }

    /** A pod holds nothing any more: it ended, or is gone. */
    private void leave(String uid, TaskOfJob known, @Nullable Pod pod) {
        Job job = known.job();
        if (job.waiting()) {
            cancel(job);
        } else if (job.holds(known.task())) {
            if (job.stopping() != null && mirror.claims().givesBack(uid)) {
                // Its devices are for whom it stops, and are free when its claims go: until then nobody else has to
                // stop for them.
                return;
            }
            int exitCode = pod != null && pod.succeeded() ? 0 : FAILED;
            if (exitCode != 0 && leftOthers(known)) {
                return;
            }
            claims.leaves(job, known.task());
            events.add(new Event.TaskEnded(job.id(), known.task(), job.decision(), exitCode));
            if (job.stopping() != null) {
                // It would wait for another start, and have others stopped for it: there is no pod to start.
                events.add(new Event.JobCancelled(job.id()));
            }
            podsAgain.add(uid);
        }
    }

    /** A pod that waits: what is asked of nodes may be otherwise, as tolerations are added and volumes come and go. */
    private void unbound(Pod pod, TaskOfJob known) {
        Job job = known.job();
        if (!job.waiting()) {
            refused(pod, known);
        } else if (!mayWait(pod, company(job)) || !asksAsBefore(pod, known)) {
            cancel(job);
        } else if (together(job) && !PodPeers.stillSaid(said(known), pod)) {
            cancel(job);
        } else {
            labels(pod, known);
            moves(pod, known);
        }
    }

    /** A pod that waits is in another queue from now on; of those that start together the first says in which. */
    private void moves(Pod pod, TaskOfJob known) {
        if (known.task() == 0 && !sameQueue(pod, known.job())) {
            JobChange change = new JobChange(mirror.queues().of(pod).queue(), null, null);
            events.add(new Event.JobUpdated(known.job().id(), change));
        }
    }

    private boolean sameQueue(Pod pod, Job job) {
        return mirror.queues().of(pod).queue().equals(job.queue());
    }

    private boolean asksAsBefore(Pod pod, TaskOfJob known) {
        Demand demand = known.job().spec().demand(known.task());
        return demand.equals(asked.as(pod, company(known.job()), demand).demand());
    }

    /** Those who start together as {@code job}. */
    private Company company(Job job) {
        return companies.computeIfAbsent(
                job.id(), _ -> Company.ofUids(job.spec().terms().keys().tasks()));
    }

    /** Of one that the server does not bind, the others of its gang that are bound must not be stopped. */
    private void refused(Pod pod, TaskOfJob known) {
        Job job = known.job();
        switch (rebinding.next(pod, known)) {
            case NOTHING -> {}
            case LATER -> {
                if (!leftOthers(known)) {
                    startsNot(job, known.task(), Again.LATER);
                }
            }
            case ALL_LATER -> {
                IntStream.range(0, job.placedTasks())
                        .filter(job::holds)
                        .forEach(task -> startsNot(job, task, Again.LATER));
                // Others that were to follow them must not start before them.
                rebinding.waiting(pod).forEach(this::cancel);
            }
            case AT_ONCE -> {
                Demand held = job.spec().demand(known.task());
                Demand elsewhere = asked.again(pod, held);
                if (together(job) || !elsewhere.equals(held)) {
                    leaves(
                            known,
                            PodJob.alone(job.spec(), known.task()).withEach(group -> group.withDemand(elsewhere)));
                } else {
                    startsNot(job, known.task(), Again.AT_ONCE);
                }
            }
        }
    }

    /**
     * Pods that pause before they are bound where they were refused, or elsewhere, look for a place again where some may be free now: those that
     * wait and are less urgent would have it.
     */
    void pausing() {
        if (events.stream().noneMatch(Look::frees)) {
            return;
        }
        for (String uid : refusals.pausing()) {
            Pod pod = mirror.pod(uid);
            TaskOfJob known = state.taskByKey(uid);
            if (pod != null && known != null && rebinding.movable(pod, known.job()) && refusals.goesOn(uid)) {
                startsNot(known.job(), known.task(), Again.AT_ONCE);
            }
        }
    }

    private static boolean frees(Event event) {
        return event instanceof Event.NodeJoined
                || event instanceof Event.NodeChanged
                || event instanceof Event.TaskEnded;
    }

    private void startsNot(Job job, int task, Again again) {
        String uid = job.spec().terms().keys().tasks().get(task);
        events.add(new Event.TaskStartFailed(job.id(), task, job.decision(), refusals.why(uid), again));
        if (again == Again.AT_ONCE) {
            refusals.again(uid);
        } else {
            refusals.forget(uid);
        }
        claims.leaves(job, task);
        podsAgain.add(uid);
    }

    private static List<Label> said(TaskOfJob known) {
        JobSpec spec = known.job().spec();
        return spec.groups().get(spec.groupOf(known.task())).labels();
    }

    /** What is said of a pod may be otherwise, as may whether it is to go: rules of others look at that. */
    private void labels(Pod pod, TaskOfJob known) {
        List<Label> labels = PodPeers.labels(pod);
        if (together(known.job())) {
            if (!known.job().waiting() && !PodPeers.stillSaid(said(known), pod)) {
                leftOthers(known);
            }
        } else if (!labels.equals(said(known))) {
            events.add(new Event.JobUpdated(known.job().id(), JobChange.ofLabels(labels)));
        }
    }

    /** A pod that is bound: here, or by somebody else. */
    private void bound(Pod pod, TaskOfJob known) {
        Job job = known.job();
        int task = known.task();
        if (job.waiting()) {
            waited(pod, known);
        } else if (job.holds(task)) {
            boolean here = state.nodes().name(job.node(task)).equals(pod.spec().node());
            JobState was = job.taskState(task);
            boolean starts = was == JobState.RESERVED || was == JobState.STARTING;
            if (here) {
                here(pod, known, starts);
            } else {
                elsewhere(pod, known, starts);
            }
        }
    }

    /** Where it was placed. */
    private void here(Pod pod, TaskOfJob known, boolean starts) {
        boolean parts = gangs != null && parting.wanted(pod, known.job());
        if (starts) {
            events.add(new Event.TaskStarted(
                    known.job().id(), known.task(), known.job().decision()));
        } else if (parts && Parting.run(known.job())) {
            leaves(known);
        } else {
            parts = false;
            if (!resized(pod, known)) {
                labels(pod, known);
            }
        }
        if (parts) {
            // The others wait for the last to start.
            podsAgain.addAll(known.job().spec().terms().keys().tasks());
        }
    }

    private void elsewhere(Pod pod, TaskOfJob known, boolean starts) {
        Job job = known.job();
        notes.accept("pod " + pod.meta().key().text() + " is on node "
                + pod.spec().node() + ", not on " + state.nodes().name(job.node(known.task()))
                + ": somebody else bound it");
        int node = nodes.number(pod.spec().node());
        if (gangs != null && job.stopping() == null && node >= 0) {
            // From the same instant on, before a pass gives others the room that it has there.
            JobSpec spec = asked.bound(pod, claims.needs(pod, Map.of(), node));
            claims.leaves(job, known.task());
            List<Placement> there = List.of(new Placement(node, grant(node, spec, pod)));
            events.add(new Event.JobFound(state.nextJob(), spec, there, job.id()));
            podsAgain.add(pod.meta().uid());
            return;
        }
        if (leftOthers(known)) {
            return;
        }
        claims.leaves(job, known.task());
        events.add(
                starts
                        ? new Event.TaskStartFailed(job.id(), known.task(), job.decision(), "bound elsewhere")
                        : new Event.TaskEnded(job.id(), known.task(), job.decision(), FAILED));
        podsAgain.add(pod.meta().uid());
    }

    /**
     * A pod that is resized where it runs is another job from this instant on, as it asks for something else, and so is one whose devices are
     * worth something else to others, or that is in another queue; false where it is not, or is to go. Where nobody decides, it is told of as what it was.
     */
    private boolean resized(Pod pod, TaskOfJob known) {
        Job job = known.job();
        int task = known.task();
        if (gangs == null
                || job.stopping() != null
                || PodJob.sameSize(pod, job.spec().demand(task)) && claims.same(pod, known) && sameQueue(pod, job)) {
            return false;
        }
        Placement where = new Placement(job.node(task), job.grant(task));
        JobSpec spec = asked.bound(pod, claims.needs(pod, claims.counted(known), job.node(task)));
        claims.leaves(job, task);
        claims.takes(job.node(task), spec.demand());
        events.add(new Event.JobFound(state.nextJob(), spec, List.of(where), job.id()));
        podsAgain.add(pod.meta().uid());
        return true;
    }

    /**
     * A pod that waited is bound: by somebody else, or here, before its node went and came again. It holds its room from this instant
     * on, before a pass gives it to others.
     */
    private void waited(Pod pod, TaskOfJob known) {
        Job job = known.job();
        JobSpec spec = job.spec();
        int node = nodes.number(pod.spec().node());
        if (node >= 0 && job.queued() && !together(job) && asksAsBefore(pod, known)) {
            events.add(new Event.JobFound(job.id(), spec, List.of(new Placement(node, grant(node, spec, pod)))));
            labels(pod, known);
        } else {
            cancel(job);
        }
    }

    /** A pod will be on node number {@code node}, though the server does not say so yet. */
    void takes(int node, JobSpec spec) {
        claims.takes(node, spec.demand());
    }

    /** The devices of {@code pod} that comes to {@code node}: those that it was given where that is said, else as many as it asks for. */
    Grant grant(int node, JobSpec spec, @Nullable Pod pod) {
        if (!nodes.joins(node)) {
            claims.comes(node);
        }
        List<String> groups = pod == null ? List.of() : mirror.shares().groups(pod);
        if (groups.size() == 1 && spec.demand().gpus() == 1) {
            return grouped(node, spec, groups.getFirst());
        }
        long given = pod == null ? 0 : mirror.shares().given(pod);
        return Long.bitCount(given) == spec.demand().gpus() && given != 0
                ? nodes.granted(node, given)
                : nodes.grant(node, spec);
    }

    /** The device of those with whom a pod shares it. */
    private Grant grouped(int node, JobSpec spec, String group) {
        Grant same = nodes.ofGroup(node, group);
        if (same == null && !nodes.joins(node)) {
            same = DeviceGroups.of(mirror, state, node).entrySet().stream()
                    .filter(entry -> entry.getValue().equals(group))
                    .map(entry -> Grant.device(entry.getKey()))
                    .findFirst()
                    .orElse(null);
        }
        Grant grant = same == null ? nodes.grant(node, spec) : same;
        nodes.group(node, group, grant);
        return grant;
    }
}
