package io.berth.kube.diff;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.TaskOfJob;
import io.berth.core.state.part.JobState;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.kube.convention.NodeFacts;
import io.berth.kube.convention.PodJob;
import io.berth.kube.convention.PodPeers;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.volume.VolumeNeeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
    /** Pods that are on nodes that join at this instant. */
    private final List<String> podsOfJoining = new ArrayList<>();

    /** Nodes that join at this instant: their numbers by name, and how they are declared by number. */
    private final Map<String, Integer> joining = new HashMap<>();

    private final Map<Integer, NodeSpec> joined = new HashMap<>();

    /** Devices of nodes that jobs found at this instant hold. */
    private final Map<Integer, Long> held = new HashMap<>();

    /** @param waits true for those pods that wait here while they are not bound */
    Look(Mirror mirror, Predicate<Pod> waits, State state, Consumer<String> notes) {
        this.mirror = mirror;
        this.waits = waits;
        this.state = state;
        this.notes = notes;
    }

    List<Event> events() {
        return events;
    }

    Changes again() {
        return new Changes(List.of(), podsAgain);
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
                events.add(new Event.NodeForgotten(number));
                podsAgain.addAll(mirror.podsOf(name));
            }
            return;
        }
        NodeSpec spec = NodeFacts.spec(node, mirror.attachable(name));
        if (number < 0) {
            int free = freeNumber();
            joining.put(name, free);
            joined.put(free, spec);
            events.add(new Event.NodeJoined(free, spec));
            podsOfJoining.addAll(mirror.podsOf(name));
        } else if (!state.nodeTable().spec(number).equals(spec)) {
            events.add(new Event.NodeChanged(number, spec));
        }
    }

    /** That of a node that was forgotten goes to the first that joins. */
    private int freeNumber() {
        int free = state.freeNode();
        int count = state.nodes().count();
        if (joining.isEmpty()) {
            return free;
        }
        return count + joining.size() - (free < count ? 1 : 0);
    }

    void pod(String uid) {
        Pod pod = mirror.pod(uid);
        TaskOfJob known = state.taskByKey(uid);
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
            int node = number(pod.spec().node());
            if (node >= 0) {
                JobSpec spec = PodJob.bound(pod, mirror.volumeNeeds(pod));
                events.add(new Event.JobFound(state.nextJob(), spec, List.of(new Placement(node, grant(node, spec)))));
            }
        } else if (waits.test(pod)
                && pod.spec().where().unknown().isEmpty()
                && !pod.spec().gated()
                && !pod.meta().deleting()) {
            VolumeNeeds volumes = mirror.volumeNeeds(pod);
            if (volumes.waits().isEmpty()) {
                events.add(new Event.JobSubmitted(state.nextJob(), PodJob.waiting(pod, volumes), ORIGIN, -1));
            }
        }
    }

    /** A pod holds nothing any more: it ended, or is gone. */
    private void leave(String uid, TaskOfJob known, @Nullable Pod pod) {
        Job job = known.job();
        if (job.waiting()) {
            events.add(new Event.JobCancelled(job.id()));
        } else if (job.holds(known.task())) {
            int exitCode = pod != null && pod.succeeded() ? 0 : FAILED;
            events.add(new Event.TaskEnded(job.id(), known.task(), job.decision(), exitCode));
            // One that was stopped would wait for another start.
            podsAgain.add(uid);
        }
    }

    /** A pod that waits: what is asked of nodes may be otherwise, as tolerations are added and volumes come and go. */
    private void unbound(Pod pod, TaskOfJob known) {
        Job job = known.job();
        if (!job.waiting()) {
            return;
        }
        VolumeNeeds volumes = mirror.volumeNeeds(pod);
        if (pod.meta().deleting() || !volumes.waits().isEmpty()) {
            events.add(new Event.JobCancelled(job.id()));
        } else if (!job.spec()
                .demand(known.task())
                .equals(PodJob.waiting(pod, volumes).demand())) {
            events.add(new Event.JobCancelled(job.id()));
            podsAgain.add(pod.meta().uid());
        } else {
            labels(pod, known);
        }
    }

    /** What is said of a pod may be otherwise, as may whether it is to go: rules of others look at that. */
    private void labels(Pod pod, TaskOfJob known) {
        List<Label> labels = PodPeers.labels(pod);
        JobSpec spec = known.job().spec();
        if (!labels.equals(spec.groups().get(spec.groupOf(known.task())).labels())) {
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
                labels(pod, known);
            }
            if (here && starts) {
                events.add(new Event.TaskStarted(job.id(), task, job.decision()));
            } else if (!here) {
                notes.accept("pod " + pod.meta().key().text() + " is on node "
                        + pod.spec().node() + ", not on " + state.nodes().name(job.node(task))
                        + ": somebody else bound it");
                events.add(
                        starts
                                ? new Event.TaskStartFailed(job.id(), task, job.decision(), "bound elsewhere")
                                : new Event.TaskEnded(job.id(), task, job.decision(), FAILED));
                podsAgain.add(pod.meta().uid());
            }
        }
    }

    /**
     * A pod that waited is bound: by somebody else, or here, before its node went and came again. It holds its room from this instant
     * on, before a pass gives it to others.
     */
    private void waited(Pod pod, TaskOfJob known) {
        Job job = known.job();
        JobSpec spec = job.spec();
        int node = number(pod.spec().node());
        if (node >= 0
                && job.queued()
                && spec.demand(known.task())
                        .equals(PodJob.waiting(pod, mirror.volumeNeeds(pod)).demand())) {
            events.add(new Event.JobFound(job.id(), spec, List.of(new Placement(node, grant(node, spec)))));
            labels(pod, known);
        } else {
            events.add(new Event.JobCancelled(job.id()));
            podsAgain.add(pod.meta().uid());
        }
    }

    /** -1 where there is no such node. */
    private int number(String name) {
        Integer number = joining.get(name);
        return number == null ? state.nodeNumber(name) : number;
    }

    /** As many devices as the pod asks for: those that nobody holds first, then any, as more may be given than there is. */
    Grant grant(int node, JobSpec spec) {
        int wanted = spec.demand().gpus();
        if (wanted == 0) {
            return Grant.NONE;
        }
        NodeSpec joins = joined.get(node);
        long all = (1L << (joins == null ? state.nodes().gpus(node) : joins.gpus())) - 1;
        long taken = held.getOrDefault(node, 0L);
        long idle = (joins == null ? state.nodeTable().idleMask(node) : all) & ~taken;
        long mask = lowest(idle, wanted);
        mask |= lowest(all & ~mask, wanted - Long.bitCount(mask));
        held.put(node, taken | mask);
        return Grant.of(mask);
    }

    private static long lowest(long of, int count) {
        long lowest = 0;
        long left = of;
        for (int i = 0; i < count && left != 0; i++) {
            lowest |= Long.lowestOneBit(left);
            left &= left - 1;
        }
        return lowest;
    }
}
