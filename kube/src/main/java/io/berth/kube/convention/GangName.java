package io.berth.kube.convention;

import io.berth.kube.object.Meta;
import io.berth.kube.object.Pod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which gang: pods of one namespace that start together or not at all. A pod is of the one that it names in {@code
 * spec.schedulingGroup}, else in the annotation {@link #ANNOTATION}, else of that of its owner where it asks for that ({@link #BY_OWNER}),
 * else in a label of the scheduler plug-ins of Kubernetes.
 *
 * @param served true where a PodGroup of that name says how many pods there must be; else they say so themselves
 */
public record GangName(String namespace, String name, boolean served) {
    /** The name of a gang. */
    public static final String ANNOTATION = "berth.io/gang";

    /** How many of its pods must start together. */
    public static final String LEAST = "berth.io/gang-min";

    /** With the value {@code true}: the pods of one owner are a gang. */
    public static final String BY_OWNER = "berth.io/gang-by-owner";

    /** How many pods a group of a LeaderWorkerSet has (sigs.k8s.io/lws, api/leaderworkerset/v1). */
    public static final String GROUP_SIZE = "leaderworkerset.sigs.k8s.io/size";

    private static final String GROUP_OF = "leaderworkerset.sigs.k8s.io/name";
    private static final String GROUP_INDEX = "leaderworkerset.sigs.k8s.io/group-index";

    /** What says whose they are beyond the object that made them: JobSet, the jobs of Kubeflow's trainer, clusters of Ray. */
    private static final List<String> OWNERS =
            List.of("jobset.sigs.k8s.io/jobset-name", "training.kubeflow.org/job-name", "ray.io/cluster");

    // sigs.k8s.io/scheduler-plugins, pkg/coscheduling: the label of now, and the ones from before it had objects.
    private static final String LABEL = "scheduling.x-k8s.io/pod-group";
    private static final String EARLIER_LABEL = "pod-group.scheduling.sigs.k8s.io/name";
    private static final String EARLIER_LEAST = "pod-group.scheduling.sigs.k8s.io/min-available";

    /** That of {@code pod}; null where it is of none. */
    public static @Nullable GangName of(Pod pod) {
        String namespace = pod.meta().key().namespace();
        String group = pod.spec().where().group();
        if (!group.isEmpty()) {
            return new GangName(namespace, group, true);
        }
        Map<String, String> labels = pod.meta().labels();
        String name = pod.meta().annotations().getOrDefault(ANNOTATION, "");
        name = name.isEmpty() ? ofOwner(pod) : name;
        name = name.isEmpty() ? labels.getOrDefault(LABEL, "") : name;
        name = name.isEmpty() ? labels.getOrDefault(EARLIER_LABEL, "") : name;
        return name.isEmpty() ? null : new GangName(namespace, name, false);
    }

    /** Empty where it does not ask for that, or nobody owns it. */
    private static String ofOwner(Pod pod) {
        if (!asksByOwner(pod)) {
            return "";
        }
        Map<String, String> labels = pod.meta().labels();
        String group = labels.getOrDefault(GROUP_OF, "");
        if (!group.isEmpty()) {
            return group + "-" + labels.getOrDefault(GROUP_INDEX, "");
        }
        for (String owner : OWNERS) {
            String name = labels.getOrDefault(owner, "");
            if (!name.isEmpty()) {
                return name;
            }
        }
        Meta.Owner owner = pod.meta().owner();
        return owner == null ? "" : owner.name();
    }

    private static boolean asksByOwner(Pod pod) {
        return pod.meta().annotations().getOrDefault(BY_OWNER, "").equals("true");
    }

    /** How many must start together, as {@code pod} says; 0 where it does not. */
    public static int least(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        String said = annotations.getOrDefault(LEAST, "");
        said = said.isEmpty() ? pod.meta().labels().getOrDefault(EARLIER_LEAST, "") : said;
        said = said.isEmpty() ? annotations.getOrDefault(EARLIER_LEAST, "") : said;
        said = said.isEmpty() && asksByOwner(pod) ? annotations.getOrDefault(GROUP_SIZE, "") : said;
        try {
            return said.isEmpty() ? 0 : Math.max(0, Integer.parseInt(said));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** As people write it. */
    public String text() {
        return namespace + "/" + name;
    }
}
