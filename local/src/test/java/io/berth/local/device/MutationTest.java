package io.berth.local.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.local.device.tool.AmdSmi;
import io.berth.local.device.tool.MakerTool;
import io.berth.local.device.tool.MigListing;
import io.berth.local.device.tool.NpuSmi;
import io.berth.local.device.tool.NvidiaSmi;
import io.berth.local.device.tool.RocmSmi;
import io.berth.local.device.tool.Topology;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken outputs: each becomes an inventory that a machine and a task can be made of; nothing is ever thrown. */
class MutationTest {
    private static final int MUTATIONS = Boolean.getBoolean("berth.full") ? 2_000 : 500;
    private static final int MORE_MUTATIONS = 5 * MUTATIONS;
    private static final Host HOST = new Host(8_000, 1L << 34, Host.Disk.measured(0), 0);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nvidia-1xh200-query.csv",
                "nvidia-1xt4-old-query.csv",
                "nvidia-1xrtx4090-query.csv",
                "nvidia-8xh100-query.csv",
                "nvidia-faults-query.csv",
                "nvidia-mig-query.csv"
            })
    void aBrokenQueryOfNvidia(String name) {
        mutate(name, NvidiaSmi::parse);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia-8xh100-topo.txt", "nvidia-2xrtx4090-old-topo.txt"})
    void aBrokenTopologyOfNvidia(String name) {
        Inventory found = NvidiaSmi.parse(Fixture.text("nvidia-8xh100-query.csv"));
        mutate(name, output -> Topology.parse(Vendor.NVIDIA, "GPU", output).addTo(found));
    }

    @ParameterizedTest
    @ValueSource(strings = "nvidia-mig-list.txt")
    void aBrokenListOfInstances(String name) {
        Inventory found = NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv"));
        mutate(name, output -> NvidiaSmi.withInstances(found, output));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia-mig-sizes.txt", "nvidia-mig-places.txt"})
    void brokenSizesOfInstances(String name) {
        Accelerator gpu = NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv"))
                .devices()
                .getFirst()
                .withMemory(80L << 30);
        String sizes = Fixture.text("nvidia-mig-sizes.txt");
        String places = Fixture.text("nvidia-mig-places.txt");
        mutate(name, MORE_MUTATIONS, output -> {
            List<MigProfile> profiles = name.equals("nvidia-mig-sizes.txt")
                    ? MigListing.profiles(gpu, output, places)
                    : MigListing.profiles(gpu, sizes, output);
            return new Inventory(List.of(gpu.withProfiles(profiles)), List.of(), List.of());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"ascend-8x910b3-info.txt", "ascend-2x2-info.txt"})
    void aBrokenTableOfAscend(String name) {
        mutate(name, NpuSmi::parse);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ascend-board.txt", "ascend-usages.txt", "ascend-topo.txt"})
    void aBrokenDetailOfAscend(String name) {
        String table = """
                | 0     910B3               | OK            | 91.3        33                0    / 0             |
                | 0                         | NA            | -           0    / 0          0    / 0             |
                """;
        mutate(
                name,
                output -> new NpuSmi()
                        .discover(
                                new FakeTools().printing("npu-smi info", table).printing("npu-smi info -t", output)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocm-5-mi250.json", "rocm-6-mi300x.json"})
    void aBrokenDocumentOfRocm(String name) {
        mutate(name, RocmSmi::parse);
    }

    @ParameterizedTest
    @ValueSource(strings = "rocm-5-mi250-topo.json")
    void aBrokenTopologyOfRocm(String name) {
        Inventory found = RocmSmi.parse(Fixture.text("rocm-5-mi250.json"));
        mutate(name, output -> RocmSmi.parseTopology(output).addTo(found));
    }

    @ParameterizedTest
    @ValueSource(strings = {"amd-6-static.json", "amd-7-static.json", "amd-7-metric.json"})
    void aBrokenDocumentOfAmd(String name) {
        mutate(name, AmdSmi::parse);
    }

    @ParameterizedTest
    @ValueSource(strings = "amd-6-topology.json")
    void aBrokenTopologyOfAmd(String name) {
        Inventory found = AmdSmi.parse(Fixture.text("amd-7-static.json"));
        mutate(name, output -> found.withLinks(AmdSmi.parseLinks(output)));
    }

    @ParameterizedTest
    @CsvSource({
        "CAMBRICON, cambricon-2xmlu370-info.txt",
        "HYGON, hygon-2xz100.json",
        "KUNLUNXIN, kunlunxin-2xp800-machine.txt",
        "ILUVATAR, iluvatar-2xbi-v150-query.csv",
        "METAX, metax-2xc500.txt",
        "MOORE_THREADS, mthreads-2xs4000-query.txt"
    })
    void aBrokenAnswerOfAMakerThatIsData(Vendor vendor, String name) {
        MakerTool tool = new MakerTool(Maker.ALL.stream()
                .filter(maker -> maker.vendor() == vendor)
                .findFirst()
                .orElseThrow());
        mutate(name, MORE_MUTATIONS, tool::parse);
    }

    private static void mutate(String name, Function<String, Inventory> parser) {
        mutate(name, MUTATIONS, parser);
    }

    private static void mutate(String name, int times, Function<String, Inventory> parser) {
        String whole = Fixture.text(name);
        for (int seed = 0; seed < times; seed++) {
            String broken = Mutation.of(whole, new Random(seed));
            try {
                check(parser.apply(broken));
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw new AssertionError(name + " with seed " + seed + ": " + broken, e);
            }
        }
    }

    private static void check(Inventory found) {
        Machine machine = Machine.of("here", HOST, found);
        assertThat(found.notices())
                .allSatisfy(notice ->
                        assertThat(notice).isNotBlank().hasSizeLessThan(400).matches("[^\\r\\n]*"));
        Visibility visibility = new Visibility(found);
        // Whatever is told, all that is granted of a GPU together is no more than it has.
        for (DeviceSet set : machine.node().devices()) {
            if (set.mig() instanceof Mig.Cut cut) {
                MigTable table = MigTable.of(cut.profiles());
                assertThat(cut.profiles())
                        .allSatisfy(profile -> assertThat(profile.memoryBytes())
                                .isBetween(0L, set.memoryBytes() * profile.slices() / table.slices()));
            }
        }
        for (Unit unit : machine.units()) {
            assertThat(visibility
                            .variables(Visibility.Grant.whole(List.of(unit)))
                            .values())
                    .noneMatch(value -> value.contains("\0"));
        }
    }
}
