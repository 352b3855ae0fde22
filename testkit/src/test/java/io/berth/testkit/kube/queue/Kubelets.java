package io.berth.testkit.kube.queue;

import io.berth.kube.api.ApiClient;
import io.berth.kube.object.Pod;
import io.berth.kube.watch.Reflector;
import io.berth.kube.watch.Resource;
import io.berth.kube.watch.Sink;
import io.berth.testkit.kube.KubeApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** In place of all kubelets: deletes pods that were bound when they have run for as long as they do, and those that somebody else deletes at once. */
final class Kubelets implements AutoCloseable {
    private static final int MOST_AT_ONCE = 500;

    private final KubeApi api;
    private final ToLongFunction<String> runMillis;
    private final Reflector<Pod> pods;
    private final DelayQueue<Due> due = new DelayQueue<>();
    private final Thread deleting;
    private final Set<String> bound = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    /** How many of those since the last {@link #anew}: others that are bound are heard of again when somebody writes into them. */
    private int count;

    private int stopped;
    private long first;
    private long last;
    private volatile boolean closed;

    /** A pod that is to go. */
    private record Due(String pod, long atNanos) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    /** @param runMillis how long the pod of a name runs; {@link Long#MAX_VALUE} for ever */
    Kubelets(ApiClient client, KubeApi api, ToLongFunction<String> runMillis) {
        this.api = api;
        this.runMillis = runMillis;
        this.pods = new Reflector<>(client, List.of(Resource.PODS), new Heard(), Reflector.Need.ALWAYS, _ -> {});
        this.deleting = Thread.ofPlatform().daemon().name("kubelets").start(this::delete);
        pods.start();
    }

    /** Waits until so many pods were bound since the last call of {@link #anew}. */
    synchronized void awaitBound(int enough) throws InterruptedException {
        while (count < enough) {
            wait();
        }
    }

    /** Counts from now on. */
    synchronized void anew() {
        count = 0;
        stopped = 0;
        first = 0;
    }

    /** When the first was, by {@link System#nanoTime}. */
    synchronized long firstNanos() {
        return first;
    }

    /** When the last was. */
    synchronized long lastNanos() {
        return last;
    }

    /** How many somebody else deleted. */
    synchronized int stopped() {
        return stopped;
    }

    @Override
    public void close() {
        closed = true;
        pods.close();
        deleting.interrupt();
    }

    private synchronized void heard(Pod pod) {
        String name = pod.meta().name();
        if (pod.meta().deleting()) {
            if (ended.add(name)) {
                stopped++;
                due.add(new Due(name, System.nanoTime()));
            }
        } else if (pod.bound() && !ended.contains(name) && bound.add(name)) {
            count++;
            last = System.nanoTime();
            first = first == 0 ? last : first;
            long runs = runMillis.applyAsLong(name);
            if (runs < Long.MAX_VALUE) {
                ended.add(name);
                due.add(new Due(name, last + TimeUnit.MILLISECONDS.toNanos(runs)));
            }
            notifyAll();
        }
    }

    private void delete() {
        try {
            while (!closed) {
                List<String> names = new ArrayList<>(List.of(due.take().pod));
                for (Due next = due.poll(); next != null && names.size() < MOST_AT_ONCE; next = due.poll()) {
                    names.add(next.pod);
                }
                api.deleteAll(KubeApi.PODS, names);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CompletionException e) {
            // The API server may end before it has answered the last of them.
            if (!closed) {
                throw e;
            }
        }
    }

    /** Hears of pods. */
    private final class Heard implements Sink<Pod> {
        @Override
        public void all(List<Pod> objects) {
            objects.forEach(Kubelets.this::heard);
        }

        @Override
        public void put(Pod object) {
            heard(object);
        }

        @Override
        public void remove(Pod object) {
            // Whoever bound it or deleted it was heard.
        }
    }
}
