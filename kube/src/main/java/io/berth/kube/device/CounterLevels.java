package io.berth.kube.device;

import io.berth.kube.claim.Counters;
import io.berth.kube.claim.Device;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** What is left of the counters of pools beside what is held, and what a search takes. */
final class CounterLevels {
    private final Holdings holdings;
    private final Map<Pool, Map<String, Map<String, BigDecimal>>> left = new IdentityHashMap<>();

    CounterLevels(Holdings holdings) {
        this.holdings = holdings;
    }

    /** True where there is as much as {@code device} of {@code pool} takes. */
    boolean has(Pool pool, Device device) {
        for (Counters consumed : device.consumes()) {
            Map<String, BigDecimal> there = of(pool).getOrDefault(consumed.set(), Map.of());
            for (Map.Entry<String, BigDecimal> takes : consumed.amounts().entrySet()) {
                if (there.getOrDefault(takes.getKey(), BigDecimal.ZERO).compareTo(takes.getValue()) < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    void take(Pool pool, Device device) {
        add(of(pool), device, -1);
    }

    void giveBack(Pool pool, Device device) {
        add(of(pool), device, 1);
    }

    /** All that is left in the sets that {@code device} takes of. */
    BigDecimal beside(Pool pool, Device device) {
        BigDecimal all = BigDecimal.ZERO;
        for (Counters consumed : device.consumes()) {
            for (BigDecimal amount :
                    of(pool).getOrDefault(consumed.set(), Map.of()).values()) {
                all = all.add(amount);
            }
        }
        return all;
    }

    /** Nothing is taken but what is held. */
    void reset() {
        left.clear();
    }

    /** What is left, by set and counter. Each device takes once, however many share it. */
    Map<String, Map<String, BigDecimal>> of(Pool pool) {
        return left.computeIfAbsent(pool, _ -> {
            Map<String, Map<String, BigDecimal>> levels = new HashMap<>();
            pool.counters().forEach((set, amounts) -> levels.put(set, new HashMap<>(amounts)));
            for (Offered offered : pool.devices()) {
                if (holdings.any(offered.id())) {
                    add(levels, offered.device(), -1);
                }
            }
            return levels;
        });
    }

    private static void add(Map<String, Map<String, BigDecimal>> levels, Device device, int sign) {
        for (Counters consumed : device.consumes()) {
            Map<String, BigDecimal> set = levels.get(consumed.set());
            if (set != null) {
                consumed.amounts()
                        .forEach((counter, amount) -> set.computeIfPresent(
                                counter, (_, there) -> sign > 0 ? there.add(amount) : there.subtract(amount)));
            }
        }
    }
}
