package io.berth.kube.dump;

import io.berth.kube.convention.GangName;
import io.berth.kube.object.Branches;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pods that are not there yet: of Workloads of Kueue that were not admitted, and of Jobs that are suspended. They wait since their owner
 * was made.
 */
final class SuspendedPods {
    /** The label with the name of the queue. */
    static final String QUEUE = "kueue.x-k8s.io/queue-name";
    /** The annotation of a pod with the name of its Workload. */
    static final String WORKLOAD = "kueue.x-k8s.io/workload";
    /** The label of pods that are a Workload by themselves. */
    static final String GROUP = "kueue.x-k8s.io/pod-group-name";

    /** More pods of one owner are no workload that somebody has, and would fill the memory. */
    private static final long MOST_PODS = 100_000;

    private final PodDump reading;
    private final Tree owner;
    private final List<DumpedPod> pods = new ArrayList<>();

    private SuspendedPods(PodDump reading, Tree owner) {
        this.reading = reading;
        this.owner = owner;
    }

    /** Those of a Workload: a gang, in its queue and of its priority. */
    static List<DumpedPod> ofWorkload(Tree workload, PodDump reading) {
        SuspendedPods made = new SuspendedPods(reading, workload);
        List<Tree> sets = Branches.items(workload, "spec", "podSets");
        long total = 0;
        for (Tree set : sets) {
            total += made.count(set.require("count"));
        }
        String queue = Branches.text(workload, "spec", "queueName");
        Tree priority = Branches.at(workload, "spec", "priority");
        for (Tree set : sets) {
            Template template = made.template(set.require("template"), Branches.text(set, "name"), priority);
            made.add(template.inGang(made.name(), Math.toIntExact(total)), made.count(set.require("count")), queue);
        }
        return made.pods;
    }

    /** Those of a Job: as many as it runs at once, each by itself where its template does not say otherwise. */
    static List<DumpedPod> ofJob(Tree job, PodDump reading) {
        SuspendedPods made = new SuspendedPods(reading, job);
        Tree parallelism = Branches.at(job, "spec", "parallelism");
        Tree completions = Branches.at(job, "spec", "completions");
        long count = parallelism == null ? 1 : made.count(parallelism);
        count = completions == null ? count : Math.min(count, made.count(completions));
        Template template = made.template(job.require("spec").require("template"), "", null);
        made.add(template, count, Branches.text(job, "metadata", "labels", QUEUE));
        return made.pods;
    }

    private String name() {
        return Branches.text(owner, "metadata", "name");
    }

    private long count(Tree tree) {
        long count = tree.whole();
        if (count < 0 || count > MOST_PODS) {
            throw InputException.at(tree, "must be 0 to " + MOST_PODS + ", but is " + tree.describe());
        }
        return count;
    }

    /**
     * One of the templates of an owner.
     *
     * @param set by what its pods are told from others of that owner; empty where there are none
     */
    private record Template(Tree tree, String set, Map<String, Tree> spec, Map<String, Tree> annotations) {
        Template inGang(String name, int least) {
            if (least > 1) {
                annotations.put(GangName.ANNOTATION, value(tree, name));
                annotations.put(GangName.LEAST, value(tree, Integer.toString(least)));
            }
            return this;
        }
    }

    private Template template(Tree template, String set, @Nullable Tree priority) {
        Map<String, Tree> spec = new LinkedHashMap<>();
        Branches.entries(template, "spec").forEach(entry -> spec.put(entry.key(), entry.value()));
        for (String containers : List.of("containers", "initContainers")) {
            Tree listed = spec.get(containers);
            if (listed != null && !listed.isNull()) {
                spec.put(
                        containers,
                        new Tree.Items(
                                listed.position(),
                                listed.path(),
                                listed.items().stream()
                                        .map(SuspendedPods::requesting)
                                        .toList()));
            }
        }
        if (priority != null) {
            spec.put("priority", priority);
        }
        Map<String, Tree> annotations = new LinkedHashMap<>();
        Branches.entries(template, "metadata", "annotations")
                .forEach(entry -> annotations.put(entry.key(), entry.value()));
        return new Template(template, set, spec, annotations);
    }

    /** What is limited and not asked for is asked for: the API server says so of pods, and not of templates. */
    private static Tree requesting(Tree container) {
        Map<String, Tree> requests = new LinkedHashMap<>();
        Branches.entries(container, "resources", "limits").forEach(entry -> requests.put(entry.key(), entry.value()));
        Branches.entries(container, "resources", "requests").forEach(entry -> requests.put(entry.key(), entry.value()));
        Map<String, Tree> all = new LinkedHashMap<>();
        container.entries().forEach(entry -> all.put(entry.key(), entry.value()));
        all.put("resources", map(container, Map.of("requests", map(container, requests))));
        return map(container, all);
    }

    private void add(Template template, long count, String queue) {
        for (long i = 0; i < count; i++) {
            String member = (template.set.isEmpty() ? "-" : "-" + template.set + "-") + i;
            Map<String, Tree> meta = new LinkedHashMap<>();
            meta.put("name", value(owner, name() + member));
            meta.put("namespace", value(owner, Branches.text(owner, "metadata", "namespace")));
            meta.put("uid", value(owner, Branches.text(owner, "metadata", "uid") + member));
            meta.put("creationTimestamp", owner.require("metadata").require("creationTimestamp"));
            Tree labels = Branches.at(template.tree, "metadata", "labels");
            if (labels != null) {
                meta.put("labels", labels);
            }
            meta.put("annotations", map(owner, template.annotations));
            DumpedPod read = reading.read(map(
                    template.tree, Map.of("metadata", map(owner, meta), "spec", map(template.tree, template.spec))));
            pods.add(queue.isEmpty() ? read : read.with(read.wish().ofQueue(queue)));
        }
    }

    private static Tree value(Tree like, String text) {
        return new Tree.Scalar(like.position(), like.path(), text, true);
    }

    private static Tree map(Tree like, Map<String, Tree> values) {
        Position at = like.position();
        List<Tree.Entry> entries = new ArrayList<>();
        values.forEach((key, value) -> entries.add(new Tree.Entry(at, key, value)));
        return new Tree.Map(at, like.path(), entries);
    }
}
