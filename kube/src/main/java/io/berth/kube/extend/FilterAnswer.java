package io.berth.kube.extend;

import java.util.List;
import java.util.Map;

/**
 * Which nodes will do for a pod.
 *
 * @param nodes by name, in the order in which they were named
 * @param failed why others will not do now, by name
 * @param unresolvable why others will not do whoever makes room there, by name
 */
public record FilterAnswer(List<String> nodes, Map<String, String> failed, Map<String, String> unresolvable) {}
