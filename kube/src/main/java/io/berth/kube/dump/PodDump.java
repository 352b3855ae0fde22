package io.berth.kube.dump;

import io.berth.core.workload.DeviceDemand;
import io.berth.kube.convention.GangName;
import io.berth.kube.dump.DumpedPod.Life;
import io.berth.kube.dump.DumpedPod.Wish;
import io.berth.kube.dump.form.JsonMessage;
import io.berth.kube.dump.form.ObjectForms;
import io.berth.kube.object.Branches;
import io.berth.kube.object.Pod;
import io.berth.kube.queue.QueueConvention;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How pods of a dump are read: by the reader that there is, and beside that when what became of them happened. */
final class PodDump {
    /** How long a pod runs that has not ended, as its owner says. */
    static final String RUN_TIME = "berth.io/run-time";

    private static final String KUEUE = "kueue.x-k8s.io/";

    /** Of annotations, which may be large, those that somebody here asks for. */
    private static final List<String> ANNOTATIONS = List.of(
            GangName.ANNOTATION,
            GangName.LEAST,
            GangName.BY_OWNER,
            GangName.GROUP_SIZE,
            "pod-group.scheduling.sigs.k8s.io/min-available",
            SuspendedPods.WORKLOAD);

    private final DumpKind kind;
    private final QueueConvention queues;
    private final DumpNotes notes;

    PodDump(DumpKind kind, DumpNotes notes) {
        this.kind = kind;
        this.queues = kind.queues();
        this.notes = notes;
    }

    /** @throws InputException where it is malformed */
    DumpedPod read(Tree object) {
        Pod pod = ungated(slim(JsonMessage.read(object, ObjectForms.POD, Pod::read)), object);
        Life life = life(pod, object);
        Wish wish = wish(pod, object);
        Unweighed.note(object, pod, notes);
        return new DumpedPod(pod, life, wish);
    }

    private Pod slim(Pod pod) {
        Map<String, String> annotations = new TreeMap<>(pod.meta().annotations());
        annotations
                .keySet()
                .removeIf(key ->
                        !ANNOTATIONS.contains(key) && !queues.annotations().contains(key));
        return new Pod(pod.meta().withAnnotations(annotations), pod.spec(), pod.status());
    }

    /** A pod that its queue alone holds back waits as any other. */
    private Pod ungated(Pod pod, Tree object) {
        boolean queued = kind == DumpKind.KUEUE
                && pod.spec().gated()
                && Branches.items(object, "spec", "schedulingGates").stream()
                        .allMatch(gate -> Branches.text(gate, "name").startsWith(KUEUE));
        Pod.Spec spec = pod.spec();
        return queued
                ? new Pod(
                        pod.meta(),
                        new Pod.Spec(
                                spec.node(),
                                spec.scheduler(),
                                spec.urgency(),
                                false,
                                spec.deadlineSeconds(),
                                spec.needs(),
                                spec.where()),
                        pod.status())
                : pod;
    }

    private static Life life(Pod pod, Tree object) {
        long created = pod.meta().createdSeconds();
        long bound = 0;
        if (pod.bound()) {
            Tree started = Branches.at(object, "status", "startTime");
            bound = pod.status().boundSeconds();
            bound = bound > 0 || started == null ? bound : JsonMessage.seconds(started);
            bound = Math.max(created, bound);
        }
        Tree deleted = Branches.at(object, "metadata", "deletionTimestamp");
        long ended = 0;
        if (pod.over()) {
            ended = Math.max(Math.max(created, bound), ended(object));
        } else if (deleted != null) {
            ended = Math.max(Math.max(created, bound), JsonMessage.seconds(deleted));
        }
        return new Life(created, bound, ended);
    }

    /** When a pod that is over was over; 0 where nobody says. */
    private static long ended(Tree object) {
        long ended = 0;
        for (String statuses : List.of("containerStatuses", "initContainerStatuses")) {
            for (Tree container : Branches.items(object, "status", statuses)) {
                Tree at = Branches.at(container, "state", "terminated", "finishedAt");
                ended = at == null ? ended : Math.max(ended, JsonMessage.seconds(at));
            }
        }
        if (ended > 0) {
            return ended;
        }
        // Ready goes when a pod is over; without it, whatever was said last of the pod.
        long last = 0;
        for (Tree condition : Branches.items(object, "status", "conditions")) {
            Tree at = Branches.at(condition, "lastTransitionTime");
            long since = at == null ? 0 : JsonMessage.seconds(at);
            if (since > 0 && Branches.text(condition, "type").equals("Ready")) {
                return since;
            }
            last = Math.max(last, since);
        }
        return last;
    }

    private Wish wish(Pod pod, Tree object) {
        Map<String, String> labels = pod.meta().labels();
        String queue = switch (kind) {
            case KUBERNETES -> "";
            case KUEUE -> labels.getOrDefault(SuspendedPods.QUEUE, "");
            case KAI, VOLCANO -> queues.named(pod);
        };
        DeviceDemand devices = kind == DumpKind.KAI ? KaiPods.share(object, notes) : null;
        return new Wish(queue, runNanos(object), devices);
    }

    private static long runNanos(Tree object) {
        Tree said = Branches.at(object, "metadata", "annotations", RUN_TIME);
        try {
            long nanos = said == null ? 0 : Durations.parseNanos(said.text());
            if (nanos >= 0) {
                return nanos;
            }
        } catch (QuantityException e) {
            // The same words as for one below 0.
        }
        throw InputException.at(
                said == null ? object : said,
                "must be " + Durations.ALLOWED + (said == null ? "" : ", but is " + said.describe()));
    }
}
