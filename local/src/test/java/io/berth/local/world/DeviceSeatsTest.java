package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.device.Accelerator;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.local.device.Unit;
import io.berth.local.device.Vendor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bits of a placement mean the same devices after a restart, whatever order the tools list them in. */
class DeviceSeatsTest {
    private static final Unit A = unit(0, "GPU-a");
    private static final Unit B = unit(1, "GPU-b");
    private static final Unit C = unit(2, "GPU-c");

    @TempDir
    Path folder;

    @Test
    void devicesKeepTheirSeatsWhenTheToolsCountThemOtherwise() {
        DeviceSeats.take(folder, List.of(A, B, C), false, 10);

        DeviceSeats seats = DeviceSeats.take(folder, List.of(C, A, B), true, 10);

        assertThat(seats.held(0b101)).containsExactly(A, C);
        assertThat(seats.held(0b010)).containsExactly(B);
    }

    @Test
    void theSeatOfADeviceThatIsGoneStaysEmptyWhileTasksMayHoldIt() {
        DeviceSeats.take(folder, List.of(A, B, C), false, 10);

        DeviceSeats seats = DeviceSeats.take(folder, List.of(A, C), true, 10);

        assertThat(seats.held(0b010)).isNull();
        assertThat(seats.held(0b100)).containsExactly(C);
        assertThat(DeviceSeats.take(folder, List.of(C, B, A), true, 10).held(0b010))
                .containsExactly(B);
    }

    @Test
    void withoutTasksTheSeatsCloseUpAndANewDeviceComesBehind() {
        DeviceSeats.take(folder, List.of(A, B), false, 10);

        DeviceSeats seats = DeviceSeats.take(folder, List.of(C, B), false, 10);

        assertThat(seats.held(0b01)).containsExactly(B);
        assertThat(seats.held(0b10)).containsExactly(C);
        assertThat(seats.held(0b100)).isNull();
    }

    @Test
    void withoutTasksDevicesThatAreAlikeSitBesideOneAnotherAsTheNodeDeclaresThem() {
        Unit other = unit(3, "GPU-t4", "T4");
        DeviceSeats.take(folder, List.of(A, other), false, 10);

        DeviceSeats held = DeviceSeats.take(folder, List.of(A, B, other), true, 20);
        DeviceSeats seats = DeviceSeats.take(folder, List.of(A, B, other), false, 30);

        assertThat(held.held(0b010)).containsExactly(other);
        assertThat(seats.held(0b011)).containsExactly(A, B);
        assertThat(seats.held(0b100)).containsExactly(other);
    }

    private static Unit unit(int index, String uuid) {
        return unit(index, uuid, "H100");
    }

    private static Unit unit(int index, String uuid, String model) {
        return new Unit(
                new Accelerator(
                        Vendor.NVIDIA,
                        index,
                        uuid,
                        model,
                        "NVIDIA " + model,
                        "",
                        80L << 30,
                        Accelerator.UNKNOWN,
                        MigMode.values()[0],
                        Reading.NONE),
                null);
    }

    @Test
    void aStateThatWasPutBackFromACopyMeansTheDevicesOfItsTime() {
        DeviceSeats.take(folder, List.of(A, B, C), false, 10);
        DeviceSeats.take(folder, List.of(C, B), false, 20);

        assertThat(DeviceSeats.take(folder, List.of(C, B), true, 30).held(0b01)).containsExactly(B);
        assertThat(DeviceSeats.take(folder, List.of(C, B), true, 15).held(0b010))
                .containsExactly(B);
    }
}
