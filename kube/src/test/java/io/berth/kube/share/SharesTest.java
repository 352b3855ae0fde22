package io.berth.kube.share;

import static io.berth.kube.share.Spoken.node;
import static io.berth.kube.share.Spoken.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Grant;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.DeviceDemand.Share;
import io.berth.core.workload.DeviceDemand.Whole;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.object.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharesTest {
    private static final long MIB = 1 << 20;
    private static final Instant NOW = Instant.ofEpochSecond(1_790_000_000);

    private final List<String> notes = new ArrayList<>();
    private final Shares shares = new Shares();

    private void follow(String name) {
        shares.follow(ShareConventions.named(name), notes::add);
    }

    /** Two V100 and one that is ill, as HAMi's agent lists them. */
    private void hami() {
        follow("hami");
        shares.keep(node("n", Map.of("hami.io/node-nvidia-register", Spoken.HAMI_NODE)));
    }

    @Test
    void a_pod_of_hamis_guide_is_a_share_of_memory_and_compute() {
        hami();
        Pod pod = pod(Map.of("nvidia.com/gpu", "1", "nvidia.com/gpumem", "3000", "nvidia.com/gpucores", "30"));
        ClaimNeeds needs = shares.needs(pod);
        Share share = new Share(300, 3000 * MIB, Acceptable.ANY_GPU);
        assertThat(Objects.requireNonNull(needs.shared()).devices()).isEqualTo(share);
        assertThat(needs.shared().instead()).contains("nvidia.com/gpumem", "nvidia.com/gpucores");
        assertThat(shares.of("n").devices())
                .containsExactly(
                        new DeviceSet(2, "gpu", "NVIDIA-Tesla V100-PCIE-32GB", 32768 * MIB),
                        new DeviceSet(1, "gpu-unusable", "NVIDIA-Tesla V100-PCIE-32GB", 32768 * MIB));
        assertThat(shares.written(pod, "n", 0b10, share, NOW))
                .isEqualTo(Map.of(
                        "hami.io/vgpu-node", "n",
                        "hami.io/vgpu-time", "1790000000",
                        "hami.io/bind-phase", "allocating",
                        "hami.io/bind-time", "1790000000",
                        "hami.io/vgpu-devices-to-allocate", "GPU-b,NVIDIA,3000,30:;",
                        "hami.io/vgpu-devices-allocated", "GPU-b,NVIDIA,3000,30:;"));
    }

    /** Without memory, all of it is meant; a percentage is the whole MiB in it; several devices count as whole ones. */
    @ParameterizedTest
    @CsvSource(textBlock = """
                    1, '', '', '', 1
                    1, '', 50, '', '16384/0'
                    1, '', 33, 10, '10813/100'
                    1, 500, 33, '', '500/0'
                    1, 500, '', 100, 1
                    1, '', 100, 20, 1
                    2, 500, '', 20, 2
                    """)
    void what_is_asked_comes_to(int gpus, String mib, String percent, String cores, String comes) {
        hami();
        Map<String, String> asks = Spoken.some(
                "nvidia.com/gpu", Integer.toString(gpus),
                "nvidia.com/gpumem", mib,
                "nvidia.com/gpumem-percentage", percent,
                "nvidia.com/gpucores", cores);
        String[] parts = comes.split("/");
        assertThat(Objects.requireNonNull(shares.needs(pod(asks)).shared()).devices())
                .isEqualTo(
                        parts.length == 1
                                ? new Whole(
                                        Integer.parseInt(comes),
                                        mib.isEmpty() ? 0 : Long.parseLong(mib) * MIB,
                                        Acceptable.ANY_GPU)
                                : new Share(
                                        Integer.parseInt(parts[1]),
                                        Long.parseLong(parts[0]) * MIB,
                                        Acceptable.ANY_GPU));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    nvidia.com/gpumem=3000 | it asks for nvidia.com/gpumem without nvidia.com/gpu
                    nvidia.com/gpu=1 nvidia.com/gpucores=101 | nvidia.com/gpucores must be a whole number from 0 to 100, but is "101"
                    nvidia.com/gpu=1 nvidia.com/gpumem=1500m | nvidia.com/gpumem must be a whole number from 0 to 2147483648, but is "1500m"
                    nvidia.com/gpu=1 amd.com/gpu=1 | it asks for devices of two makers, gpu and amd-gpu
                    mthreads.com/vgpu=1 mthreads.com/sgpu-memory=4 | it asks for mthreads.com/sgpu-memory: shares of Mthreads are not given here, only whole devices
                    nvidia.com/gpu.shared=2 | container c0 asks for 2 nvidia.com/gpu.shared, and a container gets one place on a shared device at most
                    """)
    void what_cannot_be_is_said(String asks, String why) {
        hami();
        assertThat(shares.needs(pod(Spoken.words(asks))).waits()).isEqualTo(why);
    }

    /** As its guide has it: half a GPU, by one word or by two; two whole ones; a quarter of each of two. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    koordinator.sh/gpu=50 | 500/8192
                    koordinator.sh/gpu-core=50 koordinator.sh/gpu-memory-ratio=50 | 500/8192
                    koordinator.sh/gpu-core=30 koordinator.sh/gpu-memory=4Gi | 300/4096
                    koordinator.sh/gpu=200 | 2
                    nvidia.com/gpu=2 | 2
                    koordinator.sh/gpu.shared=2 koordinator.sh/gpu-core=50 koordinator.sh/gpu-memory-ratio=50 | 2
                    koordinator.sh/gpu-core=50 | it asks for koordinator.sh/gpu-core without koordinator.sh/gpu-memory or koordinator.sh/gpu-memory-ratio
                    koordinator.sh/gpu=150 | what it asks for is not the same whole
                    koordinator.sh/gpu-core=50 koordinator.sh/gpu-memory=1000 | what it asks for is not the same whole
                    """)
    void koordinators_words_come_to(String asks, String comes) {
        follow("koordinator");
        String device =
                "{\"type\":\"gpu\",\"minor\":%d,\"health\":true,\"resources\":{\"koordinator.sh/gpu-memory\":\"16Gi\"}}";
        assertThat(shares.keep(List.of(
                        Spoken.device("n", device.formatted(1) + "," + device.formatted(0) + ",{\"type\":\"rdma\"}"))))
                .containsExactly("n");
        ClaimNeeds needs = shares.needs(pod(Spoken.words(asks)));
        if (!comes.matches("[0-9/]+")) {
            assertThat(needs.waits()).startsWith(comes);
            return;
        }
        String[] parts = comes.split("/");
        assertThat(Objects.requireNonNull(needs.shared()).devices())
                .isEqualTo(
                        parts.length == 1
                                ? new Whole(Integer.parseInt(comes), 0, Acceptable.ANY_GPU)
                                : new Share(
                                        Integer.parseInt(parts[0]),
                                        Long.parseLong(parts[1]) * MIB,
                                        Acceptable.ANY_GPU));
    }

    @Test
    void koordinators_agent_is_told_minors_and_finds_the_same_again() {
        follow("koordinator");
        String device =
                "{\"type\":\"gpu\",\"minor\":%d,\"health\":true,\"resources\":{\"koordinator.sh/gpu-memory\":\"16Gi\"}}";
        shares.keep(List.of(Spoken.device("n", device.formatted(0) + "," + device.formatted(3))));
        Pod pod = pod(Map.of("koordinator.sh/gpu-core", "50", "koordinator.sh/gpu-memory", "4Gi"));
        Share share = new Share(500, 4096 * MIB, Acceptable.ANY_GPU);
        Map<String, String> written = Objects.requireNonNull(shares.written(pod, "n", 0b10, share, NOW));
        assertThat(written)
                .isEqualTo(
                        Map.of(
                                "scheduling.koordinator.sh/device-allocated",
                                "{\"gpu\":[{\"minor\":3,\"resources\":{\"koordinator.sh/gpu-core\":\"50\",\"koordinator.sh/gpu-memory\":\"4096Mi\",\"koordinator.sh/gpu-memory-ratio\":\"25\"}}]}"));
        Pod bound = pod(pod.spec().needs().containers().getFirst().requests(), written)
                .on("n");
        assertThat(shares.given(bound)).isEqualTo(0b10);
        assertThat(Objects.requireNonNull(shares.needs(bound).shared()).devices())
                .isEqualTo(share);
        assertThat(shares.keep(List.of())).containsExactly("n");
        assertThat(shares.of("n").devices()).isEmpty();
    }

    /** Fractions and memory of KAI's pods on one device, in random order: together never more than the device. */
    @Test
    void fractions_and_memory_stay_within_a_device() {
        follow("kai");
        long mib = 81_559;
        shares.keep(Spoken.labelled("n", "1", Map.of("nvidia.com/gpu.memory", Long.toString(mib))));
        DeviceLayout layout = new DeviceLayout(shares.of("n").devices());
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            long[] cells = new long[DeviceRow.cells(layout)];
            DeviceRow.declare(cells, 0, layout);
            long thousandths = 0;
            long memory = 0;
            for (int i = 0; i < 30; i++) {
                int milli = 1 + random.nextInt(400);
                int asked = 1 + random.nextInt(20_000);
                boolean fraction = random.nextBoolean();
                Pod pod = pod(
                        Map.of("cpu", "1"),
                        fraction
                                ? Map.of("gpu-fraction", String.format(Locale.ROOT, "0.%03d", milli))
                                : Map.of("gpu-memory", Integer.toString(asked)));
                DeviceDemand demand =
                        Objects.requireNonNull(shares.needs(pod).shared()).devices();
                if (DeviceRow.whyNot(cells, 0, layout, demand) == null) {
                    DeviceRow.take(cells, 0, layout, demand, Grant.of(1));
                    thousandths += fraction ? milli : 0;
                    memory += fraction ? 0 : asked;
                }
            }
            // Less than a MiB for each fraction, as each is whole MiB.
            assertThat(thousandths * mib + memory * 1000).isLessThanOrEqualTo(mib * 1000 + 30 * 1000);
            assertThat(thousandths).isLessThanOrEqualTo(1000);
        }
    }

    @Test
    void only_models_that_are_asked_for_will_do() {
        hami();
        String other = Spoken.HAMI_NODE
                .replace("NVIDIA-Tesla V100-PCIE-32GB", "NVIDIA-A100")
                .replace("GPU-", "GPU-x");
        shares.keep(node("m", Map.of("hami.io/node-nvidia-register", other)));
        Map<String, String> asks = Map.of("nvidia.com/gpu", "1", "nvidia.com/gpumem", "10");
        Pod use = pod(asks, Map.of("nvidia.com/use-gputype", "a100,H100"));
        Pod not = pod(asks, Map.of("nvidia.com/nouse-gputype", "A100"));
        Pod none = pod(asks, Map.of("nvidia.com/use-gputype", "B200"));
        assertThat(Spoken.models(shares, use)).containsExactly("NVIDIA-A100");
        assertThat(Spoken.models(shares, not)).containsExactly("NVIDIA-Tesla V100-PCIE-32GB");
        assertThat(shares.needs(none).waits()).isEqualTo("no device that is shared is of a type that it asks for");
    }

    @Test
    void models_of_other_makers_are_asked_for_by_their_own_words() {
        hami();
        String cards =
                Spoken.HAMI_NODE.replace("NVIDIA-Tesla V100-PCIE-32GB", "Z100").replace("GPU-", "DCU-");
        shares.keep(node("m", Map.of("hami.io/node-dcu-register", cards)));
        Map<String, String> asks = Map.of("hygon.com/dcunum", "1", "hygon.com/dcumem", "10");
        assertThat(shares.needs(pod(asks, Map.of("hygon.com/use-dcutype", "Z100")))
                        .waits())
                .isEmpty();
        assertThat(shares.needs(pod(asks, Map.of("hygon.com/nouse-dcutype", "Z100")))
                        .waits())
                .isEqualTo("no device that is shared is of a type that it asks for");
    }

    /** HAMi's examples of single devices: a pod that would get another one is told so, and does not start on it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nvidia.com/use-gpuuuid",
                "nvidia.com/nouse-gpuuuid",
                "nvidia.com/use-gpuindexes",
                "nvidia.com/nouse-gpuindexes"
            })
    void who_asks_for_single_devices_hears_that_nobody_looks_at_them(String annotation) {
        hami();
        Map<String, String> asks = Map.of("nvidia.com/gpu", "1", "nvidia.com/gpumem", "10");
        assertThat(shares.needs(pod(asks, Map.of(annotation, "0"))).waits())
                .isEqualTo("it asks by annotation " + annotation
                        + " for single devices, which this scheduler does not look at");
    }

    @Test
    void several_devices_of_one_numa_node_are_not_promised() {
        hami();
        Map<String, String> bind = Map.of("nvidia.com/numa-bind", "true");
        assertThat(shares.needs(pod(Map.of("nvidia.com/gpu", "1"), bind)).waits())
                .isEmpty();
        assertThat(shares.needs(pod(Map.of("nvidia.com/gpu", "2"), bind)).waits())
                .contains("nvidia.com/numa-bind for 2 devices of one NUMA node");
    }

    @Test
    void what_bound_pods_were_given_is_held() {
        hami();
        Map<String, String> asks = Map.of("nvidia.com/gpu", "1", "nvidia.com/gpumem", "10");
        Pod one = Spoken.bound(pod(asks, Map.of("hami.io/vgpu-devices-allocated", ";GPU-b,NVIDIA,3000,30:;")), "n");
        assertThat(shares.given(one)).isEqualTo(0b10);
        assertThat(Objects.requireNonNull(shares.needs(one).shared()).devices())
                .isEqualTo(new Share(300, 3000 * MIB, Acceptable.ANY_GPU));
        Pod both = Spoken.bound(
                pod(asks, Map.of("hami.io/vgpu-devices-allocated", "GPU-b,NVIDIA,3000,30:GPU-a,NVIDIA,1,0:;")), "n");
        assertThat(shares.given(both)).isEqualTo(0b11);
        assertThat(Objects.requireNonNull(shares.needs(both).shared()).devices())
                .isEqualTo(new Whole(2, 0, Acceptable.ANY_GPU));
    }

    @Test
    void who_asks_for_several_gpus_keeps_away_from_nodes_that_share_them_by_that_name() {
        Pod two = pod(Map.of("nvidia.com/gpu", "2"));
        assertThat(shares.needs(two)).isEqualTo(ClaimNeeds.NONE);
        shares.keep(Spoken.labelled(
                "n", "8", Map.of("nvidia.com/gpu.sharing-strategy", "time-slicing", "nvidia.com/gpu.replicas", "4")));
        assertThat(shares.revised()).isTrue();
        assertThat(shares.needs(two).where()).hasSize(1);
        assertThat(shares.needs(pod(Map.of("nvidia.com/gpu", "1")))).isEqualTo(ClaimNeeds.NONE);
        shares.drop("n");
        assertThat(shares.needs(two)).isEqualTo(ClaimNeeds.NONE);
    }

    @Test
    void what_a_node_says_that_cannot_be_read_is_told_once() {
        follow("hami");
        for (int i = 0; i < 3; i++) {
            shares.keep(node("n", Map.of("hami.io/node-nvidia-register", "[{\"id\":\"GPU-a\",\"devmem\":\"x\"}]")));
        }
        assertThat(notes).hasSize(1);
        assertThat(notes.getFirst())
                .startsWith("node n: annotation hami.io/node-nvidia-register")
                .contains("devmem");
        assertThat(shares.of("n").devices()).isEmpty();
    }
}
