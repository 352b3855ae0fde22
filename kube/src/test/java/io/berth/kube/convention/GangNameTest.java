package io.berth.kube.convention;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.ProtoText;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.V1;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GangNameTest {
    private static final String BY_OWNER = "annotations { key: 'berth.io/gang-by-owner' value: 'true' }";
    private static final String JOB = "ownerReferences { kind: 'Job' name: 'train' uid: 'j' controller: true }";

    private static Pod pod(String metadata) {
        return ProtoText.read(
                V1.Pod.getDefaultInstance(),
                "metadata { name: 'p' namespace: 'team' uid: 'up' " + metadata + " } spec {}",
                Pod::read);
    }

    private static String label(String key, String value) {
        return " labels { key: '" + key + "' value: '" + value + "' } ";
    }

    @Test
    void podsOfOneOwnerAreAGangWhereTheyAskForThat() {
        assertThat(GangName.of(pod(BY_OWNER + JOB))).isEqualTo(new GangName("team", "train", false));
        assertThat(GangName.of(pod(JOB))).isNull();
        assertThat(GangName.of(pod(BY_OWNER))).as("nobody owns it").isNull();
        assertThat(GangName.of(pod(BY_OWNER.replace("true", "no") + JOB))).isNull();
        assertThat(GangName.of(pod(BY_OWNER + JOB + " annotations { key: 'berth.io/gang' value: 'mine' }")))
                .as("what is named goes first")
                .isEqualTo(new GangName("team", "mine", false));
    }

    @ParameterizedTest
    @CsvSource({"jobset.sigs.k8s.io/jobset-name, set", "training.kubeflow.org/job-name, torch", "ray.io/cluster, ray"})
    void whoseTheyAreBeyondTheObjectThatMadeThemTheirLabelsSay(String label, String name) {
        assertThat(GangName.of(pod(BY_OWNER + JOB + label(label, name)))).isEqualTo(new GangName("team", name, false));
    }

    @Test
    void eachGroupOfALeaderWorkerSetIsOneOfItsSize() {
        String group = label("leaderworkerset.sigs.k8s.io/name", "serve")
                + label("leaderworkerset.sigs.k8s.io/group-index", "3")
                + " annotations { key: 'leaderworkerset.sigs.k8s.io/size' value: '4' } ";
        Pod asks = pod(BY_OWNER + JOB + group);
        assertThat(GangName.of(asks)).isEqualTo(new GangName("team", "serve-3", false));
        assertThat(GangName.least(asks)).isEqualTo(4);
        assertThat(GangName.least(pod(BY_OWNER + group + " annotations { key: 'berth.io/gang-min' value: '2' }")))
                .as("what is said goes first")
                .isEqualTo(2);
        assertThat(GangName.of(pod(group))).isNull();
        assertThat(GangName.least(pod(group))).isZero();
    }
}
