package io.berth.testkit.kube.rule;

import java.util.List;
import java.util.SortedMap;

/**
 * A world as an API server showed it, and what kube-scheduler made of it.
 *
 * @param nodes the list of them as it was sent, in protobuf
 * @param pods as {@code nodes}
 * @param feasible by the number of the pod, the numbers of the nodes where it may go
 */
record RecordedWorld(String name, byte[] nodes, byte[] pods, SortedMap<Integer, List<Integer>> feasible) {}
