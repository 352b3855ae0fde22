package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.trace.csv.JobsCsv;
import io.berth.sim.trace.csv.MuriJobs;
import io.berth.sim.trace.csv.PhillyJobs;
import io.berth.sim.trace.slurm.SacctDump;
import io.berth.sim.trace.slurm.TracePeriod;
import io.berth.sim.trace.swf.SwfHeader;
import io.berth.sim.trace.swf.SwfLog;
import io.berth.sim.trace.swf.SwfWorkload;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.input.InputException;
import io.berth.spec.scenario.ClusterSpec;
import io.berth.spec.scenario.WorkloadSpec;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of batch systems: logs in Standard Workload Format, what sacct printed, tables, traces of Philly. They are the same
 * for every seed.
 */
record TraceInputs(Lenience lenience, RowNotes notes) {
    /** The machine of {@code cluster}'s log; {@code place} is where errors of the key itself are. */
    static List<NodeSpec> nodes(ClusterSpec.Swf cluster, WorkloadSpec workload, String place) {
        @Nullable Path log = cluster.log();
        if (log == null && workload instanceof WorkloadSpec.Swf swf) {
            log = swf.log();
        }
        if (log == null) {
            throw new InputException(
                    place,
                    "cluster.swf: " + ClusterSpec.Swf.FROM_LOG
                            + " is the machine of the workload's log, and the workload"
                            + " is none; name a log in Standard Workload Format, or nodes");
        }
        return SwfHeader.read(log).machine(log);
    }

    Inputs swf(WorkloadSpec.Swf spec, List<NodeSpec> nodes, String place) {
        long cpuMilli = nodes.stream().mapToLong(NodeSpec::cpuMilli).max().orElse(0);
        if (cpuMilli < 1000) {
            throw new InputException(place, "cluster: no node has a whole CPU, and jobs of a log need processors");
        }
        SwfLog log = SwfLog.read(spec.log(), lenience);
        ListedWorkload jobs = SwfWorkload.of(log, spec.queueBy(), cpuMilli / 1000, notes);
        return inputs(nodes, new TracePeriod(spec.period(), notes).of(jobs), spec.log());
    }

    Inputs sacct(WorkloadSpec.Sacct spec, List<NodeSpec> nodes) {
        return inputs(nodes, SacctDump.read(spec, nodes, lenience, notes), spec.dump());
    }

    Inputs csv(WorkloadSpec.Csv spec, List<NodeSpec> nodes) {
        ListedWorkload jobs = JobsCsv.read(spec.jobs(), spec.queueBy(), lenience, notes);
        return inputs(nodes, new TracePeriod(spec.period(), notes).of(jobs), spec.jobs());
    }

    Inputs muri(WorkloadSpec.Muri spec, List<NodeSpec> nodes) {
        return inputs(nodes, MuriJobs.workload(MuriJobs.read(spec.jobs(), lenience)), spec.jobs());
    }

    Inputs philly(WorkloadSpec.Philly spec, List<NodeSpec> nodes) {
        return inputs(nodes, PhillyJobs.workload(PhillyJobs.read(spec.jobs(), lenience)), spec.jobs());
    }

    private Inputs inputs(List<NodeSpec> nodes, ListedWorkload jobs, Path file) {
        if (jobs.size() == 0) {
            throw new InputException(file.toString(), "has no job that could be replayed");
        }
        return new Inputs(nodes, new ClusterModels(nodes).spell(jobs, notes));
    }
}
