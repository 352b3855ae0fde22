package io.berth.kube.diff;

import io.berth.core.event.Event;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.State;
import io.berth.kube.convention.PodJob;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes events of what changed in a mirror. Each object is compared as it is now with the state as it is now, so it does not matter how
 * often it changed meanwhile, nor whether a change was missed: what has been told twice is told once, and what was missed is found at
 * the next list. What takes several steps, such as a pod that somebody else bound while it waited, is looked at again after each.
 */
public final class Difference {
    private final Mirror mirror;
    private final String scheduler;
    private final Consumer<String> notes;
    private final Refusals refusals = new Refusals();

    /**
     * @param scheduler whose pods wait here; others count where they run
     * @param notes hear what cannot be taken up, on the engine's thread
     */
    public Difference(Mirror mirror, String scheduler, Consumer<String> notes) {
        this.mirror = mirror;
        this.scheduler = scheduler;
        this.notes = notes;
    }

    /** Which pods of gangs could not be bound; those that nothing followed for yet are looked at in each comparison. */
    public Refusals refusals() {
        return refusals;
    }

    /** A comparison that is to be made. */
    public Comparison compare() {
        return new Comparison();
    }

    /** Those of {@code uids} that are there, who is where it is for longer goes first: of those that are found at once too, the last one makes room first. */
    private List<String> oldestFirst(Set<String> uids) {
        if (uids.size() < 2) {
            return List.copyOf(uids);
        }
        Map<String, Long> since = new HashMap<>();
        for (String uid : uids) {
            Pod pod = mirror.pod(uid);
            since.put(uid, pod == null ? Long.MAX_VALUE : PodJob.sinceSeconds(pod));
        }
        return uids.stream().sorted(Comparator.comparing(since::get)).toList();
    }

    /** One comparison; another may begin before this one's events are applied. */
    public final class Comparison implements Function<State, List<Event>> {
        private volatile Changes again = new Changes(List.of(), List.of());

        /** What follows from the changes since the last one; on the engine's thread, as a proposal to its driver. */
        @Override
        public List<Event> apply(State state) {
            mirror.queues().settle();
            Look look = new Look(mirror, scheduler, state, notes, refusals);
            // Before nodes are: an image of one that comes between both is told next time, when the node is known.
            List<String> images = mirror.images().take();
            Changes changes = mirror.take();
            changes.nodes().forEach(look::node);
            LinkedHashSet<String> pods = new LinkedHashSet<>(changes.pods());
            pods.addAll(look.podsOfJoining());
            pods.addAll(refusals.open());
            oldestFirst(pods).forEach(look::pod);
            look.pausing();
            look.gangs();
            look.claims();
            look.images(images);
            look.data(changes.nodes());
            again = look.again();
            Map<String, PodBudget> budgets = mirror.budgets().take();
            List<Event> events = new ArrayList<>(look.events());
            if (budgets != null) {
                events.addAll(BudgetLook.of(budgets, state));
            }
            List<QueueSpec> queues = mirror.queues().take();
            if (queues != null) {
                events.addAll(QueueLook.of(queues, state));
            }
            return events;
        }

        /** Has what it did not bring to an end looked at again, once its events are applied. */
        public void goOn() {
            if (!again.none()) {
                mirror.touch(again);
            }
        }
    }
}
