package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.local.device.Accelerator;
import io.berth.local.device.FakeTools;
import io.berth.local.device.Field;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import io.berth.local.device.Maker;
import io.berth.local.device.Unit;
import io.berth.local.device.Vendor;
import io.berth.local.device.Visibility;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Makers that are described as data. */
class MakerToolTest {
    static MakerTool tool(Vendor vendor) {
        return new MakerTool(Maker.ALL.stream()
                .filter(maker -> maker.vendor() == vendor)
                .findFirst()
                .orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "CAMBRICON, cambricon-2xmlu370-info.txt, MLU370-X8, 0000:1a:00.0, 49152, 1024, 37, 33, 61",
        "HYGON, hygon-2xz100.json, Z100SM, 0000:04:00.0, 32752, 9000, 75, 47, 132",
        "KUNLUNXIN, kunlunxin-2xp800-machine.txt, P800, 0000:53:00.0, 98304, 2048, 12, 41, 89",
        "METAX, metax-2xc500.txt, MXC500, 0000:08:00.0, 65536, 826.4297, 41, 39, NaN",
        "MOORE_THREADS, mthreads-2xs4000-query.txt, MTT-S4000, 00000000:3b:00.0, 49152, 1189, 12, 46, 96.41",
        "ILUVATAR, iluvatar-2xbi-v150-query.csv, Iluvatar-BI-V150, '', 32768, 115, 0, 38, NaN"
    })
    void whatItsProgramPrintsBecomesDevices(
            Vendor vendor,
            String file,
            String model,
            String address,
            double total,
            double used,
            double busy,
            double temperature,
            double power) {
        Inventory found = tool(vendor).parse(Fixture.text(file));

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).extracting(Accelerator::index).containsExactly(0, 1);
        Accelerator first = found.devices().getFirst();
        assertThat(first.vendor()).isEqualTo(vendor);
        assertThat(first.model()).isEqualTo(model);
        assertThat(first.address()).isEqualTo(address);
        assertThat(first.memoryBytes() / (double) Field.MIB).isEqualTo(total);
        assertThat(first.reading().memoryUsedBytes() / Field.MIB).isCloseTo(used, within(0.001));
        assertThat(first.reading().busyPercent()).isEqualTo(busy);
        assertThat(first.reading().temperatureCelsius()).isEqualTo(temperature);
        assertThat(Double.valueOf(first.reading().powerWatts())).isEqualTo(Double.valueOf(power));
    }

    @Test
    void sizesAreInTheUnitThatTheirNameSays() {
        Accelerator second = tool(Vendor.HYGON)
                .parse(Fixture.text("hygon-2xz100.json"))
                .devices()
                .get(1);

        assertThat(second.memoryBytes()).isEqualTo(68702699520L);
        assertThat(second.reading().memoryUsedBytes()).isEqualTo(1L << 30);
    }

    @ParameterizedTest
    @EnumSource(names = {"CAMBRICON", "HYGON", "KUNLUNXIN", "ILUVATAR", "METAX", "MOORE_THREADS"})
    void whatIsNoAnswerIsQuoted(Vendor vendor) {
        Inventory found = tool(vendor).parse("driver not loaded\nsorry");

        assertThat(found.devices()).isEmpty();
        assertThat(found.notices()).hasSize(1);
        assertThat(found.notices().getFirst()).contains("driver not loaded");
    }

    @Test
    void aTaskSeesItsDevicesByTheVariableOfTheirMaker() {
        Inventory found = tool(Vendor.CAMBRICON).parse(Fixture.text("cambricon-2xmlu370-info.txt"));
        Visibility visibility = new Visibility(found);
        Visibility.Grant second =
                Visibility.Grant.whole(List.of(new Unit(found.devices().get(1), null)));

        assertThat(visibility.variables(second)).containsEntry("MLU_VISIBLE_DEVICES", "1");
        assertThat(visibility.variables(Visibility.Grant.NONE)).containsEntry("MLU_VISIBLE_DEVICES", "");
        assertThat(visibility.variables(second)).doesNotContainKey("MUSA_VISIBLE_DEVICES");
    }

    @Test
    void hygonsOwnProgramGoesBeforeThatOfAmdWhichItsDriverBringsToo() {
        String document = Fixture.text("hygon-2xz100.json");
        FakeTools tools = new FakeTools()
                .printing("hy-smi --showproductname", document)
                .printing("rocm-smi --showproductname", document);

        assertThat(new Discovery(tools).discover().devices())
                .extracting(Accelerator::vendor)
                .containsExactly(Vendor.HYGON, Vendor.HYGON);
    }

    @Test
    void everyMakerOfTheFileHasWhatADeviceNeeds() {
        assertThat(Maker.ALL).extracting(Maker::vendor).doesNotHaveDuplicates().hasSize(6);
        assertThat(Maker.ALL).allSatisfy(maker -> {
            assertThat(maker.fields()).containsKeys(Maker.Figure.MODEL, Maker.Figure.TOTAL, Maker.Figure.USED);
            assertThat(maker.visible()).isNotEmpty();
        });
    }
}
