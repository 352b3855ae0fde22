package io.berth.kube.mirror;

import io.berth.kube.convention.GangName;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which pods are of which gang, and the PodGroups that say how many must start together. Of one thread at a time. */
final class GangMembers {
    private final Map<GangName, Map<String, Pod>> members = new HashMap<>();
    private final Map<GangName, PodGroup> groups = new HashMap<>();

    /** {@code pod} is as it is now; null where it is gone. {@code before} is what it was; null where it was not there. */
    void put(@Nullable Pod before, @Nullable Pod pod) {
        GangName was = before == null ? null : GangName.of(before);
        GangName is = pod == null ? null : GangName.of(pod);
        if (before != null && was != null && !was.equals(is)) {
            Map<String, Pod> others = members.get(was);
            if (others != null) {
                others.remove(before.meta().uid());
                if (others.isEmpty()) {
                    members.remove(was);
                }
            }
        }
        if (pod != null && is != null) {
            members.computeIfAbsent(is, _ -> new LinkedHashMap<>())
                    .put(pod.meta().uid(), pod);
        }
    }

    /** All pods of {@code gang}. */
    List<Pod> of(GangName gang) {
        return List.copyOf(members.getOrDefault(gang, Map.of()).values());
    }

    /** One of {@code gang} that is not bound; null where all are. */
    @Nullable
    Pod unbound(GangName gang) {
        return members.getOrDefault(gang, Map.of()).values().stream()
                .filter(pod -> !pod.bound() && !pod.over())
                .findFirst()
                .orElse(null);
    }

    /** Null where it is not there. */
    @Nullable
    PodGroup group(GangName gang) {
        return groups.get(gang);
    }

    /** The groups that are not said to have started. */
    List<PodGroup> toStart() {
        return groups.values().stream().filter(group -> !group.started()).toList();
    }

    /** These are all groups; the gangs for which that says something else. */
    Set<GangName> all(List<PodGroup> objects) {
        Map<GangName, PodGroup> before = new HashMap<>(groups);
        groups.clear();
        Set<GangName> changed = new HashSet<>();
        for (PodGroup group : objects) {
            if (put(group, before.remove(name(group)))) {
                changed.add(name(group));
            }
        }
        changed.addAll(before.keySet());
        return changed;
    }

    /** One came, or is otherwise; true where that matters. */
    boolean put(PodGroup group) {
        return put(group, groups.get(name(group)));
    }

    private boolean put(PodGroup group, @Nullable PodGroup before) {
        groups.put(name(group), group);
        return before == null || !before.asksAs(group);
    }

    void remove(PodGroup group) {
        groups.remove(name(group));
    }

    static GangName name(PodGroup group) {
        return new GangName(group.meta().key().namespace(), group.meta().name(), true);
    }
}
