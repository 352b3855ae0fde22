package io.berth.kube.extend;

import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.object.Pod;
import io.berth.live.clock.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that somebody else schedules as a state, which follows the mirror change by change, with the room of pods that were told where
 * to go and are not bound yet. Of one thread at a time.
 */
final class MirroredState {
    private static final long SEED = 42;

    /** What was looked at may have to be looked at again once: a node that a pod names joins first. */
    private static final int MOST_ROUNDS = 4;

    private final Mirror mirror;
    private final Account account;
    private final Clock clock;
    private final State state = new State(SEED);
    private final Map<String, Held> held = new HashMap<>();

    /**
     * Room of a pod that is not bound.
     *
     * @param untilNanos of {@link System#nanoTime}
     */
    private record Held(int node, long untilNanos) {}

    MirroredState(Mirror mirror, Account account, Clock clock) {
        this.mirror = mirror;
        this.account = account;
        this.clock = clock;
    }

    State state() {
        return state;
    }

    /** Takes over what changed in the mirror. */
    void catchUp() {
        Changes changes = mirror.take();
        for (int round = 0; round < MOST_ROUNDS && !changes.none(); round++) {
            changes = look(changes);
        }
        if (!changes.none()) {
            mirror.touch(changes);
        }
    }

    private Changes look(Changes changes) {
        List<String> nodes = new ArrayList<>();
        List<String> pods = new ArrayList<>();
        if (!changes.nodes().isEmpty()) {
            add(apply(account.nodes(changes.nodes(), state)), nodes, pods);
        }
        for (String uid : changes.pods()) {
            if (settled(uid)) {
                add(apply(account.pod(uid, state)), nodes, pods);
            }
        }
        return new Changes(nodes, pods);
    }

    private static void add(Changes again, List<String> nodes, List<String> pods) {
        nodes.addAll(again.nodes());
        pods.addAll(again.pods());
    }

    /** False while the room of the pod is held and nothing else is known of it. */
    private boolean settled(String uid) {
        Held room = held.get(uid);
        Pod pod = mirror.pod(uid);
        if (room == null) {
            return true;
        }
        if (pod != null && !pod.bound() && !pod.over()) {
            return false;
        }
        held.remove(uid);
        if (pod != null && state.nodeNumber(pod.spec().node()) != room.node) {
            end(uid);
        }
        return true;
    }

    /** The job of a pod that waits; null where the state does not know it, or it holds room. */
    @Nullable
    Job waiting(String uid) {
        TaskOfJob known = state.taskByKey(uid);
        return known != null && known.job().queued() ? known.job() : null;
    }

    /** True where room is held for the pod on node number {@code node}. */
    boolean holds(String uid, int node) {
        Held room = held.get(uid);
        return room != null && room.node == node;
    }

    /** How many pods room is held for. */
    int holding() {
        return held.size();
    }

    /** The pod of {@code uid}, which waits, has its room on node number {@code node} for {@code nanos}, or until it is bound. */
    void hold(String uid, int node, long nanos) {
        apply(account.taken(uid, node, state));
        if (waiting(uid) == null) {
            held.put(uid, new Held(node, System.nanoTime() + nanos));
        }
    }

    /** Keeps what a placement remembers. */
    void remember(Plan plan) {
        state.apply(now(), plan);
    }

    /** Gives back what is held for the pod of {@code uid}; it waits again. */
    void release(String uid) {
        if (held.remove(uid) != null) {
            end(uid);
            apply(account.pod(uid, state));
        }
    }

    /** Gives back what was held for too long. */
    void releaseOverdue() {
        long now = System.nanoTime();
        List.copyOf(held.entrySet()).stream()
                .filter(room -> now - room.getValue().untilNanos >= 0)
                .forEach(room -> release(room.getKey()));
    }

    private void end(String uid) {
        TaskOfJob known = state.taskByKey(uid);
        if (known != null && known.job().holds(known.task())) {
            Job job = known.job();
            state.apply(now(), new Event.TaskEnded(job.id(), known.task(), job.decision(), 1));
        }
    }

    private Changes apply(Account.Step step) {
        long now = now();
        step.events().forEach(event -> state.apply(now, event));
        return step.again();
    }

    long now() {
        return Math.max(clock.wallNanos(), state.nowNanos());
    }
}
