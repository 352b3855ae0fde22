package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.decision.Grant;
import io.berth.core.workload.DeviceDemand;

/**
 * What is left of one node at some time: its resources by column, then its devices ({@link DeviceRow}). It is a copy; what happens to
 * it happens to no table.
 */
public final class NodeRow {
    final int node;
    /** Resources by column, then the devices. */
    final long[] cells;

    private final DeviceLayout layout;
    /** Where the devices begin. */
    private final int devices;

    NodeRow(int node, long[] cells, DeviceLayout layout) {
        this.node = node;
        this.cells = cells;
        this.layout = layout;
        this.devices = cells.length - DeviceRow.cells(layout);
    }

    /** The node's number. */
    public int node() {
        return node;
    }

    /** The same once more. */
    public NodeRow copy() {
        return new NodeRow(node, cells.clone(), layout);
    }

    /** Becomes the smaller of this and {@code other}, resource by resource and device by device. */
    public void lowerTo(NodeRow other) {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = StrictMath.min(cells[i], other.cells[i]);
        }
    }

    /** What is left of a resource. */
    public long free(Resource resource) {
        return cells[resource.ordinal()];
    }

    /** How many devices are idle. */
    public int idleGpus() {
        return DeviceRow.idle(cells, devices, layout);
    }

    /** What is left of {@code column}. */
    public long free(int column) {
        return cells[column];
    }

    /** The largest share left on one device, thousandths. */
    public int largestFreeMilli() {
        return DeviceRow.largest(cells, devices, layout);
    }

    /** True where nothing is in it. */
    public boolean empty() {
        boolean empty = true;
        for (long amount : cells) {
            empty &= amount == 0;
        }
        return empty;
    }

    /** What this has more than {@code other}, nothing where it has less: taking it away leaves the smaller of both. */
    public NodeRow excessOver(NodeRow other) {
        NodeRow excess = copy();
        for (int i = 0; i < cells.length; i++) {
            excess.cells[i] = StrictMath.max(0, cells[i] - other.cells[i]);
        }
        return excess;
    }

    /** True where this has nowhere more than {@code other}. */
    public boolean within(NodeRow other) {
        boolean within = node == other.node && cells.length == other.cells.length && layout == other.layout;
        for (int i = 0; within && i < cells.length; i++) {
            within = cells[i] <= other.cells[i];
        }
        return within;
    }

    /** Takes what a task of {@code shape} holds on the devices of {@code grant}. */
    public void take(Shape shape, Grant grant) {
        for (int i = 0; i < shape.needs(); i++) {
            cells[shape.column(i)] -= shape.amount(i);
        }
        DeviceRow.take(cells, devices, layout, shape.devices(), grant);
    }

    /** Adds what a task of {@code shape} held on the devices of {@code grant}. */
    public void give(Shape shape, Grant grant) {
        for (int i = 0; i < shape.needs(); i++) {
            cells[shape.column(i)] += shape.amount(i);
        }
        DeviceRow.give(cells, devices, layout, shape.devices(), grant);
    }

    /** How many tasks of {@code shape} fit; labels and taints, and the model where all devices are alike, are not looked at. */
    public int slots(Shape shape) {
        long slots = DeviceRow.slots(cells, devices, layout, shape.devices());
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, cells[shape.column(i)] / shape.amount(i));
        }
        return (int) StrictMath.max(0, slots);
    }

    /** Takes the room of one task of {@code shape}, which fits: idle devices, or the fitting device with least left; which. */
    public Grant takeOne(Shape shape) {
        DeviceDemand demand = shape.devices();
        Grant grant = DeviceRow.first(cells, devices, layout, demand);
        take(shape, grant);
        return grant;
    }

    /** True where a task of {@code shape} fits on just the devices of {@code grant}. */
    public boolean has(Shape shape, Grant grant) {
        for (int i = 0; i < shape.needs(); i++) {
            if (cells[shape.column(i)] < shape.amount(i)) {
                return false;
            }
        }
        return DeviceRow.has(cells, devices, layout, shape.devices(), grant);
    }

    /** True where what a task of {@code shape} took here on the devices of {@code grant} did not need {@code pending}. */
    public boolean covers(NodeRow pending, Shape shape, Grant grant) {
        for (int i = 0; i < shape.needs(); i++) {
            if (cells[shape.column(i)] < pending.cells[shape.column(i)]) {
                return false;
            }
        }
        return DeviceRow.covers(cells, pending.cells, devices, layout, new DeviceRow.Held(shape.devices(), grant));
    }
}
