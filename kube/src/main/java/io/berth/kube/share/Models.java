package io.berth.kube.share;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Which models of devices are shared in a cluster, and how many devices there are of each size. */
final class Models {
    /** How many, by kind, model and MiB. */
    private final Map<String, Map<String, Map<Long, Integer>>> counts = new TreeMap<>();

    Models(Collection<List<SharedDevice>> nodes) {
        for (List<SharedDevice> devices : nodes) {
            for (SharedDevice device : devices) {
                if (device.usable()) {
                    counts.computeIfAbsent(device.kind(), _ -> new TreeMap<>())
                            .computeIfAbsent(device.model(), _ -> new TreeMap<>())
                            .merge(device.memoryMib(), 1, Integer::sum);
                }
            }
        }
    }

    /** The models of {@code kind} that will do. */
    List<String> of(String kind, Predicate<String> which) {
        return counts.getOrDefault(kind, Map.of()).keySet().stream()
                .filter(which)
                .toList();
    }

    /** How many models of {@code kind} there are. */
    int count(String kind) {
        return counts.getOrDefault(kind, Map.of()).size();
    }

    /** The size of which there are most devices of {@code models}, the smaller of equals; 0 where there is none. */
    long commonMib(String kind, List<String> models) {
        Map<Long, Integer> sizes = new TreeMap<>();
        counts.getOrDefault(kind, Map.of()).forEach((model, of) -> {
            if (models.contains(model)) {
                of.forEach((mib, count) -> sizes.merge(mib, count, Integer::sum));
            }
        });
        long common = 0;
        int most = 0;
        for (Map.Entry<Long, Integer> size : sizes.entrySet()) {
            if (size.getValue() > most) {
                common = size.getKey();
                most = size.getValue();
            }
        }
        return common;
    }

    /** Those of {@code models} of which there are devices of {@code mib}. */
    List<String> ofSize(String kind, List<String> models, long mib) {
        Map<String, Map<Long, Integer>> ofKind = counts.getOrDefault(kind, Map.of());
        return models.stream()
                .filter(model -> ofKind.getOrDefault(model, Map.of()).containsKey(mib))
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Models models && counts.equals(models.counts);
    }

    @Override
    public int hashCode() {
        return counts.hashCode();
    }
}
