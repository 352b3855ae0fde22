package io.berth.sim.service;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.time.Nanos;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.input.InputException;
import io.berth.spec.service.ServedSpec;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** A service whose files are read: it says what is served in each run. Runs may go side by side. */
public final class PreparedService {
    private final ServedSpec spec;
    private final PreparedFleet fleet;

    private PreparedService(ServedSpec spec, PreparedFleet fleet) {
        this.spec = spec;
        this.fleet = fleet;
    }

    /**
     * Reads the files of {@code spec}.
     *
     * @param nodes of the cluster
     * @param place what errors of the scenario's own keys name: its file
     * @throws InputException where a file is wrong, or the cluster could hold no replica
     */
    public static PreparedService read(ServedSpec spec, DispatchCatalog catalog, List<NodeSpec> nodes, String place) {
        TaskGroup group = spec.replica().groups().getFirst();
        long room = 0;
        for (NodeSpec node : nodes) {
            room += node.slots(group.demand());
        }
        if (room < group.max()) {
            throw new InputException(
                    place,
                    "service.job: the empty cluster has room for " + room + " of the " + group.max()
                            + (group.max() == 1 ? " task" : " tasks") + " of a replica");
        }
        return new PreparedService(spec, PreparedFleet.read(spec.requests(), catalog));
    }

    /** What reports call it. */
    public String name() {
        return spec.name();
    }

    /** How many requests the run with {@code seed} has. */
    public long requests(long seed) {
        return fleet.requests(seed);
    }

    /** Rows of traces that were skipped. */
    public Map<String, Long> skippedRows() {
        return fleet.skippedRows();
    }

    /**
     * What is served in the run of {@code jobs}.
     *
     * @param observer of the requests
     * @param progress is told of each request that comes
     */
    public ServiceRun run(Simulation.Setup jobs, FleetObserver observer, LongConsumer progress) {
        FleetRun.Setup all = fleet.setup(spec.requests().strategies().getFirst(), jobs.seed());
        long lead = Nanos.after(jobs.world().startLatencyNanos(), spec.scale().startNanos());
        long others = jobs.workload().size();
        return new ServiceRun(
                new ServiceRun.Setup(all.asWanted(spec.scale()), spec.first(), lead, spec.replica(), others),
                observer,
                progress);
    }
}
