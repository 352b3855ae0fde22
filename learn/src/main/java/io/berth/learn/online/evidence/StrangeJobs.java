package io.berth.learn.online.evidence;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs as nobody has seen them yet, made of those that were seen: some up to eight times as wide, all with the run time of another, and
 * wide ones as long as others, or shorter, or longer. What is learnt from a week of narrow jobs must not be helpless when wide ones come.
 *
 * <p>Source: Tobin et al.: Domain randomization for transferring deep neural networks from simulation to the real world, IROS 2017.
 */
public final class StrangeJobs {
    private static final int DOUBLED = 4;

    /** No job becomes wider than this share of the machine; one that is stays as it is. */
    private static final double WIDEST = 0.25;

    /**
     * What one job becomes.
     *
     * @param wider times as many tasks
     * @param like the place of the job whose run time and estimate it has
     * @param longer what these are multiplied by
     */
    public record Changed(int wider, int like, double longer) {
        public long time(long nanos) {
            return StrictMath.max(1, (long) (nanos * longer));
        }
    }

    private StrangeJobs() {}

    /** For each of jobs with so many {@code processors} what it becomes. */
    public static List<Changed> of(double[] processors, double machine, Chance chance) {
        int slope = chance.below(3) - 1;
        List<Changed> changed = new ArrayList<>();
        for (double own : processors) {
            int wider = 1 << chance.below(DOUBLED);
            while (wider > 1 && wider * own > WIDEST * machine) {
                wider /= 2;
            }
            changed.add(new Changed(wider, chance.below(processors.length), StrictMath.pow(wider, slope)));
        }
        return changed;
    }
}
