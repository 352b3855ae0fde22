package io.berth.kube.dump;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Pod;
import io.berth.kube.queue.Bearing;
import io.berth.kube.queue.ClusterQueues;
import io.berth.kube.queue.QueueConvention;
import io.berth.kube.queue.QueueKind;
import io.berth.kube.queue.QueuePlace;
import io.berth.kube.wire.MalformedException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queues of a dump, and which of them its pods are in. Where the objects say of none, queues are names alone; where they do, pods that were in none
 * ran beside them, and are in {@link #BESIDE}, which bounds nobody and lends nobody anything.
 */
public final class DumpedQueues {
    /** The queue of pods that no queue kept. */
    static final String BESIDE = "beside-queues";

    /** Behind the name of a queue that took in no pod when the dump was made. */
    private static final String HELD = " (held)";

    private static final long WHOLE = 1_000_000;

    private final DumpKind kind;
    private final QueueConvention convention;
    /** How a cluster's queues hear of the objects, as they came. */
    private final List<Consumer<ClusterQueues>> told = new ArrayList<>();

    private final ClusterQueues queues = new ClusterQueues(_ -> {}, () -> {});
    private boolean beside;

    DumpedQueues(DumpKind kind) {
        this.kind = kind;
        this.convention = kind.queues();
        queues.follow(convention, _ -> {});
    }

    /** Takes an object that says something of queues; false where it does not. @param called its group and kind */
    boolean take(Tree object, String called) {
        for (QueueKind of : convention.kinds()) {
            if (called.equals(of.group() + "/" + of.kind())) {
                JsonObject read = read(object);
                take(to -> to.sink(of).put(read));
                return true;
            }
        }
        if (kind != DumpKind.KUEUE && called.equals(group() + "/PodGroup")) {
            JsonObject read = read(object);
            take(to -> bear(convention.bearing(), read, to));
        }
        return false;
    }

    private String group() {
        return convention.kinds().getFirst().group();
    }

    private static JsonObject read(Tree object) {
        try {
            return JsonObject.of(object);
        } catch (MalformedException e) {
            throw InputException.at(object, String.valueOf(e.getMessage()));
        }
    }

    private void take(Consumer<ClusterQueues> one) {
        told.add(one);
        one.accept(queues);
    }

    @SuppressWarnings("unchecked")
    private static void bear(@Nullable Bearing<? extends KubeObject> bearing, JsonObject object, ClusterQueues to) {
        if (bearing != null) {
            to.sink((Bearing<JsonObject>) bearing).put(object);
        }
    }

    /** A namespace, whose labels may say the queue of its pods. */
    void take(Namespace namespace) {
        take((ClusterQueues to) -> to.put(namespace));
    }

    /** True where objects say which there are. */
    boolean any() {
        queues.settle();
        return !queues.declared().queues().isEmpty();
    }

    /** Has {@code to}, which nobody told of any, know them too. */
    void tell(ClusterQueues to) {
        if (any()) {
            to.follow(convention, _ -> {});
            told.forEach(one -> one.accept(to));
            to.settle();
        }
    }

    /** {@code pod} in its queue. */
    DumpedPod in(DumpedPod pod) {
        if (!any()) {
            return pod;
        }
        String said = pod.wish().queue();
        if (kind == DumpKind.KUEUE && !said.isEmpty()) {
            // Its Workload says it, and the pod alone is looked at.
            return in(pod.as(labelled(pod.pod(), said)), true);
        }
        boolean keeps = !said.isEmpty()
                || !convention.named(pod.pod()).isEmpty()
                || switch (kind) {
                    case KUBERNETES -> true;
                    case KUEUE -> false;
                    case KAI -> pod.pod().spec().scheduler().equals("kai-scheduler");
                    case VOLCANO -> pod.pod().spec().scheduler().equals("volcano");
                };
        return in(pod, keeps);
    }

    private DumpedPod in(DumpedPod pod, boolean keeps) {
        QueuePlace place = queues.of(pod.pod());
        boolean started = pod.life().bound() > 0;
        String queue = place.queue();
        if (!keeps || started && !declares(queue)) {
            queue = BESIDE;
            beside = true;
        } else if (!started && !place.why().isEmpty()) {
            // No queue is called so: who waits for that to change waits on.
            queue += HELD;
        }
        return pod.with(pod.wish().ofQueue(queue));
    }

    private boolean declares(String name) {
        return queues.declared().queues().stream()
                .anyMatch(queue -> queue.name().equals(name));
    }

    private static Pod labelled(Pod pod, String queue) {
        Meta meta = pod.meta();
        Map<String, String> labels = new TreeMap<>(meta.labels());
        labels.put(SuspendedPods.QUEUE, queue);
        return new Pod(meta.withLabels(labels), pod.spec(), pod.status());
    }

    /** Those that are declared; none where queues are names. */
    List<QueueSpec> declared() {
        List<QueueSpec> declared = new ArrayList<>(queues.declared().queues());
        if (any() && beside) {
            Set<String> governed = new TreeSet<>();
            declared.forEach(queue -> governed.addAll(queue.quota().keySet()));
            QueueSpec free = QueueSpec.of(BESIDE);
            for (String resource : governed) {
                free = free.deserving(resource, QueueAmount.part(WHOLE))
                        .borrowing(resource, QueueAmount.of(0))
                        .lending(resource, QueueAmount.of(0));
            }
            declared.add(free);
        }
        return declared;
    }

    /** What of them is not kept, and why pods of some wait for ever. */
    List<String> notes() {
        queues.settle();
        Set<String> notes = new LinkedHashSet<>(queues.declared().notes());
        notes.addAll(queues.declared().closed().values());
        return List.copyOf(notes);
    }
}
