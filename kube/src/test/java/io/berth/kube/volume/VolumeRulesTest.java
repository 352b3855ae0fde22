package io.berth.kube.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.kube.ProtoText;
import io.berth.kube.object.Node;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Storage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VolumeRulesTest {
    private static final String BOUND = "annotations { key: 'pv.kubernetes.io/bind-completed' value: 'yes' }";
    private static final String LATE = "volumeBindingMode: 'WaitForFirstConsumer'";

    private final List<Node> nodes = List.of(node("n1", "a"), node("n2", "a"), node("n3", "b"));
    private final Volumes volumes = new Volumes();
    private final VolumeRules rules = new VolumeRules(volumes);

    private static Node node(String name, String zone) {
        return ProtoText.read(
                V1.Node.getDefaultInstance(),
                "metadata { name: '" + name + "' uid: 'u-" + name
                        + "' labels { key: 'topology.kubernetes.io/zone' value: '" + zone + "' }"
                        + " labels { key: 'kubernetes.io/hostname' value: '" + name + "' } }",
                Node::read);
    }

    private void claim(String name, String meta, String spec) {
        Claim claim = ProtoText.read(
                V1.PersistentVolumeClaim.getDefaultInstance(),
                "metadata { name: '" + name + "' namespace: 'team' uid: 'u-" + name + "' " + meta + " } spec { " + spec
                        + " accessModes: 'ReadWriteOnce' " + resources("10Gi") + " }",
                Claim::read);
        volumes.claim("team/" + name, claim);
    }

    private static String resources(String size) {
        return "resources { requests { key: 'storage' value { string: '" + size + "' } } }";
    }

    private void volume(String name, String spec) {
        volume(name, "", "storageClassName: 'local' " + spec, "20Gi");
    }

    private void volume(String name, String meta, String spec, String size) {
        Volume volume = ProtoText.read(
                V1.PersistentVolume.getDefaultInstance(),
                "metadata { name: '" + name + "' uid: 'u-" + name + "' " + meta + " } spec { "
                        + "accessModes: 'ReadWriteOnce' capacity { key: 'storage' value { string: '" + size + "' } } "
                        + spec + " } status { phase: 'Available' }",
                Volume::read);
        volumes.volume(name, volume);
    }

    private static String on(String key, String value) {
        return "nodeAffinity { required { nodeSelectorTerms { matchExpressions { key: '" + key
                + "' operator: 'In' values: '" + value + "' } } } }";
    }

    private void storageClass(String name, String text) {
        volumes.storageClass(
                name,
                ProtoText.read(
                        V1Storage.StorageClass.getDefaultInstance(),
                        "metadata { name: '" + name + "' uid: 'u-" + name + "' } " + text,
                        StorageClass::read));
    }

    private void limit(String node, String driver, int most) {
        volumes.limits(
                node,
                ProtoText.read(
                        V1Storage.CSINode.getDefaultInstance(),
                        "metadata { name: '" + node + "' uid: 'c-" + node + "' } spec { drivers { name: '" + driver
                                + "' nodeID: 'i' allocatable { count: " + most + " } } }",
                        AttachLimits::read));
    }

    private static ClaimingPod pod(String... claims) {
        return new ClaimingPod(
                "team",
                "u-pod",
                Stream.of(claims)
                        .map(claim -> new ClaimingPod.Named(claim, false))
                        .toList());
    }

    /** The names of the nodes on which its volumes can be had; why it waits where it does. */
    private String right(ClaimingPod pod) {
        VolumeNeeds needs = rules.needs(pod, nodes);
        if (!needs.waits().isEmpty()) {
            return needs.waits();
        }
        List<NodeSelectorTerm> where = needs.where();
        return String.join(
                " ",
                nodes.stream()
                        .filter(node -> where.isEmpty() || where.stream().anyMatch(term -> term.holds(node.labelled())))
                        .map(node -> node.meta().name())
                        .toList());
    }

    /** What each claim gets on a node. */
    private String chosen(ClaimingPod pod, String node) {
        VolumeChoice.Choices choices = rules.choices(
                pod,
                nodes.stream()
                        .filter(each -> each.meta().name().equals(node))
                        .findFirst()
                        .orElseThrow());
        if (!choices.possible()) {
            return choices.why();
        }
        return String.join(
                " ",
                choices.all().stream()
                        .map(choice -> choice.claim().meta().name() + "="
                                + (choice.volume() == null
                                        ? "made"
                                        : choice.volume().meta().name()))
                        .sorted()
                        .toList());
    }

    @Test
    void aClaimThatCannotBeHadIsWaitedFor() {
        assertThat(right(pod("data"))).isEqualTo("claim data is not there");
        claim("data", "", "storageClassName: 'slow'");
        assertThat(right(pod("data"))).isEqualTo("storage class slow of claim data is not there");
        storageClass("slow", "provisioner: 'csi.example.com'");
        assertThat(right(pod("data"))).isEqualTo("claim data has no volume yet");
        claim("data", "", "storageClassName: 'slow' volumeName: 'v'");
        assertThat(right(pod("data"))).isEqualTo("claim data is not bound to its volume yet");
        claim("data", BOUND, "volumeName: 'v'");
        assertThat(right(pod("data"))).isEqualTo("volume v of claim data is not there");
        claim("data", "deletionTimestamp { seconds: 1 }", "");
        assertThat(right(pod("data"))).isEqualTo("claim data is being deleted");
        claim("data", "", "");
        assertThat(right(pod("data"))).isEqualTo("claim data has no volume yet");
    }

    @Test
    void aClaimOfThePodsOwnMustBeMadeForIt() {
        claim("p-scratch", BOUND, "volumeName: 'v'");
        volume("v", "");
        ClaimingPod pod = new ClaimingPod("team", "u-pod", List.of(new ClaimingPod.Named("p-scratch", true)));
        assertThat(right(pod)).isEqualTo("claim p-scratch was not made for this pod");
        claim(
                "p-scratch",
                BOUND + " ownerReferences { uid: 'u-pod' kind: 'Pod' name: 'p' controller: true }",
                "volumeName: 'v'");
        assertThat(right(pod)).isEqualTo("n1 n2 n3");
    }

    @Test
    void aBoundVolumeSaysWhereItIs() {
        claim("data", BOUND, "volumeName: 'v'");
        volume("v", on("kubernetes.io/hostname", "n2"));
        assertThat(right(pod("data"))).isEqualTo("n2");
        volume("v", "labels { key: 'topology.kubernetes.io/zone' value: 'a__c' }", "", "20Gi");
        assertThat(right(pod("data"))).isEqualTo("n1 n2");
        claim("more", BOUND, "volumeName: 'w'");
        volume("w", on("kubernetes.io/hostname", "n3"));
        assertThat(right(pod("data", "more"))).isEmpty();
        volume("w", on("kubernetes.io/hostname", "n1"));
        assertThat(right(pod("data", "more"))).isEqualTo("n1");
    }

    @Test
    void volumesOfOnePlaceSayItOnce() {
        String zone = "labels { key: 'topology.kubernetes.io/zone' value: 'a' }";
        String[] names = new String[12];
        for (int i = 0; i < names.length; i++) {
            names[i] = "c" + i;
            claim(names[i], BOUND, "volumeName: 'v" + i + "'");
            volume("v" + i, zone, "", "20Gi");
        }
        assertThat(right(pod(names))).isEqualTo("n1 n2");
        assertThat(rules.needs(pod(names), nodes).where()).hasSize(2);
    }

    @Test
    void aVolumeThatIsMadeForTheNodeIsMadeWhereItsClassSays() {
        storageClass("ssd", "provisioner: 'csi.example.com' " + LATE);
        claim("data", "", "storageClassName: 'ssd'");
        assertThat(right(pod("data"))).isEqualTo("n1 n2 n3");
        storageClass(
                "ssd",
                "provisioner: 'csi.example.com' " + LATE + " allowedTopologies { matchLabelExpressions {"
                        + " key: 'topology.kubernetes.io/zone' values: 'b' } }");
        assertThat(right(pod("data"))).isEqualTo("n3");
        assertThat(chosen(pod("data"), "n3")).isEqualTo("data=made");
        assertThat(chosen(pod("data"), "n1")).isEqualTo("no volume for claim data can be had there");

        claim(
                "data",
                "annotations { key: 'volume.kubernetes.io/selected-node' value: 'n1' }",
                "storageClassName: 'ssd'");
        assertThat(right(pod("data"))).isEmpty();
    }

    @Test
    void theSmallestVolumeThatIsThereAndWillDoIsChosen() {
        storageClass("local", "provisioner: 'kubernetes.io/no-provisioner' " + LATE);
        claim("data", "", "storageClassName: 'local'");
        assertThat(right(pod("data"))).isEqualTo("no volume is free for claim data");
        volume("small", "", "storageClassName: 'local' " + on("kubernetes.io/hostname", "n1"), "5Gi");
        assertThat(right(pod("data"))).isEqualTo("no volume is free for claim data");
        volume("large", "", "storageClassName: 'local' " + on("kubernetes.io/hostname", "n1"), "1Ti");
        volume("right", on("kubernetes.io/hostname", "n1"));
        volume("other", on("kubernetes.io/hostname", "n3"));
        volume("block", on("kubernetes.io/hostname", "n2") + " volumeMode: 'Block'");
        assertThat(right(pod("data"))).isEqualTo("n1 n3");
        assertThat(chosen(pod("data"), "n1")).isEqualTo("data=right");
    }

    @Test
    void twoClaimsNeedTwoVolumesOfTheirNode() {
        storageClass("local", "provisioner: 'kubernetes.io/no-provisioner' " + LATE);
        claim("data", "", "storageClassName: 'local'");
        claim("logs", "", "storageClassName: 'local'");
        volume("one", on("kubernetes.io/hostname", "n1"));
        volume("two", on("kubernetes.io/hostname", "n3"));
        assertThat(right(pod("data", "logs"))).isEmpty();
        volume("three", on("kubernetes.io/hostname", "n3"));
        assertThat(right(pod("data", "logs"))).isEqualTo("n3");
        assertThat(chosen(pod("data", "logs"), "n3")).isEqualTo("data=three logs=two");
    }

    @Test
    void aVolumeThatWasPromisedIsNobodyElses() {
        storageClass("local", "provisioner: 'kubernetes.io/no-provisioner' " + LATE);
        claim("data", "", "storageClassName: 'local'");
        claim("logs", "", "storageClassName: 'local'");
        volume("one", on("kubernetes.io/hostname", "n1"));
        VolumeChoice.Choices choices = rules.choices(pod("data"), nodes.getFirst());
        volumes.promise(choices.all());
        assertThat(right(pod("logs"))).isEqualTo("no volume is free for claim logs");
        assertThat(right(pod("data"))).isEqualTo("n1");
        volumes.release(choices.all());
        assertThat(right(pod("logs"))).isEqualTo("n1");

        volume("one", on("kubernetes.io/hostname", "n1") + " claimRef { namespace: 'team' name: 'logs' }");
        assertThat(right(pod("data"))).isEqualTo("no volume is free for claim data");
        assertThat(chosen(pod("logs"), "n1")).isEqualTo("logs=one");
    }

    @Test
    void driversWithALimitCountTheirVolumes() {
        claim("data", BOUND, "volumeName: 'v'");
        claim("logs", BOUND, "volumeName: 'w'");
        String csi = "persistentVolumeSource { csi { driver: 'ebs.example.com' volumeHandle: '1' } }";
        volume("v", csi);
        volume("w", csi);
        assertThat(volumes.attachable("n1")).isEmpty();
        assertThat(rules.needs(pod("data", "logs"), nodes).attached()).isEmpty();

        limit("n1", "ebs.example.com", 25);
        assertThat(volumes.attachable("n1")).isEqualTo(Map.of("ebs.example.com", 25L));
        assertThat(Objects.requireNonNull(volumes.attachable("n2").get("ebs.example.com")))
                .isGreaterThan(1_000_000);
        assertThat(rules.needs(pod("data", "logs"), nodes).attached()).isEqualTo(Map.of("ebs.example.com", 2));

        assertThat(volumes.limits("n1", null)).isTrue();
        assertThat(volumes.attachable("n1")).isEmpty();
    }

    private void driver(boolean tells) {
        volumes.driver(
                "csi",
                ProtoText.read(
                        V1Storage.CSIDriver.getDefaultInstance(),
                        "metadata { name: 'csi' uid: 'u-csi' } spec { storageCapacity: " + tells + " }",
                        StorageDriver::read));
    }

    private void room(String name, String text) {
        volumes.room(
                "kube-system/" + name,
                ProtoText.read(
                        V1Storage.CSIStorageCapacity.getDefaultInstance(),
                        "metadata { name: '" + name + "' namespace: 'kube-system' uid: 'u-" + name + "' } " + text,
                        StorageRoom::read));
    }

    private static String zone(String zone) {
        return "nodeTopology { matchLabels { key: 'topology.kubernetes.io/zone' value: '" + zone + "' } } ";
    }

    private static String left(String size) {
        return "storageClassName: 'made' capacity { string: '" + size + "' } ";
    }

    /** The names of the nodes where the terms let a pod go. */
    private List<String> where(VolumeNeeds needs) {
        return nodes.stream()
                .filter(node ->
                        needs.where().isEmpty() || needs.where().stream().anyMatch(term -> term.holds(node.labelled())))
                .map(node -> node.meta().name())
                .toList();
    }

    @Test
    void a_volume_is_made_where_its_driver_has_enough_left() {
        storageClass("made", "provisioner: 'csi' " + LATE);
        claim("data", "", "storageClassName: 'made'");
        assertThat(where(rules.needs(pod("data"), nodes))).as("nobody tells").hasSize(3);
        driver(false);
        room("a", zone("a") + left("1Gi"));
        assertThat(where(rules.needs(pod("data"), nodes)))
                .as("it does not count")
                .hasSize(3);

        driver(true);
        assertThat(where(rules.needs(pod("data"), nodes)))
                .as("nobody may list them")
                .hasSize(3);
        volumes.knowRooms();
        assertThat(rules.needs(pod("data"), nodes).waits()).isEqualTo("nowhere is enough storage left for claim data");
        room("b", zone("b") + left("10Gi"));
        assertThat(where(rules.needs(pod("data"), nodes))).containsExactly("n3");
        room("b", zone("b") + left("100Gi") + "maximumVolumeSize { string: '5Gi' }");
        assertThat(rules.needs(pod("data"), nodes).waits())
                .as("none is as large")
                .isNotEmpty();
        room("a", zone("a") + left("11Gi"));
        assertThat(where(rules.needs(pod("data"), nodes))).containsExactly("n1", "n2");
        assertThat(rules.choices(pod("data"), nodes.getFirst()).possible()).isTrue();
        assertThat(rules.choices(pod("data"), nodes.getLast()).possible()).isFalse();

        room("all", "nodeTopology {} " + left("1Ti"));
        assertThat(where(rules.needs(pod("data"), nodes))).hasSize(3);
        room("all", left("1Ti"));
        assertThat(where(rules.needs(pod("data"), nodes)))
                .as("no node reaches it")
                .hasSize(2);
        room("a", "storageClassName: 'other' " + zone("a") + "capacity { string: '11Gi' } ");
        assertThat(rules.needs(pod("data"), nodes).waits()).isNotEmpty();
        volumes.driver("csi", null);
        assertThat(where(rules.needs(pod("data"), nodes))).hasSize(3);
    }
}
