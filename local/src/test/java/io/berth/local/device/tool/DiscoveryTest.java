package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.Accelerator;
import io.berth.local.device.FakeTools;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import io.berth.local.device.Vendor;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    @Test
    void aMachineWithoutToolsIsSaidToHaveCpusOnly() {
        assertThat(new Discovery(new FakeTools()).discover())
                .isEqualTo(Inventory.nothing("no accelerators: none of nvidia-smi, npu-smi, amd-smi and rocm-smi is"
                        + " installed, nor one of cnmon, hy-smi, xpu-smi, ixsmi, mx-smi, mthreads-gmi;"
                        + " this machine has CPUs only"));
        assertThat(new Discovery(new FakeTools()).sample()).isEqualTo(Inventory.NONE);
    }

    @Test
    void aToolThatFindsNothingIsNamed() {
        FakeTools tools = new FakeTools().answering("nvidia-smi", new Tools.Answer.Late(Duration.ofSeconds(5)));

        assertThat(new Discovery(tools).discover().notices())
                .containsExactly(
                        "nvidia-smi: no answer within 5 s; its devices are not used",
                        "no accelerators were found; this machine has CPUs only");
    }

    @Test
    void devicesOfSeveralVendorsStandTogether() {
        FakeTools tools = new FakeTools()
                .printing("nvidia-smi --query-gpu", Fixture.text("nvidia-1xh200-query.csv"))
                .printing("rocm-smi --showproductname", Fixture.text("rocm-5-mi250.json"))
                .answering("npu-smi", new Tools.Answer.Failed(1, "no chip"));

        Inventory found = new Discovery(tools).discover();

        assertThat(found.devices())
                .extracting(Accelerator::vendor)
                .containsExactly(Vendor.NVIDIA, Vendor.AMD, Vendor.AMD, Vendor.AMD, Vendor.AMD);
        assertThat(found.notices()).containsExactly("npu-smi: no chip (exit code 1)");
    }

    @Test
    void theNewerOfTwoToolsIsAskedFirst() {
        FakeTools tools = new FakeTools()
                .printing("amd-smi static", Fixture.text("amd-7-static.json"))
                .printing("rocm-smi", Fixture.text("rocm-6-mi300x.json"));

        assertThat(new Discovery(tools).discover().devices()).hasSize(2);
        assertThat(tools.commands()).noneMatch(command -> command.startsWith("rocm-smi"));
    }

    @Test
    void aNameThatStandsForSeveralDevicesIsNone() {
        String sameSerial = Fixture.text("rocm-5-mi250.json").replace("0x23a6b7c8d9e0f112", "0x719d230578348e8c");

        assertThat(new Discovery(new FakeTools().printing("rocm-smi", sameSerial))
                        .discover()
                        .devices())
                .extracting(Accelerator::uuid)
                .containsExactly("", "", "GPU-4be18f7702c6da35", "GPU-0c5d9a3e81f4b267");
    }
}
