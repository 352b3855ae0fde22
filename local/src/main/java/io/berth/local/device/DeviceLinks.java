package io.berth.local.device;

import io.berth.core.cluster.device.link.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the links that tools tell of carry, so that tasks of several devices get those that go together. GB/s one way, by what the makers
 * say: of an NVLink 25, of Blackwell's 50; of an xGMI link 50 (CDNA 2 and 3 white papers); of HCCS 28 (Ascend 910B, seven links of 56 both
 * ways). A way over PCIe counts 16, as PCIe 3.0 with 16 lanes has, and a shorter one a thousandth more.
 */
final class DeviceLinks {
    private static final int NVLINK = 25_000;
    private static final int NVLINK_OF_BLACKWELL = 50_000;
    private static final int XGMI = 50_000;
    private static final int HCCS = 28_000;
    private static final int PCIE = 16_000;
    private static final Pattern BLACKWELL = Pattern.compile("G?B[123]00.*|RTX-PRO-.*Blackwell.*");

    private DeviceLinks() {}

    /**
     * Those between {@code units} that {@code told} tells of; of a pair of which it does not, nothing is known. None at all where no pair is
     * told of, where there are more than a table of links has, or where some are parts of a device.
     */
    static Links of(List<Unit> units, List<Link> told) {
        boolean parts = units.stream().anyMatch(unit -> unit.instance() != null || unit.cut());
        if (parts || told.isEmpty() || units.size() < 2 || units.size() > Links.MAX_DEVICES) {
            return Links.NONE;
        }
        List<Integer> pairs = new ArrayList<>();
        for (int from = 0; from < units.size(); from++) {
            for (int to = from + 1; to < units.size(); to++) {
                pairs.add(megabytes(units.get(from).device(), units.get(to).device(), told));
            }
        }
        return pairs.stream().anyMatch(pair -> pair > 0) ? new Links(units.size(), pairs) : Links.NONE;
    }

    private static int megabytes(Accelerator one, Accelerator other, List<Link> told) {
        int most = 0;
        for (Link link : told) {
            boolean between = link.from() == one.index() && link.to() == other.index()
                    || link.from() == other.index() && link.to() == one.index();
            if (between && link.vendor() == one.vendor() && link.vendor() == other.vendor()) {
                most = Math.max(most, megabytes(link, one.model()));
            }
        }
        return most;
    }

    private static int megabytes(Link link, String model) {
        int lanes = Math.max(1, link.lanes());
        return switch (link.kind()) {
            case NVLINK -> lanes * (BLACKWELL.matcher(model).matches() ? NVLINK_OF_BLACKWELL : NVLINK);
            case XGMI -> lanes * XGMI;
            case HCCS -> lanes * HCCS;
            case PIX -> PCIE + 4;
            case PXB -> PCIE + 3;
            case PHB -> PCIE + 2;
            case NODE -> PCIE + 1;
            case PCIE, SYS -> PCIE;
        };
    }
}
