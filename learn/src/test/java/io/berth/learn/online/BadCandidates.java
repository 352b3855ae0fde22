package io.berth.learn.online;

import io.berth.core.model.Activation;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makers that mean no good. */
final class BadCandidates {
    private static final int WAIT = 0;
    private static final int RUN = 2;
    private static final int SHARE = 5;
    private static final float STEEP = 1000;
    private static final int NETWORKS = 16;

    private BadCandidates() {}

    /** What the trials offer, by name. */
    static final List<String> KINDS = List.of(
            "longest first",
            "widest first",
            "last come first",
            "wide jobs starve",
            "worst when busy",
            "random",
            "huge weights",
            "permuted features",
            "negated reward",
            "overfitted on 30 jobs",
            "overfitted on the window");

    static CandidateMaker of(String kind, long seed) {
        return switch (kind) {
            case "longest first" -> always(rule(RUN, 1));
            case "widest first" -> always(rule(SHARE, 1));
            case "last come first" -> always(rule(WAIT, -1));
            case "wide jobs starve" -> always(starving());
            case "worst when busy" -> worstWhenBusy();
            case "random" -> always(random(seed, 0, 1));
            case "huge weights" -> always(random(seed, 1, 1e6));
            case "permuted features" -> always(permuted(seed));
            case "negated reward" -> chosen(seed, Integer.MAX_VALUE, -1);
            case "overfitted on 30 jobs" -> chosen(seed, 30, 1);
            case "overfitted on the window" -> chosen(seed, Integer.MAX_VALUE, 1);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** Shortest first, but whatever asks for more than a few GPUs after all else. */
    private static Candidate starving() {
        float[] parameters = new float[9];
        parameters[RUN] = -1;
        parameters[SHARE] = -STEEP;
        return model(List.of(8, 1), parameters);
    }

    /** Shortest first with the weight of the run time at another feature. */
    private static Candidate permuted(long seed) {
        int[] others = {WAIT, 1, 3, 4, SHARE, 6, 7};
        return rule(others[(int) (seed % others.length)], -1);
    }

    private static Candidate random(long seed, long draw, double scale) {
        LayerSizes shape = LayerSizes.relu(8, 16, 1);
        Chance chance = new Chance(seed, "random network", draw);
        float[] parameters = new float[shape.parameters()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) (scale * chance.normal());
        }
        return model(shape.sizes(), parameters);
    }

    /** Shortest first, until somebody has waited about a quarter of an hour; the longest first from then on: bad only in bursts. */
    private static CandidateMaker worstWhenBusy() {
        float threshold = 0.2f;
        float[] parameters = new float[8 * 3 + 3 + 3 + 1];
        parameters[RUN] = 1;
        parameters[8 + RUN] = 1;
        parameters[8 + WAIT] = STEEP;
        parameters[16 + WAIT] = STEEP;
        parameters[25] = -STEEP * threshold;
        parameters[26] = -STEEP * threshold;
        parameters[27] = -1;
        parameters[28] = 2;
        parameters[29] = -2;
        return always(model(List.of(8, 3, 1), parameters));
    }

    /** The random network that does best, or worst where {@code sign} is below 0, on the last jobs that it saw, and nothing else. */
    private static CandidateMaker chosen(long seed, int jobs, int sign) {
        return window -> {
            Candidate best = random(seed, 0, 1);
            double least = Double.MAX_VALUE;
            for (int network = 0; network < NETWORKS; network++) {
                Candidate candidate = random(seed, window.number() * NETWORKS + network, 1);
                double cost = sign * window.simulate(candidate.order(), jobs);
                if (cost < least) {
                    least = cost;
                    best = candidate;
                }
            }
            return List.of(best);
        };
    }

    static CandidateMaker always(Candidate candidate) {
        return window -> List.of(candidate);
    }

    private static Candidate rule(int feature, float weight) {
        float[] parameters = new float[9];
        parameters[feature] = weight;
        return model(List.of(8, 1), parameters);
    }

    private static Candidate model(List<Integer> sizes, float[] parameters) {
        LayerSizes shape = new LayerSizes(sizes, Activation.RELU);
        Model model = new Model(
                Columns.SCALED, 128, 24 * 3600 * Nanos.SECOND, new LearntNetwork<>(shape, parameters, new TreeMap<>()));
        return new Candidate(model.id(), PolicySpec.of("learnt", Map.of("model", ModelFile.write(model))));
    }
}
