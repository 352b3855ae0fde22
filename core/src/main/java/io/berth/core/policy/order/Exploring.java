package io.berth.core.policy.order;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.Order;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;

/**
 * Goes by another order, and with a small share of the choices by a draw, so that what else might have been chosen becomes known.
 *
 * <p>Goals: choices whose chances are known, for off-policy evaluation. Constraints: it draws only among the options: the job that the
 * other order puts first, and those for which there is room ({@link Waiting#mayFit}); so a draw holds up nobody whom nothing held
 * up. Where there is one option it is taken.
 *
 * <p>Algorithm: with the share e one of the k options, each as likely; else the other order's. So that job's chance is 1 − e + e / k,
 * that of any other option e / k. Of 4 options with e = 0.1: 0.925 and 0.025 each. An order that is no {@link Chooser} costs a look at
 * each waiting job per choice.
 *
 * <p>Source: Langford, Zhang: The epoch-greedy algorithm for contextual multi-armed bandits, NIPS 2007, §1; Dudík, Langford, Li: Doubly
 * robust policy evaluation and learning, ICML 2011, §2.
 */
public final class Exploring implements Chooser {
    /** Shares are counted in millionths. */
    private static final int WHOLE = 1_000_000;

    private final Order order;
    private final int shareMillionths;

    /** @param share of the choices that are drawn, 0 to 1 */
    public Exploring(Order order, double share) {
        this.order = order;
        this.shareMillionths = (int) StrictMath.round(share * WHOLE);
    }

    @Override
    public int choose(Waiting waiting) {
        int own = first(order, waiting);
        // Always drawn, so that how many draws a pass takes tells nothing of the share.
        int drawn = waiting.below(WHOLE);
        if (own == NONE || drawn >= shareMillionths) {
            return own;
        }
        int options = options(waiting, own);
        return options == 1 ? own : option(waiting, own, waiting.below(options));
    }

    /** What it goes by where it does not draw. */
    public Order order() {
        return order;
    }

    /** How likely the job at {@code place} is chosen of {@code waiting}, where the other order would choose {@code own}; 0 to 1. */
    public double propensity(Waiting waiting, int own, int place) {
        if (own == NONE) {
            return place == NONE ? 1 : 0;
        }
        double share = (double) shareMillionths / WHOLE;
        int options = options(waiting, own);
        double drawn = isOption(waiting, own, place) ? share / options : 0;
        return place == own ? 1 - share + drawn : drawn;
    }

    /** True where {@code place} may be drawn. */
    public static boolean isOption(Waiting waiting, int own, int place) {
        return place == own || waiting.mayFit(place);
    }

    /** The place of the job that {@code order} puts first of {@code waiting}; {@link Chooser#NONE} where a chooser picks none. */
    public static int first(Order order, Waiting waiting) {
        if (order instanceof Chooser chooser) {
            return chooser.choose(waiting);
        }
        int first = 0;
        long least = order.key(waiting.job(0), waiting.nowNanos());
        for (int place = 1; place < waiting.size(); place++) {
            QueuedJob job = waiting.job(place);
            long key = order.key(job, waiting.nowNanos());
            if (key < least) {
                first = place;
                least = key;
            }
        }
        return first;
    }

    private static int options(Waiting waiting, int own) {
        int options = 0;
        for (int place = 0; place < waiting.size(); place++) {
            options += isOption(waiting, own, place) ? 1 : 0;
        }
        return options;
    }

    private static int option(Waiting waiting, int own, int number) {
        int left = number;
        for (int place = 0; place < waiting.size(); place++) {
            if (isOption(waiting, own, place) && left-- == 0) {
                return place;
            }
        }
        throw new IllegalArgumentException("There is no option (" + number + ").");
    }
}
