package io.berth.app.kube;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Cli;
import io.berth.kube.wire.Fields;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why pods wait, of a cluster in which no Berth runs. */
class KubeExplainTest {
    private final ListedCluster cluster = new ListedCluster();

    @TempDir
    Path folder;

    @AfterEach
    void nothingWasWritten() {
        assertThat(cluster.refused()).isEmpty();
        cluster.close();
    }

    @Test
    void aPodThatDoesNotFitIsToldWhyAndWhatWouldCureIt() throws IOException {
        cluster.node("a", 2).node("b", 1).runs("old", "a", 2, 0).waits("new", "berth", 2);
        String said = explain("new").done().out();
        assertThat(said)
                .startsWith("pod team/new is pending: ")
                .contains("1 × not enough nvidia.com/gpu", "1 × larger than the node", "cure it: pods that end")
                .contains("nobody says how long team/old run", "priority-packing");
    }

    @Test
    void aStartIsForeseenFromWhenPodsThatRunWereBound() throws IOException {
        long tenYears = 10L * 365 * 24 * 3600;
        cluster.node("a", 2).runs("old", "a", 2, tenYears).waits("new", "berth", 2);
        Tree start = explain("new", "--json").done().json().require("start");
        assertThat(Instant.parse(start.require("time").text()))
                .isEqualTo(Instant.ofEpochSecond(ListedCluster.CREATED + 60 + tenYears));
        assertThat(start.require("text").text()).contains("team/old");
    }

    @Test
    void aPodThatNoNodeCouldHoldWaitsForAnotherNode() throws IOException {
        cluster.node("a", 2).waits("large", "berth", 4);
        assertThat(explain("large").done().out())
                .contains(
                        "1 × larger than the node",
                        "cure it: another node",
                        "no node of this cluster could ever hold it");
    }

    @Test
    void aPodThatIsBoundIsToldWhereAndSinceWhen() throws IOException {
        cluster.node("a", 2).runs("old", "a", 2, 0);
        assertThat(explain("old").done().out()).contains("is bound: it is on node a since 2023-11-14T");
    }

    @Test
    void aPodOfAnotherSchedulerIsNotBerths() throws IOException {
        cluster.node("a", 2).waits("theirs", "default-scheduler", 1);
        explain("theirs").refused("team/theirs", "\"default-scheduler\"", "--scheduler-name default-scheduler");
        assertThat(explain("theirs", "--scheduler-name", "default-scheduler")
                        .done()
                        .out())
                .contains("the next pass starts it", "likely to start");
    }

    @Test
    void aNameThatNoPodCanHaveIsRefused() throws IOException {
        cluster.waits("trainer-0", "berth", 1);
        explain("Trainer-0").refused("POD", "NAMESPACE/NAME", "Trainer-0");
    }

    @Test
    void aNameThatIsNearIsOffered() throws IOException {
        cluster.waits("trainer-0", "berth", 1);
        explain("trainr-0").refused("pod team/trainr-0", "no such pod", "did you mean \"trainer-0\"?");
        explain("other/trainer-0").refused("pod other/trainer-0", "there is one in the namespace team");
    }

    @Test
    void gatesAndRulesThatNobodyWeighsAreTold() throws IOException {
        Fields volume = new Fields().text(1, "disk").message(2, new Fields().message(3, new Fields().text(1, "pd")));
        cluster.pod("old-volume", ListedCluster.spec("berth", 1).message(1, volume), new Fields().text(1, "Pending"));
        cluster.pod(
                "gated",
                ListedCluster.spec("berth", 1).message(38, new Fields().text(1, "quota")),
                new Fields().text(1, "Pending"));
        assertThat(explain("gated").done().out()).contains("schedulingGates hold it back", "takes them away");
        assertThat(explain("old-volume").done().out()).contains("volumes, which this scheduler does not know");
    }

    @Test
    void whatAClaimOfDevicesWaitsForIsTold() throws IOException {
        cluster.node("a", 0).claiming("first", "two");
        Cli unread = explain("first").done();
        assertThat(unread.err()).contains("claims of devices are not looked at");
        assertThat(unread.out()).contains("claims of devices cannot be read");
        cluster.servesDevices();
        assertThat(explain("first").done().out()).contains("claim two is not there");
        cluster.claim("two", "gpu", 2);
        assertThat(explain("first").done().out()).contains("device class gpu of request r is not there");
        cluster.deviceClass("gpu").slice("a", 1);
        assertThat(explain("first").done().out()).contains("1 × larger than the node", "another node");
        cluster.node("b", 0).slice("b", 2);
        assertThat(explain("first").done().out()).contains("the next pass starts it");
    }

    @Test
    void devicesThatAreAskedForByTheNameOfAResourceCount() throws IOException {
        cluster.node("a", 0).waits("first", "berth", 2);
        Cli without = explain("first").done();
        assertThat(without.err()).doesNotContain("claims of devices");
        assertThat(without.out()).contains("1 × larger than the node");
        cluster.servesDevices().named("gpu", "nvidia.com/gpu").slice("a", 1);
        assertThat(explain("first").done().out()).contains("1 × larger than the node");
        cluster.node("b", 0).slice("b", 2);
        assertThat(explain("first").done().out()).contains("the next pass starts it");
    }

    private Cli explain(Object... words) throws IOException {
        List<Object> all = new ArrayList<>(
                List.of("kube", "explain", "--kubeconfig", cluster.config(folder), "--url", "http://127.0.0.1:1"));
        all.addAll(List.of(words));
        return berth(all.toArray());
    }
}
