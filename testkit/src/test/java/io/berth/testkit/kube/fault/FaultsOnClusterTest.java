package io.berth.testkit.kube.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.OnCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few histories of {@code bench/kube-faults}; the last with two replicas. */
@OnCluster
class FaultsOnClusterTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void nothingIsBoundTwiceOvercommittedOrForgotten(int number, Cluster cluster) {
        assertThat(FaultRun.of(cluster.plane(), 1, number).complaints()).isEmpty();
    }
}
