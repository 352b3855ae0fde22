package io.berth.app.up.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.local.device.Host;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import org.junit.jupiter.api.Test;

class MachineSettingsTest {
    private static final Host FOUND = new Host(8_000, 1L << 34, Host.Disk.measured(100L << 30), 1_250_000_000);
    private static final long KEPT = 1L << 30;

    @Test
    void withoutAWordTheDiskIsOfferedButForWhatStaysFreeAndTheNetworkAsItIs() {
        Host offered = offered("{}");

        assertThat(offered.disk()).isEqualTo(Host.Disk.measured(99L << 30));
        assertThat(offered.networkBytesPerSecond()).isEqualTo(1_250_000_000);
        assertThat(offered.cpuMilli()).isEqualTo(8_000);
        assertThat(MachineSettings.STANDARD
                        .offered(FOUND, 200L << 30, () -> 7)
                        .disk()
                        .bytes())
                .isZero();
    }

    @Test
    void whatIsWrittenGoesBeforeWhatIsFound() {
        Host offered = offered("{disk: 2Ti, disk_io: 3G, network: 0}");

        assertThat(offered.disk()).isEqualTo(new Host.Disk(2L << 40, 3_000_000_000L, true, true));
        assertThat(offered.networkBytesPerSecond()).isZero();
    }

    @Test
    void theBandwidthOfTheDiskIsMeasuredWhereThatIsAskedFor() {
        assertThat(offered("{measure_disk_io: true}").disk())
                .isEqualTo(Host.Disk.measured(99L << 30).carrying(7, false));
    }

    @Test
    void wrongSettingsAreToldByTheirKeys() {
        assertThatThrownBy(() -> offered("{measure_disk_io: true, disk_io: 1G}"))
                .hasMessageContaining("measure_disk_io")
                .hasMessageContaining("does not go with disk_io");
        assertThatThrownBy(() -> offered("{netwrok: 1G}")).hasMessageContaining("did you mean \"network\"");
        assertThatThrownBy(() -> offered("{disk: lots}"))
                .hasMessageContaining("disk")
                .hasMessageContaining("bytes like");
    }

    private static Host offered(String yaml) {
        return MachineSettings.read(TreeReader.read(Source.text("up.yaml", yaml)))
                .offered(FOUND, KEPT, () -> 7);
    }
}
