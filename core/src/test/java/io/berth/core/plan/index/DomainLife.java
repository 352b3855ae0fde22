package io.berth.core.plan.index;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.time.Chance;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes of racks and blocks, and what happens to them by chance: all that changes a sum of a domain or who is in it. */
public final class DomainLife {
    public static final String RACK = "rack";
    public static final String BLOCK = "block";

    private static final long GIB = 1L << 30;

    private final Chance chance;
    private final NodeTable nodes = new NodeTable();
    private final List<Shape> shapes = new ArrayList<>();
    private final ArrayDeque<Task> tasks = new ArrayDeque<>();

    private record Task(Shape shape, int node, Grant grant) {}

    public DomainLife(int seed) {
        chance = new Chance(seed, "domains", 0);
        for (int node = 0; node < 6; node++) {
            nodes.join(node, spec(node));
        }
        for (int gpus = 0; gpus < 3; gpus++) {
            shapes.add(nodes.shape(gpus, Demand.cpu(1000L + 1000 * gpus, GIB).withGpus(gpus)));
        }
    }

    /** Racks of nodes of four GPUs, all idle. */
    public static DomainLife racks(int racks, int size) {
        DomainLife life = new DomainLife(0);
        for (int node = 0; node < racks * size; node++) {
            NodeSpec spec = NodeSpec.of("m" + node, 32_000, 64 * GIB, 4, "H100");
            life.declare(node, spec.withLabels(List.of(new Label(RACK, "r" + node / size))));
        }
        return life;
    }

    public NodeTable nodes() {
        return nodes;
    }

    /** One of the demands. */
    public Shape shape() {
        return shapes.get(chance.below(shapes.size()));
    }

    public int below(int bound) {
        return chance.below(bound);
    }

    /** Starts a task of one CPU there. */
    public void takeOn(int node) {
        nodes.take(shapes.getFirst(), node, Grant.NONE);
    }

    /** A few things happen. */
    public void happen() {
        for (int left = chance.below(4); left >= 0; left--) {
            happenOnce(chance.below(nodes.count()));
        }
    }

    private void happenOnce(int node) {
        switch (chance.below(12)) {
            case 0 -> nodes.join(nodes.count(), spec(nodes.count()));
            case 1 -> relabel(node);
            case 2 -> nodes.lose(node);
            case 3 -> nodes.drain(node, !nodes.draining(node));
            case 4 -> forgetOrJoin(node);
            case 5 -> nodes.observeOthers(node, 1000L * chance.below(40), GIB * chance.below(40));
            case 6 -> trial(node);
            case 7 -> release();
            case 8 -> name();
            default -> take(shape(), node, true);
        }
        if (nodes.known(node) && !nodes.present(node) && chance.below(2) == 0) {
            nodes.find(node);
        }
    }

    private NodeSpec spec(int node) {
        NodeSpec spec = NodeSpec.of("n" + node, 8000L * (1 + chance.below(4)), 16 * GIB, chance.below(5), "H100");
        List<Label> labels = new ArrayList<>();
        if (chance.below(4) > 0) {
            labels.add(new Label(RACK, "r" + chance.below(3)));
        }
        if (chance.below(4) > 0) {
            labels.add(new Label(BLOCK, "b" + chance.below(2)));
        }
        if (chance.below(3) == 0) {
            spec = offering(spec, "example.com/x" + (3 + chance.below(5)));
        }
        return spec.withLabels(labels);
    }

    private static NodeSpec offering(NodeSpec spec, String name) {
        Amounts capacity = spec.capacity().withExtended(List.of(new ExtendedResource(name, 5)));
        return new NodeSpec(spec.name(), capacity, spec.maxTasks(), spec.devices());
    }

    private void declare(int node, NodeSpec spec) {
        if (node < nodes.count()) {
            nodes.change(node, spec);
        } else {
            nodes.join(node, spec);
        }
    }

    private void relabel(int node) {
        if (nodes.known(node)) {
            nodes.change(node, nodes.spec(node).withLabels(spec(node).labels()));
        }
    }

    private void forgetOrJoin(int node) {
        if (!nodes.known(node)) {
            nodes.join(node, spec(node));
        } else if (nodes.empty(node)) {
            nodes.forget(node);
        }
    }

    /** Room is taken on trial and given back, with or without somebody who looks in between. */
    private void trial(int node) {
        Shape shape = shape();
        Grant grant = take(shape, node, false);
        if (grant != null) {
            if (chance.below(2) == 0) {
                nodes.domains(RACK);
            }
            nodes.undo(shape, node, grant);
        }
    }

    private @Nullable Grant take(Shape shape, int node, boolean stays) {
        if (nodes.whyNot(shape, node) != null) {
            return null;
        }
        Grant grant = shape.gpus() == 0 ? Grant.NONE : nodes.grants().firstIdle(shape, node);
        nodes.take(shape, node, grant);
        if (stays) {
            tasks.add(new Task(shape, node, grant));
        }
        return grant;
    }

    private void release() {
        Task task = tasks.poll();
        if (task != null) {
            nodes.release(task.shape, task.node, task.grant);
        }
    }

    /** Somebody asks for a resource that has no column yet. */
    private void name() {
        if (shapes.size() < 8) {
            int number = shapes.size();
            Demand demand = Demand.cpu(1000, GIB);
            ExtendedResource named = new ExtendedResource("example.com/x" + number, 1);
            Amounts amounts = demand.amounts().withExtended(List.of(named));
            shapes.add(nodes.shape(number, new Demand(amounts, demand.devices())));
        }
    }
}
