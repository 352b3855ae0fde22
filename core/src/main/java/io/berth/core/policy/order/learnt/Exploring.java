package io.berth.core.policy.order.learnt;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Order;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * Goes by another order, and with a small share of the choices by a draw, so that what else might have been chosen becomes known.
 *
 * <p>Goals: choices whose chances are known, for off-policy evaluation. Constraints: it draws only among the options: the job that the
 * other order puts first, and those for which there is room ({@link Waiting#mayFit}); so a draw holds up nobody whom nothing held
 * up. Where there is one option it is taken.
 *
 * <p>Algorithm: with the share e one of the k options, each as likely; with the share f, where there is a rival, what that would choose
 * of the options; else the other order's. With e = 0.02, f = 0.2 and 4 options the order's own choice has the chance 0.785, the rival's
 * 0.205 and each of the others 0.005. An order that is no {@link Chooser} costs a look at each waiting job per choice.
 *
 * <p>Source: Langford, Zhang: The epoch-greedy algorithm for contextual multi-armed bandits, NIPS 2007, §1; Dudík, Langford, Li: Doubly
 * robust policy evaluation and learning, ICML 2011, §2.
 */
public final class Exploring implements Chooser {
    /** Shares are counted in millionths. */
    private static final int WHOLE = 1_000_000;

    private final Order order;
    private final int shareMillionths;
    private final @Nullable Order rival;
    private final int rivalMillionths;

    /** @param share of the choices that are drawn, 0 to 1 */
    public Exploring(Order order, double share) {
        this(order, share, null, 0);
    }

    /**
     * @param share of the choices that are drawn, 0 to 1
     * @param rival an order that is tried; null for none
     * @param rivalShare of the choices that go by it; 0 to 1, with {@code share} at most 1
     */
    public Exploring(Order order, double share, @Nullable Order rival, double rivalShare) {
        this.order = order;
        this.shareMillionths = (int) StrictMath.round(share * WHOLE);
        this.rival = rival;
        this.rivalMillionths = rival == null ? 0 : (int) StrictMath.round(rivalShare * WHOLE);
    }

    @Override
    public int choose(Waiting waiting) {
        int own = first(order, waiting);
        // Always drawn, so that how many draws a pass takes tells nothing of the shares.
        int drawn = waiting.below(WHOLE);
        if (own == NONE || drawn >= shareMillionths + rivalMillionths) {
            return own;
        }
        Options options = new Options(waiting, own);
        if (options.size() == 1) {
            return own;
        }
        return options.place(drawn < shareMillionths ? waiting.below(options.size()) : rivals(options, own));
    }

    /** What it goes by where it does not draw. */
    public Order order() {
        return order;
    }

    /**
     * How likely each option is chosen, in their order, where the other order would choose {@code own}, which is not {@link
     * Chooser#NONE}; the sum is 1.
     */
    public double[] propensities(Waiting waiting, int own) {
        Options options = new Options(waiting, own);
        double drawn = (double) shareMillionths / WHOLE;
        double rivals = (double) rivalMillionths / WHOLE;
        double[] chances = new double[options.size()];
        for (int option = 0; option < chances.length; option++) {
            chances[option] = drawn / chances.length + (options.place(option) == own ? 1 - drawn - rivals : 0);
        }
        chances[rivalMillionths == 0 ? options.of(own) : rivals(options, own)] += rivals;
        return chances;
    }

    /** What the rival would choose of the options; the own choice where it chooses none. */
    private int rivals(Options options, int own) {
        int choice = rival == null ? NONE : first(rival, options);
        if (choice != NONE) {
            return choice;
        }
        return options.of(own);
    }

    /** True where {@code place} may be drawn. */
    public static boolean isOption(Waiting waiting, int own, int place) {
        return place == own || waiting.mayFit(place);
    }

    /** The place of the job that {@code order} puts first of {@code waiting}; {@link Chooser#NONE} where a chooser picks none. */
    public static int first(Order order, Waiting waiting) {
        return switch (order) {
            case Chooser chooser -> chooser.choose(waiting);
            case KeyedOrder keyed -> smallest(keyed, waiting);
        };
    }

    private static int smallest(KeyedOrder order, Waiting waiting) {
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
}
