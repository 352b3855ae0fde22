package io.berth.kube.queue;

import io.berth.kube.object.KubeObject;
import io.berth.kube.watch.Reflector.Need;
import io.berth.kube.watch.Resource;
import java.util.List;
import java.util.function.Function;

/**
 * Objects that say in which queue pods are, such as the Jobs that made them.
 *
 * @param ways in which the kind may be served, the newest first
 * @param need whether all waits for it
 * @param key by which pods mean one of them
 * @param place what it says, as a pod would; empty where it says nothing
 */
public record Bearing<T extends KubeObject>(
        List<Resource<T>> ways, Need need, Function<T, String> key, Function<T, String> place) {}
