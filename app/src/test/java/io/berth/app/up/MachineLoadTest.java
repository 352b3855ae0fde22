package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.core.event.Event;
import io.berth.local.device.Vendor;
import io.berth.local.load.DeviceLoad;
import io.berth.local.load.Figure;
import io.berth.local.load.LoadWindow;
import io.berth.local.load.OthersUsage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineLoadTest {
    private final NodeLoads loads = new NodeLoads();
    private final List<Event> events = new ArrayList<>();

    private static Figure figure(double value) {
        return new Figure(value, value, 1);
    }

    private static DeviceLoad gpu(int index, double busy) {
        return new DeviceLoad(Vendor.NVIDIA, index, figure(busy), figure(1e9), Figure.NONE, Figure.NONE);
    }

    private static LoadWindow window(OthersUsage others, DeviceLoad... devices) {
        return new LoadWindow(
                0, 15_000_000_000L, figure(12.34), figure(2e9), Figure.NONE, figure(3), others, List.of(devices));
    }

    @Test
    void figures_are_those_of_the_window_and_gpus_are_called_as_the_node_calls_them() {
        MachineLoad load = new MachineLoad(loads, device -> device.index() - 1, _ -> {}, null);
        load.window(window(new OthersUsage(2_000, 0), gpu(0, 5), gpu(2, 80), gpu(1, 40)));

        NodeLoad shown = loads.of(0);
        assertThat(shown).isNotNull();
        assertThat(shown.cpuPercent()).isEqualTo(12.3);
        assertThat(shown.diskBytesPerSecond()).isNull();
        assertThat(shown.time()).isEqualTo("1970-01-01T00:00:15Z");
        assertThat(shown.gpus())
                .containsExactly(new NodeLoad.GpuLoad(0, 40.0, 1e9), new NodeLoad.GpuLoad(1, 80.0, 1e9));
    }

    @Test
    void what_others_use_is_an_event_only_where_it_counts_and_changes() {
        MachineLoad load = new MachineLoad(loads, _ -> -1, _ -> {}, events::add);
        load.window(window(new OthersUsage(2_100, 0)));
        load.window(window(new OthersUsage(2_200, 0)));
        assertThat(events).containsExactly(new Event.UsageObserved(0, 2_000, 0));
    }
}
