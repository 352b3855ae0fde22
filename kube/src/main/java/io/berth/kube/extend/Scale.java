package io.berth.kube.extend;

import io.berth.core.explain.NodeChoice.Ranking;
import java.util.Arrays;

/** Scores of a placement on the few steps that the protocol has. */
final class Scale {
    private Scale() {}

    /** {@code highest} for the best node alone, one less at most for others, 0 for the worst of several and where a node does not do. */
    static long[] of(Ranking ranking, long highest) {
        long[] scores = ranking.scores();
        long most = Ranking.NONE;
        long least = Long.MAX_VALUE;
        for (long score : scores) {
            if (score != Ranking.NONE) {
                most = Math.max(most, score);
                least = Math.min(least, score);
            }
        }
        long span = most - least;
        long floor = least;
        long[] scaled = Arrays.stream(scores)
                .map(score -> score == Ranking.NONE || span == 0 ? 0 : (score - floor) * (highest - 1) / span)
                .toArray();
        scaled[ranking.best()] = highest;
        return scaled;
    }
}
