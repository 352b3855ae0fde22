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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The queues of Volcano (scheduling.volcano.sh/v1beta1): {@code deserved} is the quota, {@code capability} the limit, {@code guarantee} what is not lent. Where no
 * queue says what it deserves, that is its part of the cluster by its {@code weight}, as Volcano's plugin {@code proportion} has it.
 */
final class VolcanoQueues implements QueueConvention {
    private static final String GROUP = "scheduling.volcano.sh";
    private static final String QUEUE = "Queue";
    private static final long WHOLE = 1_000_000;

    /** The queue that is the cluster itself. */
    private static final String ROOT = "root";

    private static final String USUAL = "default";
    private static final String NAMED = "scheduling.volcano.sh/queue-name";
    private static final String NAMED_TOO = "volcano.sh/queue-name";
    private static final PodGroupBearing GROUPS = new PodGroupBearing(
            "scheduling.k8s.io/group-name", "/apis/" + GROUP + "/v1beta1/podgroups", "PodGroups of Volcano");

    @Override
    public String name() {
        return "volcano";
    }

    @Override
    public List<QueueKind> kinds() {
        return List.of(QueueKind.of(GROUP, QUEUE, "queues", "v1beta1"));
    }

    @Override
    public String named(Pod pod) {
        for (Map<String, String> said :
                List.of(pod.meta().annotations(), pod.meta().labels())) {
            String name = said.getOrDefault(NAMED, said.getOrDefault(NAMED_TOO, ""));
            if (!name.isEmpty()) {
                return name;
            }
        }
        return "";
    }

    @Override
    public List<String> annotations() {
        return List.of(NAMED, NAMED_TOO, GROUPS.annotation());
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
        String ofNamespace = namespace.getOrDefault(NAMED, "");
        return ofNamespace.isEmpty() ? USUAL : ofNamespace;
    }

    @Override
    public String nowhere(Pod pod) {
        return "its PodGroup " + bearer(pod) + " is not there";
    }

    @Override
    public DeclaredQueues read(QueueObjects objects) {
        return new Read(objects).read();
    }

    /** One reading. */
    private static final class Read {
        private final QueueObjects objects;
        private final QueueResources resources;
        private final QueueNotes notes = new QueueNotes();
        private final List<QueueDraft> drafts = new ArrayList<>();
        private final SortedMap<String, String> closed = new TreeMap<>();
        private boolean deserved;

        Read(QueueObjects objects) {
            this.objects = objects;
            SortedSet<String> named = new TreeSet<>();
            for (JsonObject queue : objects.of(QUEUE)) {
                for (String amounts : List.of("capability", "deserved")) {
                    Branches.entries(queue.tree(), "spec", amounts).forEach(entry -> named.add(entry.key()));
                }
                Branches.entries(queue.tree(), "spec", "guarantee", "resource")
                        .forEach(entry -> named.add(entry.key()));
            }
            resources = new QueueResources(named);
            named.stream()
                    .filter(resource -> !QueueResources.counts(resource))
                    .forEach(resource -> notes.say("amounts of these are not kept", resource));
        }

        DeclaredQueues read() {
            for (JsonObject queue : objects.of(QUEUE)) {
                try {
                    queue(queue);
                } catch (InputException e) {
                    String name = queue.meta().name();
                    closed.put(name, notes.unread(name, e));
                }
            }
            if (!deserved) {
                byWeight();
            }
            QueueForest forest =
                    new QueueForest(drafts.stream().map(QueueDraft::spec).toList());
            forest.lost().forEach(closed::putIfAbsent);
            return new DeclaredQueues(forest.rooted(), new TreeMap<>(), closed, new TreeMap<>(), notes.lines());
        }

        private void queue(JsonObject object) {
            String name = object.meta().name();
            if (name.equals(ROOT)) {
                return;
            }
            Tree spec = object.tree();
            QueueDraft draft = new QueueDraft(name);
            String parent = Branches.text(spec, "spec", "parent");
            draft.parent = parent.equals(ROOT) ? "" : parent;
            Tree weight = Branches.at(spec, "spec", "weight");
            if (weight != null) {
                draft.weigh(weight.number());
            }
            amounts(spec, "deserved").forEach((resource, amount) -> draft.quota.put(resource, QueueAmount.of(amount)));
            deserved |= !draft.quota.isEmpty();
            amounts(spec, "capability")
                    .forEach((resource, amount) -> draft.limit.put(resource, QueueAmount.of(amount)));
            guaranteed(draft, amounts(spec, "guarantee", "resource"));
            if (Branches.text(spec, "spec", "reclaimable").equals("false")) {
                notes.say("what they borrow is taken back too (reclaimable: false)", name);
            }
            String state = Branches.text(spec, "status", "state");
            if (state.equals("Closed") || state.equals("Closing")) {
                closed.put(name, "queue " + name + " is closed");
            }
            drafts.add(draft);
        }

        /** What is guaranteed is deserved too, and nobody else has it. */
        private void guaranteed(QueueDraft draft, SortedMap<String, Long> guarantee) {
            guarantee.forEach((resource, amount) -> {
                QueueAmount said = draft.quota.get(resource);
                long quota = Math.max(amount, said == null ? 0 : said.amount());
                draft.quota.put(resource, QueueAmount.of(quota));
                draft.lend.put(resource, QueueAmount.of(quota - amount));
            });
        }

        private SortedMap<String, Long> amounts(Tree object, String... keys) {
            SortedMap<String, Long> amounts = new TreeMap<>();
            String[] path = new String[keys.length + 1];
            path[0] = "spec";
            System.arraycopy(keys, 0, path, 1, keys.length);
            for (Tree.Entry entry : Branches.entries(object, path)) {
                if (QueueResources.counts(entry.key())) {
                    amounts.merge(resources.name(entry.key()), resources.amount(entry.key(), entry.value()), Long::sum);
                }
            }
            return amounts;
        }

        /** Of those below the cluster; who is below another gets its part of that one's. */
        private void byWeight() {
            List<QueueDraft> tops =
                    drafts.stream().filter(draft -> draft.parent.isEmpty()).toList();
            long weights = tops.stream().mapToLong(QueueDraft::weightMilli).sum();
            for (QueueDraft top : tops) {
                QueueAmount part = QueueAmount.part(WHOLE * top.weightMilli() / weights);
                for (String resource : List.of(QueueTree.GPU, QueueTree.CPU, QueueTree.MEMORY)) {
                    top.quota.putIfAbsent(resource, part);
                }
            }
        }
    }
}
