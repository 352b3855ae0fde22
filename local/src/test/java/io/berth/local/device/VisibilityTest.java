package io.berth.local.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.berth.local.device.tool.NpuSmi;
import io.berth.local.device.tool.NvidiaSmi;
import io.berth.local.device.tool.RocmSmi;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisibilityTest {
    private static final Inventory H100 = NvidiaSmi.parse(Fixture.text("nvidia-8xh100-query.csv"));
    private static final Inventory MI250 = RocmSmi.parse(Fixture.text("rocm-5-mi250.json"));
    private static final Inventory ASCEND = NpuSmi.parse(Fixture.text("ascend-8x910b3-info.txt"));

    @Test
    void aTaskWithoutDevicesSeesNone() {
        assertThat(new Visibility(H100).variables(Visibility.Grant.NONE))
                .containsExactly(
                        entry("CUDA_VISIBLE_DEVICES", ""),
                        entry("NVIDIA_VISIBLE_DEVICES", "void"),
                        entry("ROCR_VISIBLE_DEVICES", ""),
                        entry("HIP_VISIBLE_DEVICES", ""),
                        entry("ASCEND_RT_VISIBLE_DEVICES", ""));
    }

    @Test
    void nvidiaGpusAreNumberedForCudaAndNamedForContainers() {
        var variables = new Visibility(H100).variables(Visibility.Grant.whole(units(H100, 2, 3)));

        assertThat(variables)
                .containsEntry("CUDA_VISIBLE_DEVICES", "2,3")
                .containsEntry("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
                .containsEntry(
                        "NVIDIA_VISIBLE_DEVICES",
                        "GPU-b81a07c5-6f3d-92ac-41e7-8b05d2c9f1a2,GPU-d3e2496f-6f3d-92ac-41e7-8b05d2c9f1a3")
                .containsEntry("ROCR_VISIBLE_DEVICES", "")
                .doesNotContainKeys("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "CUDA_DEVICE_MEMORY_LIMIT");
    }

    @Test
    void aShareComesWithItsLimits() {
        var grant = new Visibility.Grant(units(H100, 5), 125, (24L << 30) + 1);

        assertThat(new Visibility(H100).variables(grant))
                .containsEntry("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "13")
                .containsEntry("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "0=24576M")
                .containsEntry("CUDA_DEVICE_SM_LIMIT", "13")
                .containsEntry("CUDA_DEVICE_MEMORY_LIMIT", "25769803777");
    }

    @Test
    void aShareNamesWhoHoldsItsTaskToIt() {
        var share = new Visibility.Grant(units(H100, 5), 125, 0);
        Visibility held = new Visibility(H100, Path.of("/home/mps"));

        assertThat(held.variables(share))
                .containsEntry("CUDA_MPS_PIPE_DIRECTORY", "/home/mps")
                .containsEntry("BERTH_GPU_SHARE", "mps");
        assertThat(held.variables(share, false))
                .as("of another user, whom it does not serve beside the first")
                .containsEntry("BERTH_GPU_SHARE", "trust")
                .doesNotContainKey("CUDA_MPS_PIPE_DIRECTORY");
        assertThat(new Visibility(H100).variables(share)).containsEntry("BERTH_GPU_SHARE", "trust");
        assertThat(held.variables(Visibility.Grant.whole(units(H100, 5))))
                .doesNotContainKeys("CUDA_MPS_PIPE_DIRECTORY", "BERTH_GPU_SHARE");
    }

    @Test
    void memoryAloneLimitsMemoryAlone() {
        assertThat(new Visibility(H100).variables(new Visibility.Grant(units(H100, 5), 0, 1)))
                .containsEntry("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", "0=1M")
                .doesNotContainKeys("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", "CUDA_DEVICE_SM_LIMIT");
    }

    @Test
    void anInstanceOfMigIsNamedByItsOwnUuid() {
        Inventory found = NvidiaSmi.withInstances(
                NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv")), Fixture.text("nvidia-mig-list.txt"));
        Accelerator device = found.devices().getFirst();
        Unit unit = new Unit(device, device.instances().get(1));

        assertThat(new Visibility(found).variables(Visibility.Grant.whole(List.of(unit))))
                .containsEntry("CUDA_VISIBLE_DEVICES", "MIG-9c4d5e6f-30a1-5bb2-8c4e-6a7b8c9d0e1f")
                .containsEntry("NVIDIA_VISIBLE_DEVICES", "MIG-9c4d5e6f-30a1-5bb2-8c4e-6a7b8c9d0e1f");
    }

    @Test
    void hipCountsAmongWhatRocrLeftVisible() {
        assertThat(new Visibility(MI250).variables(Visibility.Grant.whole(units(MI250, 2, 3))))
                .containsEntry("ROCR_VISIBLE_DEVICES", "GPU-4be18f7702c6da35,GPU-0c5d9a3e81f4b267")
                .containsEntry("HIP_VISIBLE_DEVICES", "0,1")
                .containsEntry("CUDA_VISIBLE_DEVICES", "0,1")
                .containsEntry("NVIDIA_VISIBLE_DEVICES", "void");
        assertThat(new Visibility(MI250.and(H100)).variables(Visibility.Grant.whole(units(MI250, 2))))
                .as("beside NVIDIA devices, which stay hidden")
                .containsEntry("HIP_VISIBLE_DEVICES", "0")
                .containsEntry("CUDA_VISIBLE_DEVICES", "");
    }

    @Test
    void devicesWithoutNamesGoByTheirNumbers() {
        Inventory nameless = MI250.withDevices(
                MI250.devices().stream().map(device -> device.withUuid("")).toList());

        assertThat(new Visibility(nameless).variables(Visibility.Grant.whole(units(nameless, 3, 1))))
                .containsEntry("ROCR_VISIBLE_DEVICES", "1,3");
    }

    @Test
    void ascendTakesNumbersInAscendingOrder() {
        assertThat(new Visibility(ASCEND).variables(Visibility.Grant.whole(units(ASCEND, 6, 2))))
                .containsEntry("ASCEND_RT_VISIBLE_DEVICES", "2,6")
                .containsEntry("CUDA_VISIBLE_DEVICES", "");
    }

    @Test
    void devicesOfSeveralVendorsAreNoGrant() {
        List<Unit> mixed = List.of(units(H100, 0).getFirst(), units(MI250, 0).getFirst());

        assertThatThrownBy(() -> Visibility.Grant.whole(mixed)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Unit> units(Inventory found, int... indices) {
        return Arrays.stream(indices)
                .mapToObj(index -> new Unit(found.devices().get(index), null))
                .toList();
    }
}
