package io.berth.local.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.workload.Amounts;
import io.berth.local.device.tool.Discovery;
import io.berth.local.device.tool.NpuSmi;
import io.berth.local.device.tool.NvidiaSmi;
import io.berth.local.device.tool.RocmSmi;
import io.berth.local.device.tool.Topology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static final Host HOST = new Host(192_000, 2L << 40, Host.Disk.measured(7L << 40), 25_000_000_000L);

    @Test
    void aServerOfEqualGpusIsANode() {
        Machine machine = Machine.of("gpu-1", HOST, NvidiaSmi.parse(Fixture.text("nvidia-8xh100-query.csv")));

        assertThat(machine.node())
                .isEqualTo(new NodeSpec(
                        "gpu-1",
                        new Amounts(192_000, 2L << 40, 7L << 40, 0, 25_000_000_000L),
                        Integer.MAX_VALUE,
                        NodeSpec.gpus(8, "H100", 81_559L << 20)));
        assertThat(machine.held(0b1000_0010))
                .extracting(unit -> unit.device().index())
                .containsExactly(1, 7);
        assertThat(machine.notices()).isEmpty();
    }

    @Test
    void aMachineOfCpusIsANodeWithoutGpus() {
        Machine machine = Machine.of("laptop", HOST, new Discovery(new FakeTools()).discover());

        assertThat(machine.node().gpus()).isZero();
        assertThat(machine.node().gpuModel()).isEmpty();
        assertThat(machine.notices()).singleElement().asString().contains("CPUs only");
    }

    @Test
    void whatIsMeasuredAnewMakesNoOtherMachineAndWhatIsDeclaredDoes() {
        Machine before = machine(HOST);

        assertThat(machine(HOST.with(Host.Disk.measured(1L << 40))).is(before.node()))
                .isTrue();
        assertThat(machine(HOST.with(HOST.disk().carrying(1 << 30, false))).is(before.node()))
                .isTrue();
        assertThat(machine(HOST.with(HOST.disk().declaring(1L << 40))).is(before.node()))
                .isFalse();
        assertThat(machine(HOST.with(HOST.disk().carrying(1 << 30, true))).is(before.node()))
                .isFalse();
        assertThat(machine(HOST.withNetwork(1)).is(before.node())).isFalse();
        assertThat(machine(HOST).is(before.node().withName("another"))).isTrue();
    }

    private static Machine machine(Host host) {
        return Machine.of("here", host, Inventory.NONE);
    }

    @Test
    void devicesOfSeveralModelsAreNumberedModelByModelThatWithTheMostMemoryFirst() {
        Inventory found = NvidiaSmi.parse(Fixture.text("nvidia-1xrtx4090-query.csv"))
                .and(RocmSmi.parse(Fixture.text("rocm-5-mi250.json")));

        Machine machine = Machine.of("mixed", HOST, found);

        assertThat(machine.node().devices())
                .extracting(DeviceSet::count, DeviceSet::model)
                .containsExactly(tuple(4, "MI250"), tuple(1, "RTX-4090"));
        assertThat(machine.held(0b1_0001)).extracting(Unit::model).containsExactly("MI250", "RTX-4090");
        assertThat(Machine.devices(machine.node())).isEqualTo("4 × MI250, 1 × RTX-4090");
        assertThat(machine.notices()).isEmpty();
    }

    @Test
    void devicesComeWithTheLinksThatTheirToolTellsOf() {
        Inventory eight = Topology.parse(Vendor.NVIDIA, "GPU", Fixture.text("nvidia-8xh100-topo.txt"))
                .addTo(NvidiaSmi.parse(Fixture.text("nvidia-8xh100-query.csv")));
        assertThat(links(eight)).isEqualTo(new Links(8, Collections.nCopies(28, 18 * 25_000)));
        assertThat(links(eight.withLinks(List.of()))).isEqualTo(Links.NONE);

        List<Link> two = List.of(
                new Link(Vendor.NVIDIA, 0, 1, Link.Kind.PHB, 0),
                new Link(Vendor.NVIDIA, 1, 7, Link.Kind.NVLINK, 2),
                new Link(Vendor.AMD, 0, 2, Link.Kind.XGMI, 1));
        Links some = links(eight.withLinks(two));
        assertThat(List.of(some.between(0, 1), some.between(7, 1), some.between(0, 2)))
                .containsExactly(16_002, 50_000, 0);

        Inventory chips = new NpuSmi()
                .discover(new FakeTools()
                        .printing("npu-smi info -t topo", Fixture.text("ascend-topo.txt"))
                        .printing("npu-smi info", Fixture.text("ascend-8x910b3-info.txt")));
        assertThat(links(chips).between(3, 5)).isEqualTo(28_000);
    }

    private static Links links(Inventory found) {
        return Machine.of("linked", HOST, found).node().devices().getFirst().links();
    }

    @Test
    void inMigModeTheInstancesAreTheDevices() {
        Inventory found = NvidiaSmi.withInstances(
                NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv")), Fixture.text("nvidia-mig-list.txt"));

        Machine machine = Machine.of("mig", HOST, found);

        assertThat(machine.node().devices())
                .containsExactly(
                        instances(8, "1g.5gb", 5),
                        instances(1, "3g.20gb", 20),
                        instances(1, "2g.10gb", 10),
                        instances(1, "1g.5gb+me", 5));
        assertThat(machine.notices()).isEmpty();
    }

    /** They may be asked for by their profile, and are GPUs as any other to who asks for one. */
    private static DeviceSet instances(int count, String profile, long gib) {
        return DeviceSet.gpus(count, "A100-" + profile, gib << 30).withMig(new Mig.Instance(profile, true));
    }

    @Test
    void aGpuInMigModeWithoutInstancesIsNoDevice() {
        Machine machine = Machine.of("mig", HOST, NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv")));

        assertThat(machine.node().gpus()).isZero();
        assertThat(machine.notices())
                .hasSize(2)
                .first()
                .isEqualTo("devices: GPU 0 (A100) is in MIG mode and has no instances, so no task can use it");
    }

    @Test
    void moreDevicesThanANodeCanHaveAreCut() {
        List<Accelerator> many = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            many.addAll(NvidiaSmi.parse(Fixture.text("nvidia-8xh100-query.csv")).devices());
        }

        Machine machine = Machine.of("many", HOST, new Inventory(many, List.of(), List.of()));

        assertThat(machine.node().gpus()).isEqualTo(NodeSpec.MAX_GPUS);
        assertThat(machine.units()).hasSize(NodeSpec.MAX_GPUS);
        assertThat(machine.notices()).containsExactly("devices: 72 were found, the first 63 are offered");
    }

    @Test
    void thisMachineHasCpusAndMemory() {
        Host host = Host.here(Path.of("."));

        assertThat(host.cpuMilli()).isPositive();
        assertThat(host.memoryBytes()).isPositive();
        assertThat(host.disk().bytes()).isNotNegative();
    }
}
