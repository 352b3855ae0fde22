package io.berth.kube.dump;

import io.berth.core.workload.DeviceDemand;
import io.berth.kube.convention.GangName;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Status;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a dump says of one pod.
 *
 * @param pod as it is now
 * @param life when what became of it happened
 * @param wish what counts of it and no reader of pods knows
 */
record DumpedPod(Pod pod, Life life, Wish wish) {
    /**
     * When, in seconds, UTC; 0 for what did not happen.
     *
     * @param ended that it held nothing any more: it was over, or deleted
     */
    record Life(long created, long bound, long ended) {
        /** The last moment that it tells of. */
        long last() {
            return Math.max(created, Math.max(bound, ended));
        }

        /** How long it held its node; 0 where that is not over, or never was. */
        long ranSeconds() {
            return bound > 0 && ended > 0 ? ended - bound : 0;
        }
    }

    /**
     * What else counts.
     *
     * @param queue whose it is; empty for that of its namespace
     * @param runNanos how long it is said to run; 0 where nobody says
     * @param devices what it takes of them in place of whole ones; null for nothing else
     */
    record Wish(String queue, long runNanos, @Nullable DeviceDemand devices) {
        static final Wish NONE = new Wish("", 0, null);

        Wish ofQueue(String named) {
            return new Wish(named, runNanos, devices);
        }
    }

    String uid() {
        return pod.meta().uid();
    }

    /** Before it was bound. */
    Pod waiting() {
        return like(pod.on(""), "Pending", 0);
    }

    /** While it ran. */
    Pod running() {
        return like(pod, "Running", life.bound);
    }

    private static Pod like(Pod pod, String phase, long boundSeconds) {
        return new Pod(pod.meta().alive(), pod.spec(), new Status(phase, boundSeconds));
    }

    /** The same with what {@code other} says of it. */
    DumpedPod as(Pod other) {
        return new DumpedPod(other, life, wish);
    }

    DumpedPod with(Wish newWish) {
        return new DumpedPod(pod, life, newWish);
    }

    /** The same, said to be of a gang of which {@code least} pods start together. */
    DumpedPod ofGang(String name, int least) {
        Map<String, String> annotations = new TreeMap<>(pod.meta().annotations());
        annotations.put(GangName.ANNOTATION, name);
        annotations.put(GangName.LEAST, Integer.toString(least));
        Meta named = pod.meta().withAnnotations(annotations);
        return new DumpedPod(new Pod(named, pod.spec(), pod.status()), life, wish);
    }
}
