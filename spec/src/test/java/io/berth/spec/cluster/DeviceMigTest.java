package io.berth.spec.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.mig.MigChip;
import io.berth.spec.mig.MigChips;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The tables of what MIG cuts GPUs into, and devices that are said to be cut. */
class DeviceMigTest {
    private static final long GIB = 1L << 30;

    private static List<DeviceSet> read(String set) {
        return DeviceSets.read(TreeReader.read(Source.text("devices.yaml", "[" + set + "]")));
    }

    @Test
    void every_profile_of_every_gpu_fits_as_often_as_is_published_and_names_are_told_apart() {
        for (MigChip chip : MigChips.ALL) {
            MigTable table = MigTable.of(chip.profiles());
            boolean seven = table.compute() == 7;
            List<Integer> most =
                    chip.profiles().stream().map(profile -> profile.most()).toList();
            assertThat(most).as(chip.name()).isEqualTo(seven ? List.of(7, 4, 3, 2, 1, 1) : List.of(4, 2, 1));
            assertThat(MigChips.find(chip.model(), chip.gigabytes() * GIB)).isEqualTo(chip);
            chip.devices()
                    .forEach(device -> assertThat(MigChips.ofDevice("0x" + device + "10DE"))
                            .isEqualTo(chip));
        }
    }

    @Test
    void a_model_is_known_by_the_words_of_its_name_and_its_memory() {
        assertThat(name("NVIDIA A100-SXM4-80GB", 0)).isEqualTo("A100 80 GB");
        assertThat(name("A100", 39 * GIB)).isEqualTo("A100 40 GB");
        assertThat(name("NVIDIA H100 NVL", 93 * GIB)).isEqualTo("H100 94 GB");
        assertThat(name("NVIDIA GH200 480GB", 95 * GIB)).isEqualTo("GH200 96 GB");
        assertThat(name("GB200", 0)).isEqualTo("GB200 189 GB");
        assertThat(name("GB200", 186 * GIB)).isEqualTo("GB200 186 GB");
        assertThat(name("NVIDIA RTX PRO 6000 Blackwell Server Edition", 0)).isEqualTo("RTX PRO 6000 96 GB");
        assertThat(MigChips.find("V100", 0)).isNull();
        assertThat(MigChips.find("B2000", 0)).isNull();
    }

    private static String name(String model, long memory) {
        return Objects.requireNonNull(MigChips.find(model, memory)).name();
    }

    @Test
    void a_layout_becomes_sets_of_instances_and_dynamic_ones_keep_the_profiles() {
        assertThat(read("{count: 2, model: GB200, mig: {3g.95gb: 1, 1g.23gb: 3}}"))
                .containsExactly(
                        DeviceSet.gpus(2, "GB200", 95 * GIB).withMig(new Mig.Instance("3g.95gb", false)),
                        DeviceSet.gpus(6, "GB200", 23 * GIB).withMig(new Mig.Instance("1g.23gb", false)));
        assertThat(read("{count: 2, model: GB200, memory: 93Gi, mig: 3g.93gb}"))
                .containsExactly(DeviceSet.gpus(2, "GB200", 93 * GIB).withMig(new Mig.Instance("3g.93gb", false)));
        DeviceSet cut = read("{count: 2, model: A30, mig: dynamic}").getFirst();
        assertThat(cut.profiles()).containsExactly("1g.6gb", "2g.12gb", "4g.24gb");
        assertThat(cut.memoryBytes()).isEqualTo(24 * GIB);
    }

    @Test
    void what_cannot_be_is_said_with_what_can() {
        assertError("{model: H100, memory: 80Gi, mig: {3g.95gb: 2}}", "unknown MIG profile of H100 80 GB \"3g.95gb\"");
        assertError("{model: GB200, mig: {3g.59gb: 2}}", "did you mean \"3g.95gb\"?");
        assertError("{model: GB200, mig: {4g.95gb: 2}}", "does not fit on one GB200 189 GB, since each instance must");
        assertError("{model: GB200, mig: {3g.95gb: 2, 1g.23gb: 1}}", "it takes 9 memory slices of 8");
        assertError("{model: V100, mig: dynamic}", "goes only with a model that MIG is known to cut (A30, A100,");
        assertError("{model: GB200, mig: {}}", "must name at least one instance");
    }

    private static void assertError(String set, String message) {
        assertThatThrownBy(() -> read(set))
                .hasMessageContaining("devices.yaml:1:")
                .hasMessageContaining(message);
    }
}
