package io.berth.core.pace;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.decision.Placement;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Traffic;
import java.util.List;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * How fast a job is where it was placed. A function of what was submitted, of the placements and of what the nodes are declared to be; the
 * state asks once, at the start, and keeps the answer, so that a run time comes out the same after a restart.
 */
public final class Pace {
    private static final int MILLI = 1_000;

    private Pace() {}

    /**
     * Millionths of the speed that the timing of {@code spec} is told for, with the tasks that {@code placements} name, in any order; a job
     * is as fast as the slowest of its tasks. Fewer tasks than all are none of its business ({@code Job.stretched}).
     */
    public static long of(JobSpec spec, List<Placement> placements, Nodes nodes) {
        RunProfile profile = spec.timing().profile();
        if (profile.isNothing()) {
            return RunProfile.TOLD;
        }
        long slowest = RunProfile.MOST;
        for (Placement placement : placements) {
            if (isThere(placement, nodes)) {
                slowest = StrictMath.min(slowest, onDevices(profile, placement, nodes));
            }
        }
        if (placements.stream().noneMatch(placement -> isThere(placement, nodes))) {
            return RunProfile.TOLD;
        }
        return profile.traffic() == null
                ? slowest
                : exchanging(profile.traffic(), slowest, Ranks.of(there(placements, nodes), nodes));
    }

    /** The same as far as it is told: what a job is expected to do. */
    public static long expected(JobSpec spec, List<Placement> placements, Nodes nodes) {
        return spec.profile().hidden() ? RunProfile.TOLD : of(spec, placements, nodes);
    }

    /** The model of all devices of a job at {@code placements}; null where it has none, or several. */
    public static @Nullable String model(List<Placement> placements, Nodes nodes) {
        String only = null;
        for (Placement placement : there(placements, nodes)) {
            DeviceLayout devices = nodes.nodeClass(placement.node()).devices();
            long mask = placement.grant().mask() & (1L << devices.count()) - 1;
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                String model = devices.setOf(Long.numberOfTrailingZeros(rest)).model();
                if (model.isEmpty() || only != null && !only.equals(model)) {
                    return null;
                }
                only = model;
            }
        }
        return only;
    }

    /** What was recorded may name a node that is not there: whoever goes through it again finds that out elsewhere. */
    private static boolean isThere(Placement placement, Nodes nodes) {
        return placement.node() < nodes.count();
    }

    private static List<Placement> there(List<Placement> placements, Nodes nodes) {
        return placements.stream()
                .filter(placement -> isThere(placement, nodes))
                .toList();
    }

    /** The part of a step that goes on computing, at {@code speed}, where the rest goes on exchanging. */
    private static long exchanging(Traffic traffic, long speed, Ranks ranks) {
        double told = (double) traffic.computeNanos();
        double computing = told * RunProfile.TOLD / speed;
        double step = computing + ranks.exchangeNanos(traffic);
        return StrictMath.max(1, StrictMath.round(told / step * RunProfile.TOLD));
    }

    /**
     * How much longer a job of one task runs on {@code ranks} devices between which the slowest link carries {@code slow} MB/s than on such
     * with {@code fast}, thousandths; 0 where nothing is told of what it exchanges, or of the links.
     */
    public static long slowedMilli(JobSpec spec, int ranks, int fast, int slow) {
        Traffic traffic = spec.timing().profile().traffic();
        if (traffic == null || spec.tasks() > 1 || fast < 1 || slow < 1) {
            return 0;
        }
        long computing = least(spec);
        double best = exchanging(traffic, computing, new Ranks(ranks, ranks, fast, Ranks.FREE));
        double now = exchanging(traffic, computing, new Ranks(ranks, ranks, slow, Ranks.FREE));
        return StrictMath.round(MILLI * best / now);
    }

    /** How fast {@code spec} is at least, wherever its tasks are placed, millionths of the speed that its timing is told for. */
    public static long least(JobSpec spec) {
        return slowest(spec, Pace::least);
    }

    private static long least(RunProfile profile, Demand demand) {
        if (demand.gpus() == 0) {
            return RunProfile.TOLD;
        }
        return demand.gpuModels().isEmpty()
                ? profile.least()
                : demand.gpuModels().stream().mapToLong(profile::toldOn).min().orElse(RunProfile.TOLD);
    }

    /** How fast {@code spec} is at most, likewise: its slowest group on the devices that suit that best. */
    public static long most(JobSpec spec) {
        return slowest(spec, Pace::most);
    }

    private static long slowest(JobSpec spec, ToLongBiFunction<RunProfile, Demand> speed) {
        RunProfile profile = spec.timing().profile();
        if (profile.isNothing()) {
            return RunProfile.TOLD;
        }
        return spec.groups().stream()
                .mapToLong(group -> speed.applyAsLong(profile, group.demand()))
                .min()
                .orElse(RunProfile.TOLD);
    }

    private static long most(RunProfile profile, Demand demand) {
        if (demand.gpus() == 0) {
            return RunProfile.TOLD;
        }
        return demand.gpuModels().isEmpty()
                ? profile.most()
                : demand.gpuModels().stream().mapToLong(profile::toldOn).max().orElse(RunProfile.TOLD);
    }

    /** How long {@code spec} takes at least by what its user expects, as far as its speeds are told; {@link Nanos#NEVER} where he says nothing. */
    public static long shortestNanos(JobSpec spec) {
        return scaled(spec.estimateNanos(), RunProfile.TOLD, most(spec));
    }

    /** {@code nanos} × {@code times} / {@code parts}, rounded up; {@link Nanos#NEVER} stays that, as does what would be more. */
    public static long scaled(long nanos, long times, long parts) {
        if (times == parts || nanos == Nanos.NEVER) {
            return nanos;
        }
        long whole = nanos / parts;
        long rest = nanos % parts;
        return whole > (Nanos.NEVER - times) / times - 1
                ? Nanos.NEVER
                : whole * times + (rest * times + parts - 1) / parts;
    }

    private static long onDevices(RunProfile profile, Placement placement, Nodes nodes) {
        DeviceLayout devices = nodes.nodeClass(placement.node()).devices();
        // A task may hold devices from before its node was declared anew, with fewer.
        long mask = placement.grant().mask() & (1L << devices.count()) - 1;
        long slowest = mask == 0 ? RunProfile.TOLD : RunProfile.MOST;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            String model = devices.setOf(Long.numberOfTrailingZeros(rest)).model();
            slowest = StrictMath.min(slowest, profile.on(model));
        }
        return slowest;
    }
}
