package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.Meta.LabelSelector;
import io.kubernetes.client.proto.Meta.ObjectMeta;
import io.kubernetes.client.proto.V1;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnknownRulesTest {
    static Stream<Arguments> specs() {
        V1.PodAffinityTerm term =
                V1.PodAffinityTerm.newBuilder().setTopologyKey("zone").build();
        LabelSelector any = LabelSelector.getDefaultInstance();
        LabelSelector some =
                LabelSelector.newBuilder().putMatchLabels("team", "a").build();
        return Stream.of(
                of(spec -> spec, ""),
                of(spec -> spec.setAffinity(away(term)), ""),
                of(
                        spec -> spec.setAffinity(
                                away(term.toBuilder().setNamespaceSelector(any).build())),
                        ""),
                of(
                        spec -> spec.setAffinity(
                                away(term.toBuilder().setNamespaceSelector(some).build())),
                        "namespaceSelector"),
                of(
                        spec -> spec.addVolumes(V1.Volume.newBuilder()
                                .setVolumeSource(V1.VolumeSource.newBuilder()
                                        .setEmptyDir(V1.EmptyDirVolumeSource.getDefaultInstance()))),
                        ""),
                of(
                        spec -> spec.addVolumes(V1.Volume.newBuilder()
                                .setVolumeSource(V1.VolumeSource.newBuilder()
                                        .setPersistentVolumeClaim(V1.PersistentVolumeClaimVolumeSource.newBuilder()
                                                .setClaimName("data")))),
                        ""),
                of(
                        spec -> spec.addVolumes(V1.Volume.newBuilder()
                                .setVolumeSource(V1.VolumeSource.newBuilder()
                                        .setGcePersistentDisk(V1.GCEPersistentDiskVolumeSource.getDefaultInstance()))),
                        "volumes"),
                of(
                        spec -> spec.addResourceClaims(
                                V1.PodResourceClaim.newBuilder().setName("gpu")),
                        ""));
    }

    private static Arguments of(UnaryOperator<V1.PodSpec.Builder> change, String unknown) {
        return Arguments.of(change.apply(V1.PodSpec.newBuilder()).build(), unknown);
    }

    private static V1.Affinity away(V1.PodAffinityTerm term) {
        return V1.Affinity.newBuilder()
                .setPodAntiAffinity(
                        V1.PodAntiAffinity.newBuilder().addRequiredDuringSchedulingIgnoredDuringExecution(term))
                .build();
    }

    @ParameterizedTest
    @MethodSource("specs")
    void whatIsAskedForAndNobodyWeighsIsNamed(V1.PodSpec spec, String unknown) {
        V1.Pod pod = V1.Pod.newBuilder()
                .setMetadata(ObjectMeta.newBuilder().setName("it").setUid("1"))
                .setSpec(spec)
                .build();
        assertThat(Pod.read(Message.of(pod.toByteArray())).spec().where().unknown())
                .isEqualTo(unknown.isEmpty() ? List.of() : List.of(unknown));
    }
}
