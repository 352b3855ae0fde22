package io.berth.kube.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.decision.Grant;
import io.berth.core.workload.DeviceDemand;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.object.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many random pods come and go; what their annotations say is added up as agents would do it. */
class RandomSharesTest {
    private static final int PODS = 1_500;
    private static final int DEVICES = 6;

    /** How each project speaks. */
    enum Project {
        HAMI("hami", "nvidia.com/gpu", "nvidia.com/gpumem", "nvidia.com/gpumem-percentage", "nvidia.com/gpucores"),
        VOLCANO(
                "volcano",
                "volcano.sh/vgpu-number",
                "volcano.sh/vgpu-memory",
                "volcano.sh/vgpu-memory-percentage",
                "volcano.sh/vgpu-cores"),
        KOORDINATOR(
                "koordinator",
                "koordinator.sh/gpu.shared",
                "koordinator.sh/gpu-memory",
                "koordinator.sh/gpu-memory-ratio",
                "koordinator.sh/gpu-core");

        private final String name;
        private final String count;
        private final String memory;
        private final String percent;
        private final String cores;

        Project(String name, String count, String memory, String percent, String cores) {
            this.name = name;
            this.count = count;
            this.memory = memory;
            this.percent = percent;
            this.cores = cores;
        }

        /** A node, or an object for it, that says devices {@code 0}, {@code 1} …. */
        private void tell(Shares shares, int[] mib) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < mib.length; i++) {
                text.append(i == 0 ? "" : this == VOLCANO ? "" : ",").append(device(i, mib[i]));
            }
            switch (this) {
                case HAMI -> shares.keep(Spoken.node("n", Map.of("hami.io/node-nvidia-register", "[" + text + "]")));
                case VOLCANO -> shares.keep(Spoken.node("n", Map.of("volcano.sh/node-vgpu-register", text.toString())));
                case KOORDINATOR -> shares.keep(List.of(Spoken.device("n", text.toString())));
            }
        }

        private String device(int number, int mib) {
            return switch (this) {
                case HAMI ->
                    "{\"id\":\"" + number + "\",\"devmem\":" + mib + ",\"type\":\"T" + mib + "\",\"health\":true}";
                case VOLCANO -> number + ",10," + mib + ",T" + mib + ",true,hami-core:";
                case KOORDINATOR ->
                    "{\"type\":\"gpu\",\"minor\":" + number
                            + ",\"health\":true,\"resources\":{\"koordinator.sh/gpu-memory\":\"" + mib + "Mi\"}}";
            };
        }

        private Pod pod(int number, Random random) {
            List<Map<String, String>> containers = new ArrayList<>();
            int asking = this != KOORDINATOR && random.nextInt(8) == 0 ? 2 : 1;
            for (int i = 0; i < asking + random.nextInt(2); i++) {
                containers.add(i < asking ? asks(random) : Map.of("cpu", "1"));
            }
            return Spoken.pod("p" + number, containers, Map.of());
        }

        private Map<String, String> asks(Random random) {
            Map<String, String> asks = new LinkedHashMap<>();
            if (this == KOORDINATOR) {
                boolean ratio = random.nextBoolean();
                asks.put(
                        ratio ? percent : memory,
                        ratio ? "" + (1 + random.nextInt(100)) : (1 + random.nextInt(16_000)) + "Mi");
                asks.put(cores, Integer.toString(random.nextInt(101)));
                return asks;
            }
            asks.put(count, random.nextInt(10) == 0 ? "2" : "1");
            switch (random.nextInt(4)) {
                case 0 -> asks.put(memory, Integer.toString(1 + random.nextInt(20_000)));
                case 1 -> asks.put(percent, Integer.toString(1 + random.nextInt(100)));
                case 2 -> asks.put(memory, Integer.toString(1 + random.nextInt(500)));
                default -> {}
            }
            if (random.nextBoolean()) {
                asks.put(cores, Integer.toString(random.nextInt(101)));
            }
            return asks;
        }
    }

    @ParameterizedTest
    @EnumSource
    void no_device_is_ever_given_above_what_it_has(Project project) {
        long seed = 81;
        Random random = new Random(seed);
        int[] mib = new int[DEVICES];
        for (int i = 0; i < DEVICES; i++) {
            mib[i] = i < 4 ? 16_384 : 24_577;
        }
        Shares shares = new Shares();
        ShareConvention convention = ShareConventions.named(project.name);
        shares.follow(convention, note -> assertThat(note).as("note").isNull());
        project.tell(shares, mib);
        DeviceLayout layout = new DeviceLayout(shares.of("n").devices());
        long[] cells = new long[DeviceRow.cells(layout)];
        DeviceRow.declare(cells, 0, layout);
        List<Pod> there = new ArrayList<>();
        int placed = 0;
        int shared = 0;
        for (int i = 0; i < PODS; i++) {
            if (!there.isEmpty() && random.nextInt(3) == 0) {
                Pod gone = there.remove(random.nextInt(there.size()));
                DeviceRow.give(cells, 0, layout, demand(shares.needs(gone)), Grant.of(shares.given(gone)));
            }
            Pod pod = project.pod(i, random);
            ClaimNeeds needs = shares.needs(pod);
            assertThat(needs.waits()).as(pod.spec().needs().toString()).isEmpty();
            DeviceDemand demand = demand(needs);
            if (DeviceRow.whyNot(cells, 0, layout, demand) != null) {
                continue;
            }
            long mask = DeviceRow.first(cells, 0, layout, demand).mask();
            Map<String, String> written = Objects.requireNonNull(shares.written(pod, "n", mask, demand, Instant.EPOCH));
            Pod bound = new Pod(pod.meta().withAnnotations(written), pod.spec(), pod.status()).on("n");
            assertThat(shares.given(bound)).isEqualTo(mask);
            DeviceRow.take(cells, 0, layout, demand(shares.needs(bound)), Grant.of(mask));
            there.add(bound);
            placed++;
            shared += demand instanceof DeviceDemand.Share ? 1 : 0;
            check(convention, there, mib);
        }
        assertThat(placed).isGreaterThan(PODS / 10);
        assertThat(shared).isGreaterThan(placed / 4);
    }

    private static DeviceDemand demand(ClaimNeeds needs) {
        return Objects.requireNonNull(needs.shared()).devices();
    }

    private static void check(ShareConvention convention, List<Pod> pods, int[] mib) {
        Map<String, Long> memory = new TreeMap<>();
        Map<String, Integer> cores = new TreeMap<>();
        for (Pod pod : pods) {
            for (ShareHeld.Part part :
                    Objects.requireNonNull(convention.held(pod)).parts()) {
                memory.merge(part.device(), part.memoryMib(), Long::sum);
                cores.merge(part.device(), part.coreMilli(), Integer::sum);
            }
        }
        for (int i = 0; i < mib.length; i++) {
            assertThat(memory.getOrDefault("" + i, 0L)).isLessThanOrEqualTo(mib[i]);
            assertThat(cores.getOrDefault("" + i, 0)).isLessThanOrEqualTo(1000);
        }
    }
}
