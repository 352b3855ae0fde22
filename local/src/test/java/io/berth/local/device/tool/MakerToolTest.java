package io.berth.local.device.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.Accelerator;
import io.berth.local.device.FakeTools;
import io.berth.local.device.Field;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import io.berth.local.device.Maker;
import io.berth.local.device.Reading;
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
        "CAMBRICON, cambricon-2xmlu370-info.txt, MLU370-X8 at 0000:1a:00.0: 1024.0 of 49152.0 MiB 37.0 % 33.0 C 61.0 W",
        "HYGON, hygon-2xz100.json, Z100SM at 0000:04:00.0: 9000.0 of 32752.0 MiB 75.0 % 47.0 C 132.0 W",
        "KUNLUNXIN, kunlunxin-2xp800-machine.txt, P800 at 0000:53:00.0: 2048.0 of 98304.0 MiB 12.0 % 41.0 C 89.0 W",
        "METAX, metax-2xc500.txt, MXC500 at 0000:08:00.0: 826.4296875 of 65536.0 MiB 41.0 % 39.0 C NaN W",
        "MOORE_THREADS, mthreads-2xs4000-query.txt, "
                + "MTT-S4000 at 00000000:3b:00.0: 1189.0 of 49152.0 MiB 12.0 % 46.0 C 96.41 W",
        "ILUVATAR, iluvatar-2xbi-v150-query.csv, Iluvatar-BI-V150 at : 115.0 of 32768.0 MiB 0.0 % 38.0 C NaN W"
    })
    void whatItsProgramPrintsBecomesDevices(Vendor vendor, String file, String first) {
        Inventory found = tool(vendor).parse(Fixture.text(file));

        assertThat(found.notices()).isEmpty();
        assertThat(found.devices()).extracting(Accelerator::index).containsExactly(0, 1);
        assertThat(found.devices()).extracting(Accelerator::vendor).containsOnly(vendor);
        assertThat(text(found.devices().getFirst())).isEqualTo(first);
    }

    private static String text(Accelerator device) {
        Reading reading = device.reading();
        return device.model() + " at " + device.address() + ": " + reading.memoryUsedBytes() / Field.MIB + " of "
                + device.memoryBytes() / (double) Field.MIB + " MiB " + reading.busyPercent() + " % "
                + reading.temperatureCelsius() + " C " + reading.powerWatts() + " W";
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
