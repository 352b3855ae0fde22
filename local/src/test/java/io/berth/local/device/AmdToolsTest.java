package io.berth.local.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.tool.AmdSmi;
import io.berth.local.device.tool.RocmSmi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmdToolsTest {
    private static final long MIB = 1L << 20;

    @Test
    void rocmFiveTellsOfEachDieOfAnMi250() {
        FakeTools tools = new FakeTools()
                .printing("rocm-smi --showproductname", Fixture.text("rocm-5-mi250.json"))
                .printing("rocm-smi --showtopo", Fixture.text("rocm-5-mi250-topo.json"));

        Inventory found = new RocmSmi().discover(tools);

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).hasSize(4);
        assertThat(found.devices().get(2)).satisfies(device -> {
            assertThat(device.model()).isEqualTo("MI250");
            assertThat(device.rawModel()).isEqualTo("AMD INSTINCT MI250 (MCM) OAM AC MBA");
            assertThat(device.uuid()).isEqualTo("GPU-4be18f7702c6da35");
            assertThat(device.numaNode()).isEqualTo(1);
            assertThat(device.memoryBytes()).isEqualTo(68_702_699_520L);
            assertThat(device.reading()).isEqualTo(new Reading(87, 51_539_607_552.0, 43, 93));
        });
        assertThat(found.devices().get(1).reading().powerWatts())
                .as("of the secondary die")
                .isNaN();
        assertThat(found.links())
                .hasSize(6)
                .contains(new Link(Vendor.AMD, 0, 1, Link.Kind.XGMI, 0), new Link(Vendor.AMD, 0, 3, Link.Kind.PCIE, 0));
    }

    @Test
    void rocmSixTellsOfMi300BehindAWarning() {
        Inventory found = RocmSmi.parse(Fixture.text("rocm-6-mi300x.json"));

        assertThat(found.devices())
                .hasSize(8)
                .allSatisfy(device -> assertThat(device.model()).isEqualTo("MI300X"));
        assertThat(found.devices().get(3).reading()).isEqualTo(new Reading(99, 198_712_492_032.0, 45, 134));
        assertThat(found.devices().getFirst().uuid()).isEqualTo("GPU-6f1f0a2b3c4d5e60");
    }

    @ParameterizedTest
    @ValueSource(strings = {"amd-6-static.json", "amd-7-static.json"})
    void amdSmiTellsTheSameInBothForms(String form) {
        FakeTools tools = new FakeTools()
                .printing("amd-smi static", Fixture.text(form))
                .printing("amd-smi metric", Fixture.text("amd-7-metric.json"))
                .printing("amd-smi topology", Fixture.text("amd-6-topology.json"));

        Inventory found = new AmdSmi().discover(tools);

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).hasSize(2);
        assertThat(found.devices().getFirst()).satisfies(device -> {
            assertThat(device.model()).isEqualTo("MI300X");
            assertThat(device.uuid()).isEqualTo("GPU-6f1f0a2b3c4d5e60");
            assertThat(device.address()).isEqualTo("0000:05:00.0");
            assertThat(device.memoryBytes()).isEqualTo(196_592 * MIB);
            assertThat(device.reading()).isEqualTo(new Reading(94, 17_153.0 * MIB, 64, 612));
        });
        assertThat(found.devices().getLast().numaNode()).isEqualTo(1);
        assertThat(found.devices().getLast().reading().busyPercent()).isNaN();
        assertThat(found.links()).containsExactly(new Link(Vendor.AMD, 0, 1, Link.Kind.XGMI, 0));
    }

    @Test
    void whatIsNoDocumentOfGpusIsOneNotice() {
        assertThat(RocmSmi.parse("ERROR: ROCm SMI not initialized\n"))
                .isEqualTo(Inventory.nothing("rocm-smi: ERROR: ROCm SMI not initialized"));
        assertThat(RocmSmi.parse("{\"system\": {\"Driver version\": \"6.2\"}}"))
                .isEqualTo(Inventory.nothing("rocm-smi: it lists no card"));
        assertThat(RocmSmi.parse("{\"card0\": ").notices())
                .singleElement()
                .asString()
                .startsWith("rocm-smi: ");
        assertThat(AmdSmi.parse("[]")).isEqualTo(Inventory.nothing("amd-smi: it lists no GPU"));
        assertThat(AmdSmi.parse("AMDSMI_STATUS_DRIVER_NOT_LOADED"))
                .isEqualTo(Inventory.nothing("amd-smi: AMDSMI_STATUS_DRIVER_NOT_LOADED"));
    }
}
