package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.JobSpec;
import io.berth.kube.Hostile;
import io.berth.kube.ProtoText;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.NodeFacts;
import io.berth.kube.convention.PodJob;
import io.kubernetes.client.proto.V1;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the bytes are, they are an object that becomes a job or a node, or they are refused. */
@Timeout(120)
class HostileBytesTest {
    private static final byte[] POD = ProtoText.bytes(V1.Pod.getDefaultInstance(), """
            metadata {
              name: 'web-0' namespace: 'team' uid: '0f' resourceVersion: '77' labels { key: 'app' value: 'web' }
              annotations { key: 'a/b' value: 'c' } ownerReferences { kind: 'Job' name: 'w' uid: 'x' controller: true }
            }
            spec {
              containers { name: 'one' resources {
                requests { key: 'cpu' value { string: '100m' } } requests { key: 'memory' value { string: '1Gi' } }
                requests { key: 'nvidia.com/gpu' value { string: '2' } } } }
              initContainers { name: 'beside' restartPolicy: 'Always'
                resources { requests { key: 'cpu' value { string: '1' } } } }
              activeDeadlineSeconds: 600 nodeSelector { key: 'disk' value: 'ssd' } schedulerName: 'berth' priority: 7
              affinity { nodeAffinity { requiredDuringSchedulingIgnoredDuringExecution { nodeSelectorTerms {
                matchExpressions { key: 'zone' operator: 'In' values: 'a' values: 'b' }
                matchFields { key: 'metadata.name' operator: 'NotIn' values: 'n2' } } } } }
              tolerations { key: 'k' operator: 'Exists' effect: 'NoSchedule' }
              volumes { name: 'data' volumeSource { persistentVolumeClaim { claimName: 'data' } } }
              volumes { name: 'own' volumeSource { ephemeral { volumeClaimTemplate {} } } }
              overhead { key: 'memory' value { string: '64Mi' } }
              resources { requests { key: 'cpu' value { string: '2' } } }
            }
            status {
              phase: 'Pending' conditions { type: 'PodResizePending' reason: 'Deferred' }
              containerStatuses { name: 'one' allocatedResources { key: 'cpu' value { string: '1' } }
                resources { requests { key: 'cpu' value { string: '200m' } } } }
            }
            """);

    private static final byte[] NODE = ProtoText.bytes(V1.Node.getDefaultInstance(), """
            metadata { name: 'n1' uid: 'u' labels { key: 'nvidia.com/gpu.product' value: 'A100' }
              labels { key: 'nvidia.com/gpu.memory' value: '40960' } }
            spec { unschedulable: true taints { key: 'k' value: 'v' effect: 'NoExecute' } taints { key: 'soft' } }
            status {
              allocatable { key: 'cpu' value { string: '8' } } allocatable { key: 'memory' value { string: '32Gi' } }
              allocatable { key: 'pods' value { string: '110' } } allocatable { key: 'hugepages-2Mi' value { string: '1Gi' } }
              allocatable { key: 'nvidia.com/gpu' value { string: '8' } } images { names: 'i' }
            }
            """);

    @Test
    void a_pod_that_is_cut_off_or_changed_is_refused_or_becomes_a_job() {
        Hostile.each(POD, Pod::read, pod -> {
            JobSpec waiting = PodJob.waiting(pod, ClaimNeeds.NONE);
            assertThat(PodJob.bound(pod, ClaimNeeds.NONE).terms()).isEqualTo(waiting.terms());
        });
    }

    @Test
    void a_node_that_is_cut_off_or_changed_is_refused_or_is_declared() {
        Hostile.each(NODE, Node::read, node -> {
            NodeSpec spec = NodeFacts.spec(node);
            assertThat(spec.key()).isEqualTo(node.meta().uid());
        });
    }
}
