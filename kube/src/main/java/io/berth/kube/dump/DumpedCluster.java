package io.berth.kube.dump;

import io.berth.kube.object.Node;
import io.berth.kube.object.PodGroup;
import java.util.List;

/** The objects of a dump that count. */
record DumpedCluster(List<Node> nodes, List<DumpedPod> pods, List<PodGroup> groups, DumpedQueues queues) {}
