package io.berth.sim.table.openb;

import io.berth.sim.table.Table;
import io.berth.sim.table.openb.OpenbTargets.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * GPU allocation on Alibaba's cluster of 2023 under six placement policies: pods arrive one by one in a given order, never
 * leave, and are dropped where they do not fit; compared is how much of the GPUs is allocated once pods asked for 100 % and
 * 130 % of them. Source: Weng et al., Beware of Fragmentation, USENIX ATC 2023, §6, and its artifact
 * (hkust-adsl/kubernetes-scheduler-simulator).
 *
 * <p>From a folder it takes every pod list that has orders of arrival ({@code openb/arrivals/<list>_<seed>.csv}) and published
 * runs of the same seeds ({@code expected/openb_fgd_alloc_pct_by_seed.csv}); each cell is the mean over these seeds.
 */
public final class OpenbTable implements Table {
    /** Published runs of one seed spread by ±0.2 points; a mean over five of them by less than 0.1. */
    private static final double TOLERANCE_POINTS = 0.15;

    /** Random placement cannot repeat the artifact's draws, so only the spread of its mean counts. */
    private static final double RANDOM_TOLERANCE_POINTS = 0.5;

    private static final int[] ARRIVED_PCTS = {100, 130};

    @Override
    public String name() {
        return "openb";
    }

    @Override
    public String source() {
        return "Weng et al., Beware of Fragmentation, USENIX ATC 2023, §6, with its artifact";
    }

    @Override
    public String compared() {
        return "GPU allocation (%) at 100 % and 130 % arrived, per pod list and policy, mean over the seeds in the"
                + " folder";
    }

    @Override
    public String expectedTime() {
        return "about a minute for nine lists, six policies, five seeds on two cores";
    }

    @Override
    public Experiment open(Path data) {
        OpenbFolder inputs = OpenbFolder.open(data.resolve("openb"));
        Path targets = data.resolve("expected").resolve("openb_fgd_alloc_pct_by_seed.csv");
        return new OpenbExperiment(inputs, byCell(OpenbTargets.read(targets, ARRIVED_PCTS)));
    }

    /** The catalog's name for a policy of the artifact, or null for one that Berth does not have. */
    static @Nullable String policy(String label) {
        return switch (label) {
            case "01-Random" -> "random";
            case "02-DotProd" -> "dot-product";
            case "03-GpuClustering" -> "gpu-clustering";
            case "04-GpuPacking" -> "gpu-packing";
            case "05-BestFit" -> "best-fit";
            case "06-FGD" -> "fgd";
            default -> null;
        };
    }

    static int[] arrivedPcts() {
        return ARRIVED_PCTS.clone();
    }

    static double tolerance(String policy) {
        return policy.equals("random") ? RANDOM_TOLERANCE_POINTS : TOLERANCE_POINTS;
    }

    /** By list, then by label; each run of a cell is of another seed. */
    private static SortedMap<String, SortedMap<String, List<Target>>> byCell(List<Target> targets) {
        TreeMap<String, SortedMap<String, List<Target>>> cells = new TreeMap<>();
        for (Target target : targets) {
            cells.computeIfAbsent(target.list(), _ -> new TreeMap<>())
                    .computeIfAbsent(target.label(), _ -> new ArrayList<>())
                    .add(target);
        }
        return cells;
    }
}
