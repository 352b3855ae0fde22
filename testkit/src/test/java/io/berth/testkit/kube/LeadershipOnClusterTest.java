package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@OnCluster
class LeadershipOnClusterTest {
    @Test
    void oneOfTwoSchedulesAndTheOtherTakesOver(Cluster cluster) {
        cluster.api().createAll(KubeApi.NODES, Draft.many(20, i -> node("n" + i).amount("nvidia.com/gpu", "8")));
        BerthKube first = cluster.berth("--leader-elect", "on");
        BerthKube second = cluster.launch("admin-token", "--leader-elect", "on");
        until(
                "the second waits",
                () -> !second.said("leads; waits for the lease kube-system/berth")
                        .isEmpty());

        cluster.api().createAll(KubeApi.PODS, Draft.many(100, i -> pod("p" + i).amount("nvidia.com/gpu", "1")));
        until("some are bound", () -> cluster.bound() > 0);
        first.process().kill();
        until("all are bound", () -> cluster.bound() == 100);

        assertThat(second.awaitReady().ready()).isTrue();
        BerthKube third = cluster.launch("admin-token", "--leader-elect", "on");
        until("the third waits", () -> !third.said("leads; waits for the lease").isEmpty());
        assertThat(second.process().stop()).isZero();
        cluster.add(pod("late").amount("nvidia.com/gpu", "1"));
        cluster.awaitBound("late");
    }
}
