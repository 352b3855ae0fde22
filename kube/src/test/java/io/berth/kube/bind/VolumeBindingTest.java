package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.berth.kube.server.FakeServer;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Storage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods with claims, where a test does what the cluster's own controllers do. */
class VolumeBindingTest {
    private static final String BOUND = "annotations { key: 'pv.kubernetes.io/bind-completed' value: 'yes' }";
    private static final String SELECTED = "annotations { key: 'volume.kubernetes.io/selected-node' value: 'a' }";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private void put(String kind, Message like, String name, String text) {
        put(kind, like, name, "", text);
    }

    private void put(String kind, Message like, String name, String meta, String text) {
        server.put(kind, name, version -> {
            try {
                Message.Builder builder = like.newBuilderForType();
                TextFormat.merge(
                        "metadata { name: '" + name + "' uid: 'u-" + name + "' resourceVersion: '" + version + "' "
                                + meta + " } " + text,
                        builder);
                return builder.build();
            } catch (TextFormat.ParseException e) {
                throw new IllegalArgumentException(e);
            }
        });
    }

    private void claim(String meta, String spec) {
        put(
                "persistentvolumeclaims",
                V1.PersistentVolumeClaim.getDefaultInstance(),
                "data",
                "namespace: 'team' " + meta,
                "spec { storageClassName: 'late' " + spec + " }");
    }

    private void volume(String claim) {
        put(
                "persistentvolumes",
                V1.PersistentVolume.getDefaultInstance(),
                "v",
                "spec { storageClassName: 'late' " + claim
                        + " nodeAffinity { required { nodeSelectorTerms { matchFields { key: 'metadata.name'"
                        + " operator: 'In' values: 'a' } } } } } status { phase: 'Available' }");
    }

    private void storageClass(String provisioner) {
        put(
                "storageclasses",
                V1Storage.StorageClass.getDefaultInstance(),
                "late",
                "provisioner: '" + provisioner + "' volumeBindingMode: 'WaitForFirstConsumer'");
    }

    private static V1.Pod claiming(String name) {
        V1.Pod.Builder pod = pod(name, 1).toBuilder();
        pod.getSpecBuilder()
                .addVolumes(V1.Volume.newBuilder()
                        .setName("it")
                        .setVolumeSource(V1.VolumeSource.newBuilder()
                                .setPersistentVolumeClaim(V1.PersistentVolumeClaimVolumeSource.newBuilder()
                                        .setClaimName("data"))));
        return pod.build();
    }

    @Test
    void aPodWaitsForItsClaimAndGoesWhereItsVolumeIs() {
        server.add(node("a", 1));
        server.add(node("b", 1));
        server.add(claiming("p"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is told", () -> server.patches().stream().anyMatch(said -> said.contains("claim data is not")));
            volume("claimRef { namespace: 'team' name: 'data' uid: 'u-data' }");
            claim(BOUND, "volumeName: 'v'");
            until("it is bound", () -> server.where().get("p").equals("a"));
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void aVolumeIsMadeForTheNodeBeforeThePodIsBound() {
        server.add(node("a", 1));
        storageClass("csi.example.com");
        claim("", "");
        server.add(claiming("p"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until(
                    "the node is told",
                    () -> server.patches().stream()
                            .anyMatch(said -> said.contains("persistentvolumeclaims/data")
                                    && said.contains("selected-node\":\"a\"")));
            claim(SELECTED, "");
            assertThat(server.bindings()).isEmpty();
            volume("claimRef { namespace: 'team' name: 'data' uid: 'u-data' }");
            claim(SELECTED + BOUND, "volumeName: 'v'");
            until("it is bound", () -> server.where().get("p").equals("a"));
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void aVolumeThatCannotBeMadeIsAskedForAgain() {
        server.add(node("a", 1));
        storageClass("csi.example.com");
        claim("", "");
        server.add(claiming("p"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("the node is told", () -> !server.patches().isEmpty());
            claim(SELECTED, "");
            until("it waits for it", () -> berth.ask(state -> state.jobs().size()) == 1);
            // Seen as told at the next look, then taken back by whoever makes volumes.
            until("it gives up", () -> {
                claim(SELECTED, "");
                pause();
                claim("", "");
                pause();
                return berth.notes().stream().anyMatch(note -> note.contains("could not be made"));
            });
            assertThat(server.bindings()).isEmpty();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(250);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aVolumeThatIsThereBecomesTheClaims() {
        server.add(node("a", 2));
        server.add(node("b", 2));
        storageClass("kubernetes.io/no-provisioner");
        claim("", "");
        volume("");
        server.add(claiming("p"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until(
                    "it is given",
                    () -> server.patches().stream()
                            .anyMatch(said -> said.contains("persistentvolumes/v") && said.contains("u-data")));
            volume("claimRef { namespace: 'team' name: 'data' uid: 'u-data' }");
            claim(BOUND, "volumeName: 'v'");
            until("it is bound", () -> server.where().get("p").equals("a"));
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void aClaimForOnePodIsHadByOneAfterTheOther() {
        server.add(node("a", 2));
        volume("claimRef { namespace: 'team' name: 'data' uid: 'u-data' }");
        claim(BOUND, "volumeName: 'v' accessModes: 'ReadWriteOncePod'");
        server.add(claiming("p"));
        server.add(claiming("q"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("one is bound", () -> server.bindings().size() == 1);
            String first = server.bindings().getFirst();
            String second = first.equals("p") ? "q" : "p";
            until(
                    "the other is told",
                    () -> server.patches().stream().anyMatch(said -> said.contains("is for one pod, and " + first)));
            server.deletePod(first);
            until("it has it then", () -> server.where().get(second).equals("a"));
            assertThat(berth.notes()).isEmpty();
        }
    }
}
