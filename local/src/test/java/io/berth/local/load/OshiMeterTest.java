package io.berth.local.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The real machine: whatever it is, its counters exist, and this process is among its processes. */
class OshiMeterTest {
    private final OshiMeter meter = new OshiMeter();

    @Test
    void theCountersOfThisMachineGrow() {
        HostReading first = meter.read();
        HostReading second = meter.read();

        assertThat(first.cpuTotalTicks()).isPositive();
        assertThat(first.cpuBusyTicks()).isBetween(0L, first.cpuTotalTicks());
        assertThat(first.memoryUsedBytes()).isPositive();
        assertThat(second.cpuTotalTicks()).isGreaterThanOrEqualTo(first.cpuTotalTicks());
        assertThat(second.diskBytes()).isGreaterThanOrEqualTo(first.diskBytes());
        assertThat(second.networkBytes()).isGreaterThanOrEqualTo(first.networkBytes());
    }

    @Test
    void thisProcessIsThere() {
        ProcessHandle self = ProcessHandle.current();

        assertThat(meter.processes())
                .filteredOn(process -> process.pid() == self.pid())
                .singleElement()
                .satisfies(process -> {
                    assertThat(process.cpuMillis()).isPositive();
                    assertThat(process.residentBytes()).isPositive();
                    assertThat(process.startMillis()).isPositive();
                });
    }
}
