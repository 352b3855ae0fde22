package io.berth.gateway.setting;

import java.util.List;

/**
 * Somebody who may ask the gateway.
 *
 * @param keys SHA-256 of its keys, in small hexadecimal digits; empty for one that has none
 * @param priority of its requests; larger is more urgent
 * @param weight its share, against those of others, where tenants take turns
 * @param models that it may ask for; empty for all
 * @param regions whose servers its requests may go to; empty for all
 */
public record TenantSpec(
        String name,
        List<String> keys,
        int priority,
        int weight,
        List<String> models,
        List<String> regions,
        Allowance allowance) {
    public TenantSpec {
        keys = List.copyOf(keys);
        models = List.copyOf(models);
        regions = List.copyOf(regions);
    }

    /**
     * What it may take; 0 of anything for no limit. Days and months are those of UTC.
     *
     * @param costPerDay in billionths of the currency
     * @param costPerMonth the same
     */
    public record Allowance(
            long requestsPerMinute,
            long tokensPerMinute,
            long requestsPerDay,
            long tokensPerDay,
            long costPerDay,
            long costPerMonth) {
        /** No limit of anything. */
        public static final Allowance ALL = new Allowance(0, 0, 0, 0, 0, 0);

        /** Whether it must be known what was taken before this process began. */
        public boolean lasts() {
            return requestsPerDay + tokensPerDay + costPerDay + costPerMonth > 0;
        }
    }
}
