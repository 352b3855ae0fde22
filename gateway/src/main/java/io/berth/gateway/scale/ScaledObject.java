package io.berth.gateway.scale;

import io.berth.core.scale.rule.ScaleSpec;

/**
 * An object of Kubernetes, whose replicas follow what comes for them.
 *
 * @param api its group and version
 * @param spec from at least one on
 * @param idleNanos after how long without a request there is none; {@code Nanos.NEVER} where there is always one
 */
public record ScaledObject(String api, String kind, String name, ScaleSpec spec, long idleNanos) {
    /** How many requests at once each of them is to have. */
    public int each() {
        return (int) Math.max(1, spec.target());
    }
}
