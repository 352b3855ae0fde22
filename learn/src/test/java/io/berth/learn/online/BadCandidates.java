package io.berth.learn.online;

import io.berth.core.model.Activation;
import io.berth.core.model.Columns;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.policy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makers that mean no good. */
final class BadCandidates {
    private static final int WAIT = 0;
    private static final int RUN = 2;
    private static final int SHARE = 5;
    private static final float STEEP = 1000;

    private BadCandidates() {}

    /** The longest expected run time first. */
    static CandidateMaker longestFirst() {
        return always(rule(RUN, 1));
    }

    /** The widest first. */
    static CandidateMaker widestFirst() {
        return always(rule(SHARE, 1));
    }

    /** Shortest first, until somebody has waited about a quarter of an hour; the longest first from then on: bad only in bursts. */
    static CandidateMaker worstWhenBusy() {
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

    /** The best of many random networks on the very jobs that it saw, and nothing else. */
    static CandidateMaker overfitted(int networks, long seed) {
        return window -> {
            List<Candidate> best = new ArrayList<>();
            double least = Double.MAX_VALUE;
            LayerSizes shape = LayerSizes.relu(8, 16, 1);
            for (int network = 0; network < networks; network++) {
                Chance chance = new Chance(seed, "random network", window.number() * networks + network);
                float[] parameters = new float[shape.parameters()];
                for (int i = 0; i < parameters.length; i++) {
                    parameters[i] = (float) chance.normal();
                }
                Candidate candidate = model(shape.sizes(), parameters);
                double cost = window.simulate(candidate.order());
                if (cost < least) {
                    least = cost;
                    best = List.of(candidate);
                }
            }
            return best;
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
        Model model = new Model(Columns.SCALED, 128, 24 * 3600 * Nanos.SECOND, shape, parameters, new TreeMap<>());
        return new Candidate(model.id(), PolicySpec.of("learnt", Map.of("model", ModelFile.write(model))));
    }
}
