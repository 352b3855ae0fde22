package io.berth.app.up;

import io.berth.console.view.DeviceLinks;
import io.berth.local.device.Link;
import io.berth.local.device.Machine;
import io.berth.local.device.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The links of this machine between the GPUs that jobs see, by their numbers there. */
final class MachineLinks {
    private final Machine machine;

    MachineLinks(Machine machine) {
        this.machine = machine;
    }

    /** The links of the node called {@code node}; none where that is not this machine. */
    List<DeviceLinks.Link> of(String node) {
        List<DeviceLinks.Link> links = new ArrayList<>();
        if (!node.equals(machine.node().name())) {
            return links;
        }
        List<Unit> units = machine.units();
        for (int from = 0; from < units.size(); from++) {
            for (int to = from + 1; to < units.size(); to++) {
                add(links, from, to);
            }
        }
        return links;
    }

    private void add(List<DeviceLinks.Link> links, int from, int to) {
        for (Link link : machine.links()) {
            boolean there = isOn(link, from, link.from()) && isOn(link, to, link.to());
            boolean back = isOn(link, from, link.to()) && isOn(link, to, link.from());
            if (there || back) {
                String kind = link.kind().name().toLowerCase(Locale.ROOT);
                links.add(new DeviceLinks.Link(from, to, kind, link.lanes()));
            }
        }
    }

    private boolean isOn(Link link, int unit, int index) {
        var device = machine.units().get(unit).device();
        return device.vendor() == link.vendor() && device.index() == index;
    }
}
