package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.JobSpec;
import io.berth.kube.ProtoText;
import io.berth.kube.convention.NodeFacts;
import io.berth.kube.convention.PodJob;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.V1;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the bytes are, they are an object that becomes a job or a node, or they are refused. */
@Timeout(120)
class HostileBytesTest {
    private static final int MUTATIONS = 5_000;

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

    private final List<Throwable> wrong = new ArrayList<>();
    private int refused;
    private int taken;

    @Test
    void a_pod_that_is_cut_off_or_changed_is_refused_or_becomes_a_job() {
        each(POD, Pod::read, pod -> {
            JobSpec waiting = PodJob.waiting(pod);
            assertThat(PodJob.bound(pod).terms()).isEqualTo(waiting.terms());
        });
    }

    @Test
    void a_node_that_is_cut_off_or_changed_is_refused_or_is_declared() {
        each(NODE, Node::read, node -> {
            NodeSpec spec = NodeFacts.spec(node);
            assertThat(spec.key()).isEqualTo(node.meta().uid());
        });
    }

    private <T> void each(byte[] sound, Function<Message, T> reading, Consumer<T> use) {
        use.accept(reading.apply(Message.of(sound)));
        for (int length = 0; length < sound.length; length++) {
            one(Arrays.copyOf(sound, length), reading, use);
        }
        Random random = new Random(7);
        for (int i = 0; i < MUTATIONS; i++) {
            one(mutated(sound, random), reading, use);
        }
        assertThat(wrong).isEmpty();
        assertThat(refused).isGreaterThan(MUTATIONS / 10);
        assertThat(taken).isGreaterThan(MUTATIONS / 10);
    }

    private <T> void one(byte[] bytes, Function<Message, T> reading, Consumer<T> use) {
        for (Message message : List.of(Message.of(bytes), Message.of(new ByteArrayInputStream(bytes)))) {
            try {
                use.accept(reading.apply(message));
                taken++;
            } catch (MalformedException e) {
                refused++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                wrong.add(e);
            }
        }
    }

    /** Bytes that are others, are gone, are there twice, or are a length that is out of all proportion. */
    private static byte[] mutated(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> bytes[at] = (byte) random.nextInt(256);
                case 3, 4 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 5 -> bytes = spliced(bytes, at, at + length, new byte[0]);
                case 6 -> bytes = spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
                default -> bytes = spliced(bytes, at, at + 1, new byte[] {-1, -1, -1, -1, (byte) random.nextInt(16)});
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] by) {
        byte[] all = Arrays.copyOf(bytes, bytes.length - (to - from) + by.length);
        System.arraycopy(by, 0, all, from, by.length);
        System.arraycopy(bytes, to, all, from + by.length, bytes.length - to);
        return all.length == 0 ? bytes : all;
    }
}
