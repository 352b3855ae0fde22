package io.berth.local.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.tool.AmdSmi;
import io.berth.local.device.tool.MakerTool;
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
    private static final int MUTATIONS = 2_000;
    private static final int MUTATIONS_OF_DATA = 10_000;
    private static final int MOST_CHANGES = 4;
    private static final Host HOST = new Host(8_000, 1L << 34, Host.Disk.measured(0), 0);

    /** What breaks parsers: separators of all the formats, odd numbers, controls. */
    private static final List<String> SPLINTERS = List.of(
            ",",
            ",,",
            "|",
            "/",
            ":",
            " : ",
            "\n",
            "\r",
            "\t",
            " ",
            "",
            "\0",
            "\u001b[4m",
            "\ud83d",
            "\ufeff",
            "\u2028",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "\\",
            "'",
            "#",
            "&a ",
            "*a",
            "!!int ",
            "-",
            "--",
            "[N/A]",
            "ERR!",
            "N/A",
            "null",
            "-1",
            "1e999",
            "99999999999999999999",
            "9223372036854775807",
            "NaN",
            "0x1F",
            "GPU",
            "GPU 999999999:",
            "NPU",
            "NV999",
            "MIG ",
            "(UUID: ",
            "CPU Affinity",
            "Process id",
            "card",
            "card99999",
            "\u0661",
            "é");

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
        mutate(name, tool::parse, MUTATIONS_OF_DATA);
    }

    private static void mutate(String name, Function<String, Inventory> parser) {
        mutate(name, parser, MUTATIONS);
    }

    private static void mutate(String name, Function<String, Inventory> parser, int mutations) {
        String whole = Fixture.text(name);
        for (int seed = 0; seed < mutations; seed++) {
            String broken = broken(whole, new Random(seed));
            try {
                check(parser.apply(broken));
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                throw new AssertionError(name + " with seed " + seed + ": " + broken, e);
            }
        }
    }

    private static String broken(String whole, Random random) {
        StringBuilder text = new StringBuilder(whole);
        int changes = 1 + random.nextInt(MOST_CHANGES);
        for (int i = 0; i < changes && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(random.nextInt(8) == 0 ? 200 : 4));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
                case 2 -> text.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0xffff));
                case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
                default -> text.setLength(random.nextInt(16) == 0 ? at : text.length());
            }
        }
        return text.toString();
    }

    private static void check(Inventory found) {
        Machine machine = Machine.of("here", HOST, found);
        assertThat(found.notices())
                .allSatisfy(notice ->
                        assertThat(notice).isNotBlank().hasSizeLessThan(400).matches("[^\\r\\n]*"));
        Visibility visibility = new Visibility(found);
        for (Unit unit : machine.units()) {
            assertThat(visibility
                            .variables(Visibility.Grant.whole(List.of(unit)))
                            .values())
                    .noneMatch(value -> value.contains("\0"));
        }
    }
}
