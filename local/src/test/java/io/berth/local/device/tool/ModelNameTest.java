package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelNameTest {
    @ParameterizedTest
    @CsvSource({
        "NVIDIA H100 80GB HBM3, H100",
        "NVIDIA H100 PCIe, H100",
        "NVIDIA H200 NVL, H200",
        "NVIDIA B200, B200",
        "NVIDIA GH200 480GB, GH200",
        "NVIDIA A100-SXM4-80GB, A100",
        "NVIDIA A100 80GB PCIe, A100",
        "NVIDIA A100-SXM4-40GB MIG 1g.5gb, A100",
        "A100-PCIE-40GB, A100",
        "Tesla V100-SXM2-16GB, V100",
        "Tesla T4, T4",
        "NVIDIA A10G, A10G",
        "NVIDIA L40S, L40S",
        "NVIDIA GeForce RTX 4090, RTX-4090",
        "NVIDIA GeForce GTX 1080 Ti, GTX-1080-Ti",
        "NVIDIA RTX A6000, RTX-A6000",
        "Quadro RTX 6000, RTX-6000",
        "NVIDIA RTX 6000 Ada Generation, RTX-6000-Ada",
        "NVIDIA RTX PRO 6000 Blackwell Server Edition, RTX-PRO-6000-Blackwell",
        "AMD Instinct MI300X, MI300X",
        "AMD Instinct MI300X OAM, MI300X",
        "AMD INSTINCT MI250 (MCM) OAM AC MBA, MI250",
        "AMD Instinct MI250X / MI250, MI250X",
        "AMD Instinct MI250X/MI250, MI250X",
        "Arcturus GL-XL [Instinct MI100], Arcturus-GL-XL",
        "AMD Radeon PRO W7800, PRO-W7800",
        "Radeon RX 7900 XT, RX-7900-XT",
    })
    void whatTellsModelsApartStays(String raw, String model) {
        assertThat(ModelName.of(raw)).isEqualTo(model);
    }

    @ParameterizedTest
    @CsvSource({"910B3, Ascend910B3", "Ascend910, Ascend910", "Ascend 910B, Ascend910B", "910B4-1, Ascend910B4-1"})
    void anAscendIsNamedAlikeByAllVersions(String raw, String model) {
        assertThat(ModelName.ofAscend(raw)).isEqualTo(model);
    }

    @Test
    void aNameOfNothingButNoiseStays() {
        assertThat(ModelName.of("NVIDIA Graphics Device")).isEqualTo("NVIDIA-Graphics-Device");
        assertThat(ModelName.of("  ")).isEqualTo("unknown");
        assertThat(ModelName.ofAscend("xxx")).isEqualTo("xxx");
    }
}
