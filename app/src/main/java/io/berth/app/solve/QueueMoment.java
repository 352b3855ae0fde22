package io.berth.app.solve;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * What waits, and what is free, at one moment.
 *
 * @param name what reports call it
 * @param jobs of one task each; those of several start together, which is no assignment problem
 * @param gangs how many of the others there are
 */
public record QueueMoment(String name, List<Room> rooms, List<Waiting> jobs, int gangs) {
    /**
     * What is free on one node that takes tasks.
     *
     * @param idleGpus devices of which nothing is held
     * @param gpuMilli thousandths of a GPU on all devices together
     * @param largestMilli the same on the device that has most
     */
    public record Room(
            String node,
            String model,
            long cpuMilli,
            long memoryBytes,
            int idleGpus,
            long gpuMilli,
            int largestMilli) {}

    /** A job that could start, of one task. */
    public record Waiting(String name, int priority, Demand demand) {}

    public QueueMoment {
        rooms = List.copyOf(rooms);
        jobs = List.copyOf(jobs);
    }

    /** The moment at which {@code state} is. */
    static QueueMoment of(String name, State state) {
        Nodes nodes = state.nodes();
        List<Room> rooms = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.usable(node)) {
                rooms.add(new Room(
                        nodes.name(node),
                        nodes.model(node) < 0 ? "" : nodes.modelName(nodes.model(node)),
                        Math.max(0, nodes.free(node, Resource.CPU)),
                        Math.max(0, nodes.free(node, Resource.MEMORY)),
                        nodes.idleGpus(node),
                        nodes.totalFreeMilli(node),
                        nodes.largestFreeMilli(node)));
            }
        }
        List<Waiting> jobs = new ArrayList<>();
        int gangs = 0;
        for (Job job : state.jobs()) {
            JobSpec spec = job.spec();
            boolean single = spec.tasks() == 1;
            if (job.queued() && single) {
                jobs.add(new Waiting(job.id() + ":" + spec.name(), spec.priority(), spec.demand()));
            }
            gangs += job.queued() && !single ? 1 : 0;
        }
        return new QueueMoment(name, rooms, jobs, gangs);
    }
}
