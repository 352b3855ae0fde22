package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Counters;
import io.berth.kube.claim.Device;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Devices that one driver manages together.
 *
 * @param why nothing can be had of it, in words; empty where something can
 * @param counters how much there is, by set and counter
 * @param parts which of its devices lie on slices of one
 */
record Pool(
        PoolVersion.Id id,
        String why,
        List<Offered> devices,
        Map<String, Map<String, BigDecimal>> counters,
        Partitions parts) {
    /** The newest version of the pool that {@code slices} make up, with the taints that {@code rules} give its devices; not empty. */
    static Pool of(Collection<Slice> slices, Collection<TaintRule> rules) {
        long newest = slices.stream()
                .mapToLong(slice -> slice.pool().generation())
                .max()
                .orElseThrow();
        List<Slice> current = slices.stream()
                .filter(slice -> slice.pool().generation() == newest)
                .sorted(Comparator.comparing(slice -> slice.meta().name()))
                .toList();
        PoolVersion version = current.getFirst().pool();
        List<Offered> devices = new ArrayList<>();
        Map<String, Map<String, BigDecimal>> counters = new HashMap<>();
        String name = "pool " + version.name() + " of " + version.driver();
        String why = current.size() == version.slices()
                ? ""
                : name + " is being changed: " + current.size() + " of its " + version.slices() + " slices are there";
        Set<String> names = new HashSet<>();
        for (Slice slice : current) {
            for (Device device : slice.devices()) {
                if (!names.add(device.name())) {
                    why = name + " has two devices " + device.name();
                }
                devices.add(offered(new Allocation.Id(version.driver(), version.name(), device.name()), device, rules));
            }
            for (Counters set : slice.shared()) {
                if (counters.put(set.set(), set.amounts()) != null) {
                    why = name + " has two sets of counters " + set.set();
                }
            }
        }
        if (why.isEmpty()) {
            why = consumesWhatIsNotThere(name, devices, counters);
        }
        return new Pool(version.id(), why, List.copyOf(devices), counters, Partitions.of(devices));
    }

    private static Offered offered(Allocation.Id id, Device device, Collection<TaintRule> rules) {
        return new Offered(
                id,
                device.tainted(rules.stream()
                        .filter(rule -> rule.selects(id))
                        .map(TaintRule::taint)
                        .toList()));
    }

    private static String consumesWhatIsNotThere(
            String name, List<Offered> devices, Map<String, Map<String, BigDecimal>> counters) {
        for (Offered offered : devices) {
            for (Counters consumed : offered.device().consumes()) {
                Map<String, BigDecimal> there = counters.getOrDefault(consumed.set(), Map.of());
                if (!there.keySet().containsAll(consumed.amounts().keySet())) {
                    return name + " lacks counters that device "
                            + offered.device().name() + " takes of";
                }
                if (consumed.amounts().values().stream().anyMatch(amount -> amount.signum() < 0)) {
                    return name + " has a device " + offered.device().name()
                            + " that takes less than nothing of counters";
                }
            }
        }
        return "";
    }
}
