package io.berth.local.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkLinksTest {
    @TempDir
    Path interfaces;

    @Test
    void theSpeedsOfTheDevicesThatAreUpAreAddedUp() throws IOException {
        link("eth0", true, "up", "25000");
        link("eth1", true, "up", "100000");
        link("eth2", true, "down", "100000");

        assertThat(NetworkLinks.bytesPerSecond(interfaces)).isEqualTo(125_000_000_000L / 8);
    }

    @Test
    void whatIsNoDeviceCountsForNothing() throws IOException {
        link("bond0", false, "up", "50000");
        link("eth0", true, "up", "25000");
        link("lo", false, "unknown", "");
        link("docker0", false, "up", "10000");

        assertThat(NetworkLinks.bytesPerSecond(interfaces)).isEqualTo(25_000_000_000L / 8);
    }

    @Test
    void aSpeedThatIsNotKnownIsNone() throws IOException {
        link("eth0", true, "up", "-1");
        link("wlan0", true, "up", "");
        Files.createDirectories(interfaces.resolve("usb0/device"));

        assertThat(NetworkLinks.bytesPerSecond(interfaces)).isZero();
        assertThat(NetworkLinks.bytesPerSecond(interfaces.resolve("nowhere"))).isZero();
    }

    private void link(String name, boolean device, String state, String speed) throws IOException {
        Path folder = Files.createDirectory(interfaces.resolve(name));
        if (device) {
            Files.createDirectory(folder.resolve("device"));
        }
        Files.writeString(folder.resolve("operstate"), state + "\n");
        Files.writeString(folder.resolve("speed"), speed + "\n");
    }
}
