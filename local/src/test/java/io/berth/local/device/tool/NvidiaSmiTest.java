package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.berth.local.device.Accelerator;
import io.berth.local.device.FakeTools;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import io.berth.local.device.Link;
import io.berth.local.device.MigInstance;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NvidiaSmiTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private final NvidiaSmi tool = new NvidiaSmi();

    @Test
    void oneGpuIsDescribedWithWhatItDoes() {
        Inventory found = NvidiaSmi.parse(Fixture.text("nvidia-1xh200-query.csv"));

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).singleElement().satisfies(device -> {
            assertThat(device.vendor()).isEqualTo(Vendor.NVIDIA);
            assertThat(device.index()).isZero();
            assertThat(device.uuid()).isEqualTo("GPU-0f6b2a71-4c5d-8e19-a3b0-7d1c9e54f826");
            assertThat(device.model()).isEqualTo("H200");
            assertThat(device.rawModel()).isEqualTo("NVIDIA H200");
            assertThat(device.address()).isEqualTo("00000000:19:00.0");
            assertThat(device.memoryBytes()).isEqualTo(143_771 * MIB);
            assertThat(device.migMode()).isEqualTo(MigMode.DISABLED);
            assertThat(device.reading()).isEqualTo(new Reading(0, MIB, 29, 76.53));
        });
    }

    @Test
    void eightGpusComeWithTheirLinksAndNumaNodes() {
        FakeTools tools = new FakeTools()
                .printing("nvidia-smi --query-gpu", Fixture.text("nvidia-8xh100-query.csv"))
                .printing("nvidia-smi topo -m", Fixture.text("nvidia-8xh100-topo.txt"));

        Inventory found = tool.discover(tools);

        assertThat(found.devices())
                .hasSize(8)
                .allSatisfy(device -> assertThat(device.model()).isEqualTo("H100"));
        assertThat(found.devices()).extracting(Accelerator::numaNode).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
        assertThat(found.links())
                .hasSize(28)
                .contains(new Link(Vendor.NVIDIA, 0, 7, Link.Kind.NVLINK, 18))
                .allSatisfy(link -> assertThat(link.from()).isLessThan(link.to()));
        assertThat(tools.commands()).hasSize(2);
    }

    @Test
    void anOlderTopologyWithoutNvlinkIsRead() {
        Topology topology = Topology.parse(Vendor.NVIDIA, "GPU", Fixture.text("nvidia-2xrtx4090-old-topo.txt"));

        assertThat(topology.links()).containsExactly(new Link(Vendor.NVIDIA, 0, 1, Link.Kind.PHB, 0));
        assertThat(topology.numaNodes()).as("several nodes are no node").isEmpty();
    }

    @Test
    void gpusInMigModeComeWithTheirInstances() {
        FakeTools tools = new FakeTools()
                .printing("nvidia-smi --query-gpu", Fixture.text("nvidia-mig-query.csv"))
                .printing("nvidia-smi -L", Fixture.text("nvidia-mig-list.txt"));

        Inventory found = tool.discover(tools);

        Accelerator first = found.devices().getFirst();
        assertThat(first.migMode()).isEqualTo(MigMode.ENABLED);
        assertThat(first.reading().busyPercent()).isNaN();
        assertThat(first.instances())
                .extracting(MigInstance::index, MigInstance::profile, MigInstance::memoryBytes)
                .containsExactly(
                        tuple(0, "3g.20gb", 20 * GIB),
                        tuple(1, "2g.10gb", 10 * GIB),
                        tuple(2, "1g.5gb", 5 * GIB),
                        tuple(3, "1g.5gb+me", 5 * GIB));
        assertThat(first.instances().getFirst().uuid()).isEqualTo("MIG-e07a497d-1bb6-5a42-b670-1c33bf55ab6e");
        assertThat(found.devices().getLast().instances()).hasSize(7);
    }

    @Test
    void aDriverThatDoesNotKnowMigIsAskedWithoutIt() {
        FakeTools tools = new FakeTools()
                .answering(
                        "nvidia-smi --query-gpu=index,uuid,name,pci.bus_id,memory.total,mig",
                        new Tools.Answer.Failed(2, "Field \"mig.mode.current\" is not a valid field to query.\n\n"))
                .printing(
                        "nvidia-smi --query-gpu=index,uuid,name,pci.bus_id,memory.total,util",
                        Fixture.text("nvidia-1xt4-old-query.csv"));

        Inventory found = tool.discover(tools);

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).singleElement().satisfies(device -> {
            assertThat(device.model()).isEqualTo("T4");
            assertThat(device.migMode()).isEqualTo(MigMode.UNSUPPORTED);
            assertThat(device.reading()).isEqualTo(new Reading(12, 312.0 * MIB, 41, 27.18));
        });
    }

    @Test
    void figuresThatAGpuDoesNotGiveAreUnknownAndALostGpuIsLeftOut() {
        Inventory found = NvidiaSmi.parse(Fixture.text("nvidia-faults-query.csv"));

        assertThat(found.devices()).extracting(Accelerator::index).containsExactly(0, 3);
        Reading reading = found.devices().getFirst().reading();
        assertThat(reading.busyPercent()).isNaN();
        assertThat(reading.temperatureCelsius()).isNaN();
        assertThat(reading.powerWatts()).isNaN();
        assertThat(reading.memoryUsedBytes()).isEqualTo(4.0 * MIB);
        assertThat(found.notices())
                .satisfiesExactly(
                        notice -> assertThat(notice)
                                .isEqualTo("nvidia-smi: Unable to determine the device handle for GPU0000:41:00.0:"
                                        + " Unknown Error"),
                        notice -> assertThat(notice).startsWith("nvidia-smi: a GPU is left out: 2, [GPU is lost]"));
    }

    @Test
    void whatGoesWrongIsOneLineAndNoDevice() {
        assertThat(tool.discover(new FakeTools())).isEqualTo(Inventory.NONE);
        assertThat(NvidiaSmi.parse("No devices were found\n"))
                .isEqualTo(Inventory.nothing("nvidia-smi: No devices were found"));
        assertThat(NvidiaSmi.parse("")).isEqualTo(Inventory.nothing("nvidia-smi: it printed nothing"));
        assertThat(tool.discover(new FakeTools()
                        .answering(
                                "nvidia-smi",
                                new Tools.Answer.Failed(
                                        18,
                                        "Failed to initialize NVML: Driver/library version mismatch\n"
                                                + "NVML library version: 570.133\n"))))
                .isEqualTo(Inventory.nothing(
                        "nvidia-smi: Failed to initialize NVML: Driver/library version mismatch (exit code 18)"));
        assertThat(tool.sample(new FakeTools().answering("nvidia-smi", new Tools.Answer.Late(Duration.ofSeconds(5)))))
                .isEqualTo(Inventory.nothing("nvidia-smi: no answer within 5 s; its devices are not used"));
    }
}
