package io.berth.core.catalog;

import static io.berth.core.catalog.Catalog.place;

import io.berth.core.model.ModelFile;
import io.berth.core.policy.Facts;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Placer.Picked;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import io.berth.core.policy.joint.JointPlacement;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.policy.placement.BestLinked;
import io.berth.core.policy.placement.DataLocal;
import io.berth.core.policy.placement.DotProduct;
import io.berth.core.policy.placement.Fgd;
import io.berth.core.policy.placement.FirstDevices;
import io.berth.core.policy.placement.FirstFit;
import io.berth.core.policy.placement.GpuClustering;
import io.berth.core.policy.placement.GpuPacking;
import io.berth.core.policy.placement.LearntPlacement;
import io.berth.core.policy.placement.LeastAllocated;
import io.berth.core.policy.placement.LeastTasks;
import io.berth.core.policy.placement.Lexicographic;
import io.berth.core.policy.placement.MostAllocatedDomain;
import io.berth.core.policy.placement.MostFree;
import io.berth.core.policy.placement.PowerOfTwo;
import io.berth.core.policy.placement.RoundRobin;
import io.berth.core.policy.placement.UniformRandom;
import io.berth.core.policy.placement.WeightedMean;
import io.berth.core.policy.placement.WeightedRoundRobin;
import io.berth.core.policy.placement.WorstFit;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The placement policies of the catalog, in the order in which they are shown. */
final class Placements {
    private static final long PERCENT = 100;

    private static final Parameter COVERAGE = new Parameter(
            "coverage", Type.NUMBER, "95", "how much of the workload's mix, by frequency, counts as typical, per cent");

    private static final Parameter MODEL = new Parameter(
            "model", Type.MODEL, "", "the model, as berth train writes it of engine-placement or engine-joint; needed");

    private static final Parameter LABEL = new Parameter(
            "label", Type.TEXT, "rack", "the label whose values are the domains; a node without it is one by itself");

    private static final List<Entry<Placer>> BY_REQUESTS = List.of(
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
            place("best-fit", "least CPU and GPU left", "Panigrahy et al. 2011", (_, f) -> percent(new BestFit(f))),
            new Entry<>(
                    "most-allocated-domain",
                    "fullest rack, or other domain, with room",
                    "Kubernetes, MostAllocated of topology placements",
                    List.of(LABEL),
                    (p, _) -> Scored.upTo(MostAllocatedDomain.HIGHEST, new MostAllocatedDomain(p.text(LABEL.name())))),
            place(
                    "worst-fit",
                    "most CPU and GPU left",
                    "Johnson 1973",
                    (_, f) -> Scored.upTo(WorstFit.HIGHEST, new WorstFit(f))),
            place("dot-product", "free × asked smallest", "Tetris 2014", (_, f) -> percent(new DotProduct(f))),
            place("gpu-packing", "used devices first", "MLaaS, NSDI 2022", (_, _) -> percent(new GpuPacking())),
            place("gpu-clustering", "one GPU size a node", "Gandiva 2018", (_, f) -> percent(new GpuClustering(f))),
            place(
                    "least-allocated",
                    "lowest allocated share",
                    "kube-scheduler",
                    (_, _) -> Scored.upTo(LeastAllocated.HIGHEST, new LeastAllocated())),
            place(
                    "most-free",
                    "most free CPUs and GiB of memory, added up",
                    "",
                    (_, _) -> Scored.upTo(MostFree.HIGHEST, new MostFree())),
            place(
                    "best-linked",
                    "fastest slowest link between the devices",
                    "Amaral et al., SC 2017",
                    (_, _) -> Scored.upTo(BestLinked.HIGHEST, new BestLinked())),
            place("first-devices", "any node; devices in order", "Kubernetes, kubelet", (_, _) -> firstDevices()),
            place(
                    "data-local",
                    "least of the task's data to be brought",
                    "Zaharia et al., EuroSys 2010",
                    (_, _) -> Scored.upTo(DataLocal.HIGHEST, new DataLocal())),
            place(
                    "least-tasks",
                    "fewest tasks",
                    "LVS, Zhang 2000",
                    (_, _) -> Scored.upTo(LeastTasks.HIGHEST, new LeastTasks())),
            new Entry<>(
                    "fgd",
                    "least growth of expected fragmentation",
                    "Weng et al., ATC 2023",
                    List.of(COVERAGE),
                    (p, f) -> fgd(new Fgd(f, p.number("coverage")))),
            new Entry<>(
                    "learnt",
                    "highest score of a learnt model",
                    "RLScheduler, SC 2020, over nodes",
                    List.of(MODEL),
                    Placements::learnt));

    static final List<Entry<Placer>> STANDARD = Stream.of(BY_REQUESTS, LoadPolicies.PLACEMENTS)
            .flatMap(List::stream)
            .toList();

    private Placements() {}

    private static Placer random() {
        UniformRandom random = new UniformRandom();
        return new Picked(random, random);
    }

    private static Placer firstDevices() {
        return new Scored(new FirstDevices(), GpuPicker.LEAST_LEFT.inOrder(), FirstDevices.HIGHEST);
    }

    private static Placer fgd(Fgd fgd) {
        return new Scored(fgd, fgd, PERCENT);
    }

    private static Placer percent(Scorer scorer) {
        return Scored.upTo(PERCENT, scorer);
    }

    /** By a model of a placement; or by one that decides order and placement together. */
    private static Placer learnt(Parameters parameters, Facts facts) {
        if (!parameters.has(MODEL.name())) {
            throw new IllegalArgumentException(
                    "The placement (learnt) needs the parameter (model): {place: {learnt: {model: FILE}}}.");
        }
        return ModelFile.isJoint(parameters.text(MODEL.name()))
                ? new Picked(new JointPlacement(parameters.model(MODEL.name(), ModelFile::readJoint), facts))
                : new Scored(new LearntPlacement(parameters.model(MODEL.name(), ModelFile::readPlacement), facts));
    }

    /** The placer that {@code place} describes, of policies in {@code known}. */
    static Placer make(List<Entry<Placer>> known, PartSpec place, Facts facts) {
        return switch (place) {
            case PolicySpec one -> Catalog.find(known, one).make(one, facts);
            case PartSpec.Weighted weighted -> {
                List<Scored> parts = scored(known, weighted, facts);
                List<Double> weights =
                        weighted.parts().stream().map(PartSpec.Weighed::weight).toList();
                WeightedMean scorer = new WeightedMean(parts, weights);
                yield combined(scorer, scorer.highest(), parts);
            }
            case PartSpec.Lexicographic ordered -> {
                List<Scored> parts = scored(known, ordered, facts);
                Lexicographic scorer = new Lexicographic(parts);
                yield combined(scorer, scorer.highest(), parts);
            }
        };
    }

    /** The names of those that can be combined; the scores of a model have no scale, and without one it cannot be made. */
    static List<String> combinable(List<Entry<Placer>> known) {
        Facts none = new Facts(1, 1, List.of());
        return known.stream()
                .filter(entry -> !entry.parameters().contains(MODEL))
                .filter(entry -> hasScale(entry.make(PolicySpec.of(entry.name()), none)))
                .map(Entry::name)
                .toList();
    }

    /**
     * The device of a share is chosen by the first policy that has a rule of its own for that; whole devices in order where one of them
     * says so.
     */
    private static Placer combined(Scorer scorer, long highest, List<Scored> parts) {
        GpuPicker gpus = parts.stream()
                .map(Scored::gpus)
                .filter(picker -> picker.byLinks() && !picker.equals(GpuPicker.LEAST_LEFT))
                .findFirst()
                .orElse(GpuPicker.LEAST_LEFT);
        boolean byLinks = parts.stream().allMatch(part -> part.gpus().byLinks());
        return new Scored(scorer, byLinks ? gpus : gpus.inOrder(), highest);
    }

    private static List<Scored> scored(List<Entry<Placer>> known, PartSpec place, Facts facts) {
        List<Scored> parts = new ArrayList<>();
        for (PolicySpec policy : place.policies()) {
            Placer placer = Catalog.find(known, policy).make(policy, facts);
            if (!(placer instanceof Scored scored && hasScale(placer))) {
                throw new IllegalArgumentException(
                        "The policy (" + policy.name() + ") cannot be combined, only " + combinable(known) + " can.");
            }
            parts.add(scored);
        }
        return parts;
    }

    private static boolean hasScale(Placer placer) {
        return placer instanceof Scored scored && scored.highest() > 0;
    }
}
