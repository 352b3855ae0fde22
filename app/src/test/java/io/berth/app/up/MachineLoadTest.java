package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.event.Event;
import io.berth.local.device.Vendor;
import io.berth.local.load.DeviceLoad;
import io.berth.local.load.Figure;
import io.berth.local.load.LoadReports;
import io.berth.local.load.LoadWindow;
import io.berth.local.load.ProcessUsage;
import io.berth.local.load.ProcessUses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineLoadTest {
    private final NodeLoads loads = new NodeLoads();
    private final List<Event> events = new ArrayList<>();

    private final List<Event> measured = new ArrayList<>();
    private final MachineLoad.Measuring measuring = new MachineLoad.Measuring(
            new LoadReports(0, NodeSpec.of("here", 4_000, 8L << 30, 2, "H100"), 4),
            measured::add,
            _ -> {},
            () -> false);

    private static Figure figure(double value) {
        return new Figure(value, value, 1);
    }

    private static DeviceLoad gpu(int index, double busy) {
        return new DeviceLoad(Vendor.NVIDIA, index, figure(busy), figure(1e9), Figure.NONE, Figure.NONE);
    }

    private static LoadWindow window(ProcessUsage others, DeviceLoad... devices) {
        return new LoadWindow(
                0,
                15_000_000_000L,
                figure(12.34),
                figure(2e9),
                Figure.NONE,
                figure(3),
                new ProcessUses(others, null, Map.of()),
                List.of(devices));
    }

    @Test
    void figures_are_those_of_the_window_and_gpus_are_called_as_the_node_calls_them() {
        MachineLoad load = new MachineLoad(loads, device -> device.index() - 1, _ -> {}, null, measuring);
        load.window(window(new ProcessUsage(2_000, 0), gpu(0, 5), gpu(2, 80), gpu(1, 40)));

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
        MachineLoad load = new MachineLoad(loads, _ -> -1, _ -> {}, events::add, measuring);
        load.window(window(new ProcessUsage(2_100, 0)));
        load.window(window(new ProcessUsage(2_200, 0)));
        assertThat(events).containsExactly(new Event.UsageObserved(0, 2_000, 0));
    }

    @Test
    void what_the_machine_does_is_told_when_it_changes_and_once_a_minute() {
        MachineLoad load = new MachineLoad(loads, _ -> -1, _ -> {}, null, measuring);
        for (int quarter = 0; quarter < 9; quarter++) {
            load.window(at(quarter * 15L, 10, 50));
        }
        assertThat(measured).hasSize(3);
        load.window(at(135, 60, 50));

        assertThat(measured).hasSize(4);
        Event.LoadObserved last = (Event.LoadObserved) measured.getLast();
        assertThat(last.load().value(Span.FIVE_MINUTES, Measure.CPU, Statistic.P99))
                .isEqualTo(2_400);
        assertThat(last.load().value(Span.FIVE_MINUTES, Measure.CPU, Statistic.P50))
                .isEqualTo(400);
        assertThat(last.load().value(Span.THIRTY_MINUTES, Measure.GPU_ENGINE, Statistic.AVG))
                .isEqualTo(500);
    }

    private static LoadWindow at(long seconds, double cpu, double gpu) {
        return new LoadWindow(
                0,
                seconds * 1_000_000_000L,
                figure(cpu),
                figure(2e9),
                Figure.NONE,
                Figure.NONE,
                ProcessUses.NONE,
                List.of(gpu(0, gpu)));
    }
}
