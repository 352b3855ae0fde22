package io.berth.kube.bind;

import io.berth.core.catalog.Catalog;
import java.util.function.BooleanSupplier;

/**
 * How a cluster is scheduled.
 *
 * @param scheduler the name by which pods ask for it
 * @param events how many events about pods that were bound are written a second, {@link #EACH} for one for each pod; 0 for no events at all
 * @param catalog of the policies that decide, which explain why pods wait
 * @param leads false when another may schedule in its place: nothing is bound then
 */
public record KubeOptions(String scheduler, int events, Catalog catalog, BooleanSupplier leads) {
    /** An event for each pod. */
    public static final int EACH = Integer.MAX_VALUE;
}
