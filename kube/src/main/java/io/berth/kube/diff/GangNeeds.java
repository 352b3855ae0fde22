package io.berth.kube.diff;

import io.berth.core.workload.JobSpec;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.PodJob;
import io.berth.kube.mirror.Company;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What gangs need to start, and in words what keeps them from it before any node matters. */
public final class GangNeeds {
    private GangNeeds() {}

    /** How many of its {@code pods} must start together; -1 where nobody says, or it asks for what nothing here weighs. */
    public static int least(Mirror mirror, GangName gang, List<Pod> pods) {
        if (gang.served()) {
            PodGroup group = mirror.group(gang);
            return group == null || !group.unknown().isEmpty() ? -1 : group.least();
        }
        int least = pods.stream().mapToInt(GangName::least).max().orElse(0);
        return least == 0 ? -1 : least;
    }

    /** How many of {@code pods}, which are of one gang, are bound or did their work. */
    public static long placed(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> pod.over() ? counts(pod, pods) : pod.bound())
                .count();
    }

    /** What {@code pod} waits for by its claims, in words; empty for nothing. Those of a gang may wait for one claim together. */
    public static String whyClaims(Mirror mirror, Pod pod) {
        GangName gang = GangName.of(pod);
        boolean together = gang != null && least(mirror, gang, mirror.podsOf(gang)) > 1;
        return mirror.claims()
                .needs(pod, together ? Company.GANG : Company.NONE)
                .waits();
    }

    /** Why {@code pod}, which the engine does not know, waits for its gang; null where it is of none. */
    public static @Nullable String whyNot(Mirror mirror, Pod pod) {
        GangName gang = GangName.of(pod);
        if (gang == null) {
            return null;
        }
        List<Pod> pods = mirror.podsOf(gang);
        PodGroup group = mirror.group(gang);
        if (gang.served() && group == null) {
            return "the PodGroup " + gang.text() + " is not there";
        }
        if (group != null && !group.unknown().isEmpty()) {
            return "its PodGroup asks for " + String.join(", ", group.unknown())
                    + ", which this scheduler does not know";
        }
        int least = least(mirror, gang, pods);
        if (least < 0) {
            return "nobody says how many pods of gang " + gang.text() + " start together: the annotation "
                    + GangName.LEAST + " would";
        }
        long there = pods.stream()
                .filter(other -> other.over() ? counts(other, pods) : other.bound() || mayStart(mirror, other))
                .count();
        if (there < least) {
            return "of the " + least + " pods that start together as " + gang.text() + ", " + there + " may start"
                    + others(mirror, pods, least);
        }
        Company company = Company.of(pods);
        if (PodJob.gang(
                        gang,
                        pods,
                        other -> PodJob.waiting(other, mirror.claims().needs(other, company)))
                .isEmpty()) {
            return "the pods of " + gang.text() + " ask for more than " + JobSpec.MOST_GROUPS + " different things";
        }
        return "others of " + gang.text() + " start before it";
    }

    /**
     * True where {@code over} did its work beside those of {@code pods} that wait: it is of the same owner as one of them. Another run of the
     * same template leaves pods behind under the same name of a gang.
     */
    static boolean counts(Pod over, List<Pod> pods) {
        return over.succeeded()
                && pods.stream()
                        .filter(pod -> !pod.over() && !pod.bound())
                        .anyMatch(pod ->
                                Objects.equals(pod.meta().owner(), over.meta().owner()));
    }

    /** What is with those of {@code least} that may not start, in brackets. */
    private static String others(Mirror mirror, List<Pod> pods, int least) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        int absent = least;
        for (Pod pod : pods) {
            if (pod.over() ? counts(pod, pods) : pod.bound()) {
                absent--;
            } else if (!pod.over()) {
                absent--;
                counts.merge(heldBack(mirror, pod), 1, Integer::sum);
            }
        }
        counts.remove("");
        List<String> others = new ArrayList<>();
        if (absent > 0) {
            others.add(absent + " not there");
        }
        counts.forEach((what, count) -> others.add(count + " " + what));
        return " (" + String.join(", ", others) + ")";
    }

    private static boolean mayStart(Mirror mirror, Pod pod) {
        return heldBack(mirror, pod).isEmpty();
    }

    /** What keeps {@code pod} from starting whatever others do; empty for nothing. */
    private static String heldBack(Mirror mirror, Pod pod) {
        if (pod.meta().deleting()) {
            return "being deleted";
        }
        if (pod.spec().gated()) {
            return "behind a gate";
        }
        if (!pod.spec().where().unknown().isEmpty()) {
            return "asking for what this scheduler does not know";
        }
        if (!mirror.queues().of(pod).why().isEmpty()) {
            return "kept by their queue";
        }
        return mirror.claims().needs(pod, Company.GANG).waits().isEmpty() ? "" : "waiting for claims";
    }
}
