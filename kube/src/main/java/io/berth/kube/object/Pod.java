package io.berth.kube.object;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Toleration;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code v1 Pod}. */
public record Pod(Meta meta, Spec spec, Status status) implements KubeObject {
    /** The rule that nobody weighs who does not know the labels of namespaces. */
    public static final String NAMESPACES = "namespaceSelector";

    /**
     * What is wanted.
     *
     * @param node where it is bound to; empty where it is not
     * @param scheduler who is to bind it
     * @param urgency which pods it goes before, and how
     * @param gated true while something else holds it back
     * @param deadlineSeconds how long it may be active; 0 for as long as it takes
     * @param needs its resources
     * @param where which nodes will do
     */
    public record Spec(
            String node,
            String scheduler,
            Urgency urgency,
            boolean gated,
            long deadlineSeconds,
            Needs needs,
            Where where) {
        /** Larger is more urgent. */
        public int priority() {
            return urgency.priority;
        }
    }

    /**
     * Which pods it goes before, and how.
     *
     * @param priority larger is more urgent
     * @param preempts false where nobody is to be stopped for it, by its {@code preemptionPolicy}
     */
    public record Urgency(int priority, boolean preempts) {}

    /**
     * Its resources: what is wanted; or, while a pod is resized in place, what its node still has for it, whichever is more.
     *
     * @param containers those that run together
     * @param init those that run before them, one after another, and sidecars among them
     * @param overhead what the runtime takes beside, by resource
     * @param whole what the pod as a whole asks for, by resource
     * @param claims of devices
     * @param ofClaims what its devices take of its node beside, by its status, by resource, each to be added to what containers ask for
     * @param images that it starts from, of containers, init containers and volumes, with their tags, sorted
     */
    public record Needs(
            List<Container> containers,
            List<Container> init,
            Map<String, String> overhead,
            Map<String, String> whole,
            List<DevicesClaimed> claims,
            List<Map<String, String>> ofClaims,
            List<String> images) {
        /** The names of all resources that its containers ask for. */
        public Set<String> resources() {
            Set<String> names = new TreeSet<>(whole.keySet());
            containers.forEach(container -> names.addAll(container.requests().keySet()));
            init.forEach(container -> names.addAll(container.requests().keySet()));
            return names;
        }
    }

    /**
     * A claim of devices.
     *
     * @param name by which the pod calls it
     * @param claim its name; empty where it is made for the pod or its PodGroup, and is not there yet
     * @param template of which it is made; empty where it is there by itself
     */
    public record DevicesClaimed(String name, String claim, String template) {
        /** True where it is made for the pod, or for its PodGroup, and goes with that. */
        public boolean own() {
            return !template.isEmpty();
        }

        /** True where {@code other} is the same claim of whoever names both: a PodGroup and its pods say so alike. */
        public boolean namesAs(DevicesClaimed other) {
            return name.equals(other.name) && template.equals(other.template) && (own() || claim.equals(other.claim));
        }
    }

    /**
     * A container.
     *
     * @param sidecar true for one of {@code initContainers} that goes on beside those after it
     * @param requests quantities by resource
     */
    public record Container(String name, boolean sidecar, Map<String, String> requests) {}

    /**
     * Which nodes will do.
     *
     * @param labels what a node must be labelled with
     * @param tolerations which taints are put up with
     * @param affinity what is asked of nodes beside; null for nothing
     * @param pods what is asked of where other pods are
     * @param volumes those of its volumes that are claimed
     * @param group the PodGroup with whose pods it starts; empty for none
     * @param unknown rules that are asked for and that nothing here weighs, by the names of their fields
     */
    public record Where(
            Map<String, String> labels,
            List<Toleration> tolerations,
            @Nullable NodeAffinity affinity,
            PodRules pods,
            List<ClaimedVolume> volumes,
            String group,
            List<String> unknown) {}

    /**
     * A volume that is claimed.
     *
     * @param name of the claim; or of the volume, where a claim is made for it and goes with the pod
     * @param own true where it is made for it
     */
    public record ClaimedVolume(String name, boolean own) {}

    /**
     * What became of it.
     *
     * @param phase {@code Pending}, {@code Running}, {@code Succeeded}, {@code Failed}; empty where nobody said
     * @param boundSeconds since when it is bound to a node, UTC; 0 where nobody says
     */
    public record Status(String phase, long boundSeconds) {}

    /** True where it holds nothing of a node any more. */
    public boolean over() {
        return succeeded() || status.phase.equals("Failed");
    }

    /** True where it did its work. */
    public boolean succeeded() {
        return status.phase.equals("Succeeded");
    }

    public boolean bound() {
        return !spec.node.isEmpty();
    }

    /** The same, bound to {@code node}. */
    public Pod on(String node) {
        Spec there =
                new Spec(node, spec.scheduler, spec.urgency, spec.gated, spec.deadlineSeconds, spec.needs, spec.where);
        return new Pod(meta, there, status);
    }

    /** True where labels of namespaces say of which the pods are that its rules mean. */
    public boolean asksNamespaces() {
        return spec.where.pods.asksNamespaces();
    }

    /** The same where {@code matching} names the namespaces whose labels its rules ask for. */
    public Pod named(Function<List<Requirement>, List<String>> matching) {
        Where where = spec.where;
        List<String> unknown =
                where.unknown.stream().filter(name -> !name.equals(NAMESPACES)).toList();
        Where named = new Where(
                where.labels,
                where.tolerations,
                where.affinity,
                where.pods.named(matching),
                where.volumes,
                where.group,
                unknown);
        return new Pod(
                meta,
                new Spec(spec.node, spec.scheduler, spec.urgency, spec.gated, spec.deadlineSeconds, spec.needs, named),
                status);
    }

    /** @throws MalformedException where it is no pod, or one without a name or UID */
    public static Pod read(Message message) {
        return PodReader.read(message);
    }
}
