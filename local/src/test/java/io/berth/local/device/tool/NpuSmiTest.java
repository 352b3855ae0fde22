package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.Accelerator;
import io.berth.local.device.FakeTools;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import io.berth.local.device.Link;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import org.junit.jupiter.api.Test;

class NpuSmiTest {
    private static final long MIB = 1L << 20;

    private final NpuSmi tool = new NpuSmi();

    @Test
    void eightChipsComeWithTheirLinksAndDies() {
        FakeTools tools = new FakeTools()
                .printing("npu-smi info", Fixture.text("ascend-8x910b3-info.txt"))
                .printing("npu-smi info -t board -i 0 -c 0", Fixture.text("ascend-board.txt"))
                .printing("npu-smi info -t board", "")
                .printing("npu-smi info -t topo", Fixture.text("ascend-topo.txt"));

        Inventory found = tool.discover(tools);

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).extracting(Accelerator::index).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(found.devices())
                .extracting(Accelerator::uuid)
                .startsWith("42C711D4-20B03704-4A10C8D4-14CC040A-D2102003", "");
        assertThat(found.devices().get(2)).satisfies(device -> {
            assertThat(device.model()).isEqualTo("Ascend910B3");
            assertThat(device.rawModel()).isEqualTo("910B3");
            assertThat(device.address()).isEqualTo("0000:81:00.0");
            assertThat(device.memoryBytes()).isEqualTo(65_536 * MIB);
            assertThat(device.reading()).isEqualTo(new Reading(93, 60_877.0 * MIB, 36, 90.2));
        });
        assertThat(found.links()).hasSize(28).contains(new Link(Vendor.ASCEND, 3, 5, Link.Kind.HCCS, 0));
        assertThat(tools.commands()).doesNotContain("npu-smi info -t usages -i 0 -c 0");
    }

    @Test
    void twoChipsOnABoardAreTwoDevicesAndACriticalOneIsLeftOut() {
        Inventory found = NpuSmi.parse(Fixture.text("ascend-2x2-info.txt"));

        assertThat(found.devices()).extracting(Accelerator::index).containsExactly(0, 1, 2);
        assertThat(found.devices()).extracting(Accelerator::model).containsOnly("Ascend910");
        assertThat(found.devices().get(1).reading().powerWatts()).isNaN();
        assertThat(found.devices().get(1).reading().memoryUsedBytes()).isEqualTo(40_960.0 * MIB);
        assertThat(found.notices()).containsExactly("npu-smi: NPU 1 chip 1 is left out: its health is Critical");
    }

    @Test
    void usagesTellTheMemoryThatTheTableDoesNot() {
        FakeTools tools = new FakeTools()
                .printing("npu-smi info", """
                        | 0     910B3               | OK            | 91.3        33                0    / 0             |
                        | 0                         | NA            | -           0    / 0          0    / 0             |
                        """)
                .printing("npu-smi info -t", "")
                .printing("npu-smi info -t usages -i 0 -c 0", Fixture.text("ascend-usages.txt"));

        assertThat(tool.discover(tools).devices()).singleElement().satisfies(device -> {
            assertThat(device.address()).isEmpty();
            assertThat(device.memoryBytes()).isEqualTo(65_536 * MIB);
            assertThat(device.reading().busyPercent()).isEqualTo(37);
            assertThat(device.reading().memoryUsedBytes()).isEqualTo(0.05 * (65_536.0 * MIB));
            assertThat(device.reading().powerWatts()).isEqualTo(91.3);
        });
    }

    @Test
    void whatIsNoTableIsOneNotice() {
        assertThat(NpuSmi.parse("dcmi model initialized failed, because the device is used. ret is -8020\n"))
                .isEqualTo(Inventory.nothing(
                        "npu-smi: dcmi model initialized failed, because the device is used. ret is -8020"));
        assertThat(NpuSmi.parse("")).isEqualTo(Inventory.nothing("npu-smi: (no output)"));
    }
}
