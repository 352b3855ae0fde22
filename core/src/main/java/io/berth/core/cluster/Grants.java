package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Linked;

/** Which devices of a node a task would get, and whether it could have those that it is to get. */
public final class Grants {
    private final NodeTable nodes;
    private final NodeCells cells;

    Grants(NodeTable nodes, NodeCells cells) {
        this.nodes = nodes;
        this.cells = cells;
    }

    /** True where a task of {@code shape} fits on {@code node} now, on just the devices of {@code grant}. */
    public boolean fit(Shape shape, int node, Grant grant) {
        if (node < 0 || node >= nodes.count() || nodes.whyNot(shape, node) != null) {
            return false;
        }
        return shape.gpus() == 0
                ? grant.mask() == 0
                : DeviceRow.fitsOn(
                        cells.devices(node), cells.devicesAt(node), nodes.layout(node), shape.devices(), grant);
    }

    /** The first idle devices of {@code node} that {@code shape} may have, as many as it asks for; none where there are too few. */
    public Grant firstIdle(Shape shape, int node) {
        return Grant.of(
                DeviceRow.firstIdle(cells.devices(node), cells.devicesAt(node), nodes.layout(node), shape.devices()));
    }

    /** The same by their numbers, whatever their links. */
    public Grant lowestIdle(Shape shape, int node) {
        return Grant.of(
                DeviceRow.lowestIdle(cells.devices(node), cells.devicesAt(node), nodes.layout(node), shape.devices()));
    }

    /** What a task of {@code shape}, which asks for no whole devices, gets on {@code node} where it is to have {@code device}. */
    public Grant at(Shape shape, int node, int device) {
        return DeviceRow.grant(cells.devices(node), cells.devicesAt(node), nodes.layout(node), shape.devices(), device);
    }

    /** How the idle devices are linked that a task of {@code shape}, which asks for fast links, could have on {@code node}. */
    public Linked linked(Shape shape, int node) {
        return DeviceRow.linked(cells.devices(node), cells.devicesAt(node), nodes.layout(node), shape.devices());
    }

    /** All idle devices of {@code node}, bit {@code i} for device {@code i}. */
    public long idleMask(int node) {
        return DeviceRow.idleMask(cells.devices(node), cells.devicesAt(node), nodes.layout(node));
    }
}
