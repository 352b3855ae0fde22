package io.berth.kube.claim;

import io.berth.kube.object.NodeAffinity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The devices that a claim has.
 *
 * @param where which nodes they can be had from; null for all
 * @param seconds since when, UTC; 0 where nobody says
 */
public record Allocation(
        List<Result> results,
        List<Configuration> configuration,
        @Nullable NodeAffinity where,
        long seconds) {
    /** The same since {@code second}, UTC. */
    public Allocation since(long second) {
        return new Allocation(results, configuration, where, second);
    }

    /** Which device of all. */
    public record Id(String driver, String pool, String device) {
        public PoolVersion.Id inPool() {
            return new PoolVersion.Id(driver, pool);
        }
    }

    /**
     * One device.
     *
     * @param request for which it is: its name, or {@code request/option}
     * @param admin true where others may have it as well
     * @param share which part of it; null where it is whole
     */
    public record Result(
            String request,
            Id id,
            boolean admin,
            @Nullable Share share,
            BindingConditions binding,
            List<DeviceToleration> tolerations) {}

    /**
     * A part of a device.
     *
     * @param id tells it from other parts
     * @param consumed of its capacities, by name
     */
    public record Share(String id, Map<String, BigDecimal> consumed) {}
}
