package io.berth.kube.extend;

import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.explain.NodeChoice;
import io.berth.core.explain.NodeChoice.Ranking;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Preemption;
import io.berth.kube.bind.PodBinder;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.live.clock.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers a scheduler that asks which nodes will do for a pod and which is best, from a state that follows the cluster: no call copies it. A
 * pod whose best node was named has its room there until it is bound, so that the next answer does not give it away again. From any thread.
 */
public final class Extender implements AutoCloseable {
    /** The best node and no other has it; k8s.io/kube-scheduler, extender/v1 MaxExtenderPriority. */
    public static final long HIGHEST = 10;

    private static final long LOOK_SECONDS = 1;

    private final Mirror mirror;
    private final ExtenderOptions options;
    private final @Nullable PodBinder binder;
    private final Consumer<String> notes;
    private final MirroredState cluster;
    private final NodeChoice choice;
    private final Semaphore changed = new Semaphore(0);
    private final Thread thread =
            Thread.ofPlatform().name("berth-kube-extender").daemon().unstarted(this::follow);
    private volatile boolean closed;

    private Extender(
            Mirror mirror, ExtenderOptions options, Clock clock, @Nullable PodBinder binder, Consumer<String> notes) {
        this.mirror = mirror;
        this.options = options;
        this.binder = binder;
        this.notes = notes;
        this.cluster = new MirroredState(mirror, new Account(mirror, _ -> true, notes), clock);
        State state = cluster.state();
        state.apply(cluster.now(), new Event.StrategyChanged(options.strategy()));
        this.choice = new NodeChoice(state, options.catalog());
    }

    /**
     * Begins with what is known by now.
     *
     * @param binder binds pods where that is asked for; null where it must not be asked for
     * @param notes hear what somebody should know
     */
    public static Extender start(
            Mirror mirror, ExtenderOptions options, Clock clock, @Nullable PodBinder binder, Consumer<String> notes) {
        Extender extender = new Extender(mirror, options, clock, binder, notes);
        extender.begin();
        return extender;
    }

    private void begin() {
        mirror.touchAll();
        synchronized (this) {
            cluster.catchUp();
        }
        mirror.listen(changed::release);
        changed.release();
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void follow() {
        while (!closed) {
            try {
                if (changed.tryAcquire(LOOK_SECONDS, TimeUnit.SECONDS)) {
                    changed.drainPermits();
                }
                synchronized (this) {
                    cluster.catchUp();
                    cluster.releaseOverdue();
                    notifyAll();
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                notes.accept("a bug: what the cluster says could not be taken over: " + e);
            }
        }
    }

    /** How many nodes it knows. */
    public synchronized int nodes() {
        return cluster.state().nodeNames().size();
    }

    /** How many pods room is held for that are not bound. */
    public synchronized int holding() {
        return cluster.holding();
    }

    /**
     * Which of {@code nodes} will do for {@code pod}. Where that is one, its room is held, as nobody asks further.
     *
     * @throws ExtenderException where nothing is known of the pod, or it does not wait
     */
    public synchronized FilterAnswer filter(ObjectKey pod, List<String> nodes) {
        Job job = waiting(pod);
        if (job == null) {
            return new FilterAnswer(nodes, Map.of(), Map.of());
        }
        Known known = Known.of(nodes, cluster.state());
        @Nullable Reason[] reasons = choice.whyNot(job, known.numbers());
        List<String> fitting = new ArrayList<>();
        Map<String, String> failed = new LinkedHashMap<>();
        Map<String, String> unresolvable = new LinkedHashMap<>();
        known.unknown().forEach(name -> unresolvable.put(name, "Berth: this node is not known"));
        int last = -1;
        for (int i = 0; i < reasons.length; i++) {
            Reason reason = reasons[i];
            String name = known.names().get(i);
            if (reason == null) {
                fitting.add(name);
                last = known.numbers()[i];
            } else {
                (mayResolve(reason) ? failed : unresolvable)
                        .put(name, "Berth: " + text(reason, job, known.numbers()[i]));
            }
        }
        if (fitting.size() == 1) {
            cluster.hold(pod.uid(), last, options.holdNanos());
        }
        return new FilterAnswer(fitting, failed, unresolvable);
    }

    private String text(Reason reason, Job job, int node) {
        String resource = reason == Reason.EXTENDED_RESOURCE ? choice.resource(job, node) : "";
        return resource.isEmpty() ? reason.text() : "not enough " + resource;
    }

    /** True where somebody who goes from the node may make room there. */
    private static boolean mayResolve(Reason reason) {
        return reason.cure() == Cure.ON_RELEASE && reason != Reason.NODE_LOST && reason != Reason.NODE_DRAINING;
    }

    /**
     * How good each of {@code nodes} is for {@code pod}, 0 to {@link #HIGHEST}: the one that the strategy would take has the most, and no other
     * as much. Its room is held. All 0 where Berth has no say.
     *
     * @throws ExtenderException where nothing is known of the pod, or it does not wait
     */
    public synchronized Map<String, Long> prioritize(ObjectKey pod, List<String> nodes) {
        Map<String, Long> scores = new LinkedHashMap<>();
        nodes.forEach(name -> scores.put(name, 0L));
        Job job = waiting(pod);
        if (job == null) {
            return scores;
        }
        Known known = Known.of(nodes, cluster.state());
        Ranking ranking = choice.rank(job, known.numbers());
        int best = ranking.best();
        if (best < 0) {
            return scores;
        }
        long[] scaled = Scale.of(ranking, HIGHEST);
        for (int i = 0; i < scaled.length; i++) {
            scores.put(known.names().get(i), scaled[i]);
        }
        cluster.hold(pod.uid(), known.numbers()[best], options.holdNanos());
        cluster.remember(choice.remembered());
        return scores;
    }

    /**
     * Binds {@code pod} to the node of name {@code node} where there is room for it; the error, empty where it is bound.
     *
     * @throws ExtenderException where it must not be asked for, nothing is known of the pod, it does not wait, or there is no room for it
     */
    public CompletableFuture<String> bind(ObjectKey pod, String node) {
        PodBinder binding = binder;
        if (binding == null) {
            throw new ExtenderException("this Berth does not bind: it was started without --bind on");
        }
        synchronized (this) {
            cluster.catchUp();
            int number = cluster.state().nodeNumber(node);
            if (number < 0) {
                throw new ExtenderException("node " + node + " is not known");
            }
            if (!cluster.holds(pod.uid(), number)) {
                Job job = waiting(pod);
                Reason reason = job == null ? null : choice.whyNot(job, new int[] {number})[0];
                if (job != null && reason != null) {
                    throw new ExtenderException(
                            "node " + node + " has no room for it any more: " + text(reason, job, number));
                }
                if (job != null) {
                    cluster.hold(pod.uid(), number, options.holdNanos());
                }
            }
        }
        return binding.bind(pod, node).thenApply(error -> {
            bound(pod, node, error);
            return error;
        });
    }

    private void bound(ObjectKey pod, String node, String error) {
        if (error.isEmpty()) {
            mirror.bound(pod.uid(), node);
        } else {
            synchronized (this) {
                cluster.release(pod.uid());
            }
        }
    }

    /**
     * Which of the candidates are to make room for {@code pod}: those whom the strategy would stop, where they are among them; else all as
     * they came.
     *
     * @param candidates by the name of the node
     * @throws ExtenderException where nothing is known of the pod, or it does not wait
     */
    public synchronized Map<String, Victims> preempt(ObjectKey pod, Map<String, Victims> candidates) {
        Job job = waiting(pod);
        if (job == null || choice.strategy().preemption() == Preemption.NONE) {
            return candidates;
        }
        Map<String, Victims> wanted = Stops.of(job.id(), cluster.state(), options.catalog());
        if (wanted.size() != 1) {
            return candidates;
        }
        String node = wanted.keySet().iterator().next();
        List<String> uids = wanted.values().iterator().next().uids();
        Victims candidate = candidates.get(node);
        return candidate != null && candidate.uids().containsAll(uids)
                ? Map.of(node, new Victims(uids, Math.min(candidate.violations(), uids.size())))
                : candidates;
    }

    /** The job of {@code asked}, which holds no room; null where it asks for rules that are not weighed here. */
    private @Nullable Job waiting(ObjectKey asked) {
        Pod pod = told(asked);
        if (pod.bound() || pod.over()) {
            throw new ExtenderException("pod " + asked.text() + " does not wait");
        }
        cluster.catchUp();
        cluster.release(asked.uid());
        return cluster.waiting(asked.uid());
    }

    /** Waits until the API server told of it: who asks may have heard of it first. */
    private Pod told(ObjectKey asked) {
        long end = System.nanoTime() + options.waitNanos();
        Pod pod = mirror.pod(asked.uid());
        while (pod == null) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new ExtenderException("pod " + asked.text() + " is not known: the API server has not told of it");
            }
            await(left);
            pod = mirror.pod(asked.uid());
        }
        return pod;
    }

    private void await(long millis) {
        try {
            wait(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExtenderException("Berth stops");
        }
    }
}
