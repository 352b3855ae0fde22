package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.wire.Message;
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
        V1.WeightedPodAffinityTerm weighted = V1.WeightedPodAffinityTerm.newBuilder()
                .setWeight(1)
                .setPodAffinityTerm(term)
                .build();
        return Stream.of(
                of(spec -> spec, ""),
                of(
                        spec -> spec.setAffinity(V1.Affinity.newBuilder()
                                .setPodAffinity(V1.PodAffinity.newBuilder()
                                        .addRequiredDuringSchedulingIgnoredDuringExecution(term))),
                        "podAffinity"),
                of(
                        spec -> spec.setAffinity(V1.Affinity.newBuilder()
                                .setPodAntiAffinity(V1.PodAntiAffinity.newBuilder()
                                        .addRequiredDuringSchedulingIgnoredDuringExecution(term))),
                        "podAntiAffinity"),
                of(
                        spec -> spec.setAffinity(V1.Affinity.newBuilder()
                                .setPodAntiAffinity(V1.PodAntiAffinity.newBuilder()
                                        .addPreferredDuringSchedulingIgnoredDuringExecution(weighted))),
                        ""),
                of(spec -> spec.addTopologySpreadConstraints(spread("DoNotSchedule")), "topologySpreadConstraints"),
                of(spec -> spec.addTopologySpreadConstraints(spread("ScheduleAnyway")), ""),
                of(spec -> spec.addContainers(port(0)), ""),
                of(spec -> spec.addContainers(port(8080)), "hostPort"),
                of(spec -> spec.addInitContainers(port(8080)), "hostPort"),
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
                        "volumes"),
                of(
                        spec -> spec.addResourceClaims(
                                V1.PodResourceClaim.newBuilder().setName("gpu")),
                        "resourceClaims"));
    }

    private static Arguments of(UnaryOperator<V1.PodSpec.Builder> change, String unknown) {
        return Arguments.of(change.apply(V1.PodSpec.newBuilder()).build(), unknown);
    }

    private static V1.TopologySpreadConstraint spread(String unsatisfiable) {
        return V1.TopologySpreadConstraint.newBuilder()
                .setMaxSkew(1)
                .setTopologyKey("zone")
                .setWhenUnsatisfiable(unsatisfiable)
                .build();
    }

    private static V1.Container port(int hostPort) {
        V1.ContainerPort.Builder port = V1.ContainerPort.newBuilder().setContainerPort(80);
        return V1.Container.newBuilder()
                .setName("main")
                .addPorts(hostPort == 0 ? port : port.setHostPort(hostPort))
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
