package io.berth.core.catalog;

import io.berth.core.policy.device.Cheapest;
import io.berth.core.policy.device.DeadlineCheapest;
import io.berth.core.policy.device.DeviceOrder;
import io.berth.core.policy.device.Fastest;
import io.berth.core.policy.device.Learning;
import io.berth.core.policy.device.MostUseful;
import java.util.List;

/** What says on which devices a job goes first, in the order in which it is shown. */
final class DeviceOrders {
    static final List<Entry<DeviceOrder>> ALL = List.of(
            entry("any", "wherever place prefers", "", DeviceOrder.ANY),
            entry("fastest", "where the job is fastest", "Gavel, OSDI 2020, §4.2", new Fastest()),
            entry("cheapest", "least price for the work", "Gavel, OSDI 2020, §4.2", new Cheapest()),
            entry(
                    "deadline-cheapest",
                    "least price that still makes the deadline, else fastest",
                    "Gavel, OSDI 2020, §4.2",
                    new DeadlineCheapest()),
            new Entry<>(
                    "most-useful",
                    "where its utility is largest",
                    "TetriSched, EuroSys 2016",
                    List.of(),
                    (_, _) -> new MostUseful()));

    private DeviceOrders() {}

    private static Entry<DeviceOrder> entry(String name, String summary, String source, DeviceOrder order) {
        boolean any = order.equals(DeviceOrder.ANY);
        return new Entry<>(
                name,
                summary,
                source,
                any ? List.of() : List.of(Learning.SPEEDS),
                (parameters, _) -> any ? order : Learning.checked(order, parameters));
    }
}
