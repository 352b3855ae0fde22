package io.berth.learn.agent.experience;

/** Chances from scores. */
public final class Softmax {
    private Softmax() {}

    /** The action with the highest score; the first of equal ones. */
    public static int best(float[] scores) {
        int best = 0;
        for (int action = 1; action < scores.length; action++) {
            if (scores[action] > scores[best]) {
                best = action;
            }
        }
        return best;
    }

    /** The action that {@code unit}, uniform from 0 to 1, draws; each with a chance that grows with the exponential of its score. */
    public static int draw(float[] scores, double unit) {
        double most = scores[best(scores)];
        double sum = 0;
        for (float score : scores) {
            sum += StrictMath.exp(score - most);
        }
        double rest = unit * sum;
        int last = 0;
        for (int action = 0; action < scores.length; action++) {
            double weight = StrictMath.exp(scores[action] - most);
            if (weight > 0) {
                last = action;
                rest -= weight;
            }
            if (rest < 0) {
                return action;
            }
        }
        return last;
    }

    /** The logarithm of the chance of {@code action}. */
    public static double logChance(float[] scores, int action) {
        double most = scores[best(scores)];
        double sum = 0;
        for (float score : scores) {
            sum += StrictMath.exp(score - most);
        }
        return scores[action] - most - StrictMath.log(sum);
    }
}
