package io.berth.kube.convention;

import io.berth.kube.object.Pod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which gang: pods of one namespace that start together or not at all. A pod is of the one that it names in {@code
 * spec.schedulingGroup}, else in the annotation {@link #ANNOTATION}, else in a label of the scheduler plug-ins of Kubernetes.
 *
 * @param served true where a PodGroup of that name says how many pods there must be; else they say so themselves
 */
public record GangName(String namespace, String name, boolean served) {
    /** The name of a gang. */
    public static final String ANNOTATION = "berth.io/gang";

    /** How many of its pods must start together. */
    public static final String LEAST = "berth.io/gang-min";

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
        name = name.isEmpty() ? labels.getOrDefault(LABEL, "") : name;
        name = name.isEmpty() ? labels.getOrDefault(EARLIER_LABEL, "") : name;
        return name.isEmpty() ? null : new GangName(namespace, name, false);
    }

    /** How many must start together, as {@code pod} says; 0 where it does not. */
    public static int least(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        String said = annotations.getOrDefault(LEAST, "");
        said = said.isEmpty() ? pod.meta().labels().getOrDefault(EARLIER_LEAST, "") : said;
        said = said.isEmpty() ? annotations.getOrDefault(EARLIER_LEAST, "") : said;
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
