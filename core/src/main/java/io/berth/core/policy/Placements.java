package io.berth.core.policy;

import static io.berth.core.policy.Catalog.place;

import io.berth.core.policy.Parameter.Type;
import io.berth.core.policy.Placer.Picked;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.policy.placement.DotProduct;
import io.berth.core.policy.placement.Fgd;
import io.berth.core.policy.placement.FirstFit;
import io.berth.core.policy.placement.GpuClustering;
import io.berth.core.policy.placement.GpuPacking;
import io.berth.core.policy.placement.LeastAllocated;
import io.berth.core.policy.placement.LeastTasks;
import io.berth.core.policy.placement.PowerOfTwo;
import io.berth.core.policy.placement.RoundRobin;
import io.berth.core.policy.placement.UniformRandom;
import io.berth.core.policy.placement.WeightedRoundRobin;
import io.berth.core.policy.placement.WorstFit;
import java.util.List;

/** The placement policies of the catalog, in the order in which they are shown. */
final class Placements {
    private static final Parameter COVERAGE = new Parameter(
            "coverage", Type.NUMBER, "95", "how much of the workload's mix, by frequency, counts as typical, per cent");

    static final List<Entry<Placer>> STANDARD = List.of(
            place("random", "any node that fits", "Weng et al., ATC 2023", (_, _) -> random()),
            place("round-robin", "the node after the last", "Johnson 1973", (_, _) -> new Picked(new RoundRobin())),
            place(
                    "weighted-round-robin",
                    "in turn, by capacity",
                    "Katevenis et al. 1991",
                    (_, f) -> new Picked(new WeightedRoundRobin(f))),
            place(
                    "power-of-two",
                    "the freer of two drawn",
                    "Mitzenmacher 2001",
                    (_, _) -> new Picked(new PowerOfTwo())),
            place("first-fit", "the first node that fits", "Johnson 1973", (_, _) -> new Picked(new FirstFit())),
            place("best-fit", "least CPU and GPU left", "Panigrahy et al. 2011", (_, f) -> new Scored(new BestFit(f))),
            place("worst-fit", "most CPU and GPU left", "Johnson 1973", (_, f) -> new Scored(new WorstFit(f))),
            place("dot-product", "free × asked smallest", "Tetris 2014", (_, f) -> new Scored(new DotProduct(f))),
            place("gpu-packing", "used devices first", "MLaaS, NSDI 2022", (_, _) -> new Scored(new GpuPacking())),
            place("gpu-clustering", "one GPU size a node", "Gandiva 2018", (_, f) -> new Scored(new GpuClustering(f))),
            place(
                    "least-allocated",
                    "lowest allocated share",
                    "kube-scheduler",
                    (_, _) -> new Scored(new LeastAllocated())),
            place("least-tasks", "fewest tasks", "LVS, Zhang 2000", (_, _) -> new Scored(new LeastTasks())),
            new Entry<>(
                    "fgd",
                    "least growth of expected fragmentation",
                    "Weng et al., ATC 2023",
                    List.of(COVERAGE),
                    (p, f) -> fgd(new Fgd(f, p.number("coverage")))));

    private Placements() {}

    private static Placer random() {
        UniformRandom random = new UniformRandom();
        return new Picked(random, random);
    }

    private static Placer fgd(Fgd fgd) {
        return new Scored(fgd, fgd);
    }
}
