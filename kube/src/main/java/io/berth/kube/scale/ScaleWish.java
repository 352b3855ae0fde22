package io.berth.kube.scale;

import io.berth.core.scale.rule.ScaleSpec;

/**
 * How the replicas of an object follow what comes.
 *
 * @param spec from at least one on
 * @param idleNanos after how long without a request there is none; {@code Nanos.NEVER} where there is always one
 */
public record ScaleWish(ScaleTarget target, ScaleSpec spec, long idleNanos) {}
