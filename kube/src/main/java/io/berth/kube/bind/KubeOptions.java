package io.berth.kube.bind;

import io.berth.core.catalog.Catalog;
import java.util.function.BooleanSupplier;

/**
 * How a cluster is scheduled.
 *
 * @param scheduler the name by which pods ask for it
 * @param events true where events about pods are written
 * @param catalog of the policies that decide, which explain why pods wait
 * @param leads false when another may schedule in its place: nothing is bound then
 */
public record KubeOptions(String scheduler, boolean events, Catalog catalog, BooleanSupplier leads) {}
