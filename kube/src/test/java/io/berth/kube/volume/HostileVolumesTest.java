package io.berth.kube.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.Hostile;
import io.berth.kube.ProtoText;
import io.berth.kube.object.Node;
import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Storage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the bytes are, a pod with such a claim waits or goes somewhere, or they are refused. */
@Timeout(120)
class HostileVolumesTest {
    private static final byte[] CLAIM = ProtoText.bytes(V1.PersistentVolumeClaim.getDefaultInstance(), """
            metadata { name: 'data' namespace: 'team' uid: 'c' resourceVersion: '7'
              annotations { key: 'volume.kubernetes.io/selected-node' value: 'n' } }
            spec { accessModes: 'ReadWriteOnce' storageClassName: 'late' volumeMode: 'Filesystem'
              resources { requests { key: 'storage' value { string: '10Gi' } } }
              selector { matchLabels { key: 'tier' value: 'ssd' }
                matchExpressions { key: 'tier' operator: 'In' values: 'ssd' } } }
            status { phase: 'Pending' }
            """);

    private static final byte[] VOLUME = ProtoText.bytes(V1.PersistentVolume.getDefaultInstance(), """
            metadata { name: 'v' uid: 'v' labels { key: 'tier' value: 'ssd' }
              labels { key: 'topology.kubernetes.io/zone' value: 'a__b' } }
            spec { accessModes: 'ReadWriteOnce' storageClassName: 'late'
              capacity { key: 'storage' value { string: '20Gi' } }
              persistentVolumeSource { csi { driver: 'd' volumeHandle: 'h' } }
              nodeAffinity { required { nodeSelectorTerms { matchExpressions {
                key: 'zone' operator: 'In' values: 'a' } } } } }
            status { phase: 'Available' }
            """);

    private static final byte[] CLASS = ProtoText.bytes(V1Storage.StorageClass.getDefaultInstance(), """
            metadata { name: 'late' uid: 's' } provisioner: 'd' volumeBindingMode: 'WaitForFirstConsumer'
            allowedTopologies { matchLabelExpressions { key: 'zone' values: 'a' values: 'b' } }
            """);

    private static final byte[] LIMITS = ProtoText.bytes(V1Storage.CSINode.getDefaultInstance(), """
            metadata { name: 'n' uid: 'l' } spec { drivers { name: 'd' nodeID: 'i' topologyKeys: 'zone' allocatable { count: 9 } } }
            """);

    private static final byte[] DRIVER = ProtoText.bytes(V1Storage.CSIDriver.getDefaultInstance(), """
            metadata { name: 'd' uid: 'dr' } spec { attachRequired: true podInfoOnMount: false storageCapacity: true }
            """);

    private static final byte[] ROOM = ProtoText.bytes(V1Storage.CSIStorageCapacity.getDefaultInstance(), """
            metadata { name: 'r' namespace: 'kube-system' uid: 'r' } storageClassName: 'late'
            nodeTopology { matchLabels { key: 'zone' value: 'a' } matchExpressions { key: 'tier' operator: 'Exists' } }
            capacity { string: '50Gi' } maximumVolumeSize { string: '20Gi' }
            """);

    private final Volumes volumes = new Volumes();
    private final VolumeRules rules = new VolumeRules(volumes);
    private final Node node = ProtoText.node("metadata { labels { key: 'zone' value: 'a' } }");

    private void weigh() {
        ClaimingPod pod = new ClaimingPod("team", "p", List.of(new ClaimingPod.Named("data", false)));
        VolumeNeeds needs = rules.needs(pod, List.of(node));
        VolumeChoice.Choices choices = rules.choices(pod, node);
        assertThat(choices.possible() && !needs.waits().isEmpty()).isFalse();
        volumes.promise(choices.all());
        volumes.release(choices.all());
    }

    private void sound() {
        volumes.claim("team/data", Claim.read(Message.of(CLAIM)));
        volumes.volume("v", Volume.read(Message.of(VOLUME)));
        volumes.storageClass("late", StorageClass.read(Message.of(CLASS)));
        volumes.limits("n", AttachLimits.read(Message.of(LIMITS)));
    }

    @Test
    void claims() {
        sound();
        Hostile.each(CLAIM, Claim::read, claim -> {
            volumes.claim("team/data", claim);
            weigh();
        });
    }

    @Test
    void volumes() {
        sound();
        Hostile.each(VOLUME, Volume::read, volume -> {
            volumes.volume("v", volume);
            weigh();
        });
    }

    @Test
    void classes() {
        sound();
        Hostile.each(CLASS, StorageClass::read, of -> {
            volumes.storageClass("late", of);
            weigh();
        });
    }

    @Test
    void drivers() {
        sound();
        Hostile.each(DRIVER, StorageDriver::read, driver -> {
            volumes.driver("d", driver);
            weigh();
        });
    }

    @Test
    void rooms() {
        sound();
        volumes.driver("d", StorageDriver.read(Message.of(DRIVER)));
        volumes.knowRooms();
        Hostile.each(ROOM, StorageRoom::read, room -> {
            volumes.room("kube-system/r", room);
            weigh();
        });
    }

    @Test
    void limits() {
        sound();
        Hostile.each(LIMITS, AttachLimits::read, of -> {
            volumes.limits("n", of);
            assertThat(volumes.attachable("n").values())
                    .allSatisfy(most -> assertThat(most).isNotNegative());
            weigh();
        });
    }
}
