package io.berth.testkit.kube.device;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.OnCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods of low priority stop for devices that others claim; the test ends them and gives back what they claimed, as nobody else does. */
@OnCluster
class DevicePreemptionOnClusterTest {
    private static final String PREEMPTING =
            "{order: {priority: {aging: 0}}, place: best-fit, backfill: greedy, preempt: by-order}";
    private static final String PRIORITIES = "/apis/scheduling.k8s.io/v1/priorityclasses";
    private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    private static final List<String> CLASSES = List.of("low", "middle", "high", "patient");

    private Cluster cluster;
    private Claims claims;
    private int passes;

    @BeforeEach
    void begin(Cluster at) {
        cluster = at;
        claims = new Claims(at);
        StringBuilder classes = new StringBuilder();
        for (int i = 0; i < CLASSES.size(); i++) {
            classes.append("""
                    ---
                    apiVersion: scheduling.k8s.io/v1
                    kind: PriorityClass
                    metadata: {name: test-%s}
                    value: %d
                    preemptionPolicy: %s
                    """.formatted(
                    CLASSES.get(i), 10 * (i + 1), CLASSES.get(i).equals("patient") ? "Never" : "PreemptLowerPriority"));
        }
        cluster.apply(classes.toString());
    }

    @AfterEach
    void clear() {
        claims.clear();
        cluster.api().clear(BUDGETS);
        cluster.api()
                .deleteAll(
                        PRIORITIES, CLASSES.stream().map(name -> "test-" + name).toList());
    }

    /** Those who are told to stop. */
    private List<String> stopping() {
        List<String> stopping = new ArrayList<>();
        for (Tree pod : cluster.api().list(KubeApi.PODS)) {
            if (!KubeApi.text(pod, "metadata", "deletionTimestamp").isEmpty()) {
                stopping.add(KubeApi.name(pod));
            }
        }
        return stopping;
    }

    private List<String> awaitStopping(int count) {
        until("so many stop", () -> stopping().size() == count);
        return stopping();
    }

    /** A pod for which there is room is bound: what was told before it is looked at. */
    private void pass() {
        String name = "pass-" + ++passes;
        cluster.add(Cluster.pod(name).spec("priorityClassName", "test-low"));
        cluster.awaitBound(name);
    }

    private void ends(List<String> pods) {
        pods.forEach(pod -> cluster.api().delete(KubeApi.PODS + "/" + pod));
        pass();
        pass();
    }

    private void nobodyHasWhatAnotherHas() {
        assertThat(claims.holders().values())
                .allSatisfy(pods -> assertThat(pods).hasSize(1));
    }

    private void run(Draft... pods) {
        claims.add(pods);
        for (Draft pod : pods) {
            cluster.awaitBound(pod.name());
        }
    }

    private void twoRun() {
        cluster.add(node("n1"));
        claims.offer("n1", List.of(Claims.gpu("a", "A100"), Claims.gpu("b", "A100")));
        claims.template("any", 1);
        cluster.berth("--strategy", PREEMPTING);
        run(Claims.pod("low-1", "low", "any"));
        run(Claims.pod("low-2", "low", "any").label("app", "second"));
    }

    /** One of those who run stops for {@code urgent}, which gets its device when that is given back, and not before. */
    private void oneStopsFor(String urgent) {
        String victim = awaitStopping(1).getFirst();
        List<String> devices = claims.has(victim);
        until(
                "it says where",
                () -> KubeApi.text(cluster.get(urgent), "status", "nominatedNodeName")
                        .equals("n1"));
        ends(List.of(victim));
        assertThat(stopping()).isEmpty();
        assertThat(cluster.where().get(urgent)).isEmpty();
        nobodyHasWhatAnotherHas();

        claims.release();
        assertThat(cluster.awaitBound(urgent)).isEqualTo("n1");
        assertThat(claims.has(urgent)).isEqualTo(devices);
        pass();
        assertThat(stopping()).isEmpty();
        nobodyHasWhatAnotherHas();
    }

    @Test
    void oneStopsAndItsDeviceGoesToTheOneItStoppedFor() {
        twoRun();
        claims.add(Claims.pod("low-3", "low", "any"));
        cluster.awaitTold("low-3");

        claims.add(Claims.pod("urgent", "high", "any"));
        oneStopsFor("urgent");
        assertThat(cluster.where())
                .containsEntry("low-1", "n1")
                .containsEntry("low-3", "")
                .doesNotContainKey("low-2");
    }

    @Test
    void podsThatWereFoundBoundStopAsOthersDo() {
        cluster.add(node("n1"));
        claims.offer("n1", List.of(Claims.gpu("a", "A100"), Claims.gpu("b", "A100")));
        claims.template("any", 1);
        AutoCloseable first = cluster.berth("--strategy", PREEMPTING);
        run(Claims.pod("low-1", "low", "any"), Claims.pod("low-2", "low", "any"));
        close(first);
        cluster.berth("--strategy", PREEMPTING);

        claims.add(Claims.pod("urgent", "high", "any"));
        oneStopsFor("urgent");
    }

    @Test
    void nobodyElseStopsWhereBerthStartsAgainBeforeTheDeviceIsGivenBack(@TempDir Path folder) {
        String journal = folder.resolve("journal").toString();
        cluster.add(node("n1"));
        claims.offer("n1", List.of(Claims.gpu("a", "A100"), Claims.gpu("b", "A100")));
        claims.template("any", 1);
        AutoCloseable first = cluster.berth("--strategy", PREEMPTING, "--journal", journal);
        run(Claims.pod("low-1", "low", "any"), Claims.pod("low-2", "low", "any"));
        claims.add(Claims.pod("urgent", "high", "any"));
        ends(awaitStopping(1));
        close(first);

        cluster.berth("--strategy", PREEMPTING, "--journal", journal);
        pass();
        pass();
        assertThat(stopping()).isEmpty();
        assertThat(cluster.where()).containsEntry("urgent", "");
        claims.release();
        cluster.awaitBound("urgent");
        pass();
        assertThat(stopping()).isEmpty();
        nobodyHasWhatAnotherHas();
    }

    private static void close(AutoCloseable berth) {
        try {
            berth.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void budgetsSayWhoStopsAndKeepNobodyWhereNobodyElseMay() {
        cluster.apply("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: second, namespace: default}
                spec: {minAvailable: 1, selector: {matchLabels: {app: second}}}
                """);
        twoRun();
        claims.add(Claims.pod("urgent", "high", "any"));
        assertThat(awaitStopping(1)).containsExactly("low-1");
        ends(List.of("low-1"));
        claims.release();
        cluster.awaitBound("urgent");

        claims.add(Claims.pod("next", "high", "any"));
        assertThat(awaitStopping(1)).containsExactly("low-2");
        ends(List.of("low-2"));
        claims.release();
        cluster.awaitBound("next");
        nobodyHasWhatAnotherHas();
    }

    @Test
    void nobodyStopsForAPodThatPreemptsNobody() {
        twoRun();
        claims.add(Claims.pod("patient", "patient", "any"));
        assertThat(cluster.awaitTold("patient")).contains("not enough resource.k8s.io/gpu");
        pass();
        assertThat(stopping()).isEmpty();
    }

    @Test
    void aGangStartsWhenAllItsDevicesAreGivenBack() {
        twoRun();
        Draft[] gang = new Draft[2];
        for (int i = 0; i < 2; i++) {
            gang[i] = Claims.pod("gang-" + i, "high", "any")
                    .metadata("annotations", Map.of("berth.io/gang", "g", "berth.io/gang-min", "2"));
        }
        claims.add(gang);
        awaitStopping(2);
        ends(List.of("low-1"));
        claims.release();
        pass();
        assertThat(cluster.where().get("gang-0") + cluster.where().get("gang-1"))
                .isEmpty();
        ends(List.of("low-2"));
        claims.release();
        cluster.awaitBound("gang-0");
        cluster.awaitBound("gang-1");
        nobodyHasWhatAnotherHas();
        assertThat(claims.holders()).hasSize(2);
    }

    @Test
    void whoHasADeviceOfTheKindStopsThoughItAskedForAny() {
        cluster.add(node("n1"));
        claims.offer("n1", List.of(Claims.gpu("a", "A100"), Claims.gpu("b", "H100")));
        claims.template("any", 1);
        claims.template("h100", 1, "device.attributes['" + Claims.DRIVER + "'].model == 'H100'");
        cluster.berth("--strategy", PREEMPTING);
        run(Claims.pod("low-1", "low", "any"), Claims.pod("low-2", "low", "any"));
        String holder = claims.holders().get("n1/b").getFirst();

        claims.add(Claims.pod("urgent", "high", "h100"));
        assertThat(awaitStopping(1)).containsExactly(holder);
        oneStopsFor("urgent");
        assertThat(claims.has("urgent")).containsExactly("n1/b");
    }

    /** Two GPUs that are parted, and whole as well. */
    private void parted() {
        cluster.add(node("n1"));
        List<Map<String, Object>> devices = new ArrayList<>();
        for (String gpu : List.of("g0", "g1")) {
            devices.add(Claims.part(gpu + "-whole", gpu, "80Gi"));
            for (int half = 0; half < 2; half++) {
                devices.add(Claims.part(gpu + "-half-" + half, gpu, "40Gi"));
            }
        }
        claims.offerParts("n1", List.of("g0", "g1"), devices);
        for (int gib : List.of(40, 80)) {
            String memory = "device.capacity['" + Claims.DRIVER + "'].memory";
            claims.template("of-" + gib, 1, memory + ".compareTo(quantity('" + gib + "Gi')) == 0");
        }
        cluster.berth("--strategy", PREEMPTING);
    }

    @Test
    void thePartsOfOneGpuStopForAllOfIt() {
        parted();
        for (int i = 0; i < 4; i++) {
            run(Claims.pod("half-" + i, "low", "of-40"));
        }
        claims.add(Claims.pod("urgent", "high", "of-80"));
        List<String> victims = awaitStopping(2);
        String gpu = claims.has(victims.getFirst()).getFirst().substring(0, "n1/g0".length());
        assertThat(claims.has(victims.getLast()).getFirst()).startsWith(gpu);

        // They end one after the other: nobody else stops meanwhile, and nobody gets half of it.
        claims.add(Claims.pod("half-4", "low", "of-40"));
        ends(victims.subList(0, 1));
        claims.release();
        pass();
        pass();
        assertThat(stopping()).containsExactly(victims.getLast());
        assertThat(cluster.where()).containsEntry("urgent", "").containsEntry("half-4", "");
        ends(victims.subList(1, 2));
        assertThat(stopping()).isEmpty();

        claims.release();
        cluster.awaitBound("urgent");
        assertThat(claims.has("urgent")).containsExactly(gpu + "-whole");
        pass();
        assertThat(stopping()).isEmpty();
        assertThat(cluster.where()).containsEntry("half-4", "");
        nobodyHasWhatAnotherHas();
    }

    @Test
    void whoHasAllOfAGpuStopsForAPart() {
        parted();
        run(Claims.pod("whole-0", "middle", "of-80"), Claims.pod("whole-1", "low", "of-80"));
        claims.add(Claims.pod("urgent", "high", "of-40"));
        assertThat(awaitStopping(1)).containsExactly("whole-1");
        ends(List.of("whole-1"));
        claims.release();
        cluster.awaitBound("urgent");
        pass();
        assertThat(stopping()).isEmpty();
    }
}
