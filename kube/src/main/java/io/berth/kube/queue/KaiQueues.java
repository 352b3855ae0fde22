package io.berth.kube.queue;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueTree;
import io.berth.kube.object.Branches;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.Pod;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues of KAI Scheduler (scheduling.run.ai/v2): CPUs in thousandths, memory in megabytes, -1 for no bound. A limit that is not said is none of it. What is
 * beyond quotas goes by {@code overQuotaWeight}: that of GPUs is the weight of the queue, and who has none of a resource borrows none of it.
 */
final class KaiQueues implements QueueConvention {
    private static final String GROUP = "scheduling.run.ai";
    private static final String QUEUE = "Queue";
    private static final String USUAL = "default-queue";
    private static final List<String> LABELS = List.of("kai.scheduler/queue", "runai/queue");
    private static final PodGroupBearing GROUPS =
            new PodGroupBearing("pod-group-name", "/apis/" + GROUP + "/v2alpha2/podgroups", "PodGroups of KAI");
    private static final long MEGA = 1_000_000;
    private static final long WHOLE = 1_000_000;
    private static final double MOST = 1L << 52;

    /** Of each resource, how much one of it is here. */
    private static final SortedMap<String, Long> UNITS =
            new TreeMap<>(Map.of(QueueTree.GPU, (long) QueueTree.OF_ONE, QueueTree.CPU, 1L, QueueTree.MEMORY, MEGA));

    @Override
    public String name() {
        return "kai";
    }

    @Override
    public List<QueueKind> kinds() {
        return List.of(QueueKind.of(GROUP, QUEUE, "queues", "v2"));
    }

    @Override
    public String named(Pod pod) {
        return LABELS.stream()
                .map(label -> pod.meta().labels().getOrDefault(label, ""))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Override
    public List<String> annotations() {
        return List.of(GROUPS.annotation());
    }

    @Override
    public String bearer(Pod pod) {
        return GROUPS.of(pod);
    }

    @Override
    public boolean awaitsBearer() {
        return true;
    }

    @Override
    public Bearing<JsonObject> bearing() {
        return GROUPS.bearing();
    }

    @Override
    public String fallback(Pod pod, Map<String, String> namespace, Predicate<String> known) {
        return known.test(USUAL) ? USUAL : "";
    }

    @Override
    public String nowhere(Pod pod) {
        String group = bearer(pod);
        return group.isEmpty()
                ? "it names no queue by the label " + LABELS.getFirst()
                : "its PodGroup " + group + " is not there, or names no queue";
    }

    @Override
    public DeclaredQueues read(QueueObjects objects) {
        QueueNotes notes = new QueueNotes();
        SortedMap<String, String> closed = new TreeMap<>();
        List<QueueDraft> drafts = new ArrayList<>();
        for (JsonObject queue : objects.of(QUEUE)) {
            String name = queue.meta().name();
            try {
                drafts.add(draft(name, queue.tree(), notes));
            } catch (InputException e) {
                closed.put(name, notes.unread(name, e));
            }
        }
        QueueForest forest =
                new QueueForest(drafts.stream().map(QueueDraft::spec).toList());
        forest.lost().forEach(closed::putIfAbsent);
        return new DeclaredQueues(forest.rooted(), new TreeMap<>(), closed, new TreeMap<>(), notes.lines());
    }

    private static QueueDraft draft(String name, Tree tree, QueueNotes notes) {
        QueueDraft draft = new QueueDraft(name);
        draft.parent = Branches.text(tree, "spec", "parentQueue");
        for (Map.Entry<String, Long> unit : UNITS.entrySet()) {
            resource(draft, unit.getKey(), unit.getValue(), Branches.at(tree, "spec", "resources", unit.getKey()));
        }
        for (String key : List.of("priority", "preemptMinRuntime", "reclaimMinRuntime")) {
            if (Branches.at(tree, "spec", key) != null) {
                notes.say(key + " of queues does not count", name);
            }
        }
        return draft;
    }

    private static void resource(QueueDraft draft, String resource, long unit, @Nullable Tree said) {
        double quota = number(said, "quota");
        double limit = number(said, "limit");
        double weight = number(said, "overQuotaWeight");
        draft.quota.put(resource, quota < 0 ? QueueAmount.part(WHOLE) : amount(quota, unit));
        if (limit >= 0) {
            draft.limit.put(resource, amount(limit, unit));
        }
        if (weight <= 0 && quota >= 0) {
            draft.borrow.put(resource, QueueAmount.of(0));
        } else if (resource.equals(QueueTree.GPU) && weight > 0) {
            draft.weigh(weight);
        }
    }

    private static double number(@Nullable Tree resource, String key) {
        Tree number = Branches.at(resource, key);
        return number == null ? 0 : number.number();
    }

    private static QueueAmount amount(double number, long unit) {
        return QueueAmount.of((long) Math.min(MOST, Math.floor(number * unit)));
    }
}
