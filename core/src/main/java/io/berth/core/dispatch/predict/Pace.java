package io.berth.core.dispatch.predict;

/**
 * How fast a server is and how many requests it takes at once, learnt from how long its answers took. The model: each of c slots does
 * work at one rate; a request that finds a others there waits for (a + 1) / c − 1 mean works.
 *
 * <p>From an answer that did not wait follows the rate; from one that did, c; from one that did not although c said so, that c is
 * larger. Both are moved a part of the way to what the answer says, in proportion, so that one outlier moves them by a bounded step.
 */
final class Pace {
    private static final double QUICK = 0.1;
    private static final double DOWN = 0.3;
    /** Where all that comes waits, a server that has become slower is seen only by this. */
    private static final double UP = 1.0005;
    /** No answer changes a rate by more than this factor would. */
    private static final double MOST = 2;
    /** An answer that took so many times as long as expected is late. */
    private static final double LATE = 2;
    /** So many of them in a row are no chance. */
    private static final int ROW = 3;

    private static final double MOST_LATE = 4;
    /** A wait of less, in mean works, is taken for noise. */
    private static final double NO_WAIT = 0.1;

    private static final double SPARE = 1.1;
    /** So many may be at a server of which nothing is known yet but that it will say how many it has. */
    private static final double FEW = 32;
    /** One that has so much more at once than it was thought to take, and lets none wait, may take still more. */
    private static final double MORE = 1.05;

    private static final double GROWS = 1.25;

    /** Who was never seen to have more at once may not have been sent more. */
    private static final double SELDOM_MORE = 4;

    private double unit;
    private double share;
    private boolean told;
    /** It says how many requests it has, and that was the most. */
    private boolean says;

    private double mostSeen;
    private int answers;
    /** Answers in a row that were late. */
    private int late;

    /** @param unit what is taken for its time of a unit of work before an answer came */
    Pace(double unit) {
        this.unit = unit;
        // One at a time until something is known of it.
        this.share = 1;
    }

    /** How long a unit of work takes it, units. */
    double unit() {
        return unit;
    }

    /** One over the requests that it takes at once. */
    double share() {
        return share;
    }

    /** Whether it has answered at all. */
    boolean known() {
        return answers > 0;
    }

    /** Whether it says how many requests it has. */
    boolean says() {
        return says;
    }

    /** For how many mean works a request waits that finds {@code ahead} others there. */
    double waits(double ahead) {
        return StrictMath.max(0, (ahead + 1) * share - 1);
    }

    /**
     * How many requests there may be at it: a few more than it takes at once, so that it never waits for one and is seen to take more
     * than was thought. While it has not said that one waits, twice as many as it has had at once; any number where it says nothing.
     */
    double most() {
        if (told) {
            return SPARE / share + 1;
        }
        return says ? StrictMath.max(FEW, 2 * mostSeen) : Double.POSITIVE_INFINITY;
    }

    /** It says itself that it takes {@code slots} at once. */
    void slots(double slots) {
        says = true;
        share = told ? share + QUICK * (1 / slots - share) : 1 / slots;
        told = true;
    }

    /** It says itself that it takes at least {@code slots} at once. */
    void slotsAtLeast(double slots) {
        says = true;
        mostSeen = StrictMath.max(mostSeen, slots);
        if (share * slots > 1) {
            share = 1 / (told && share * slots > MORE ? GROWS * slots : slots);
        }
    }

    /**
     * It may take one more than it was seen to have, where it never said that one waits: else a slow one is never sent two.
     *
     * @param slots more than which it is never sent
     */
    void oneMore(int slots) {
        if (says && !told && mostSeen <= SELDOM_MORE && mostSeen < slots) {
            share = StrictMath.min(share, 1 / (mostSeen + 1));
        }
    }

    /**
     * An answer came.
     *
     * @param nanos after it was sent
     * @param work what it was, without the reading of its prompt
     * @param reading what that is expected to have been, as work
     * @param ahead requests that were there before it
     * @param mean the mean work of all requests
     */
    void answered(double nanos, double work, double reading, double ahead, double mean) {
        if (answers++ == 0) {
            begin(nanos / work, ahead);
            return;
        }
        double times = nanos / unit / (work + reading + waits(ahead) * mean);
        if (nanos / work < unit) {
            late = 0;
            // Whatever it waited and read, no answer comes sooner than the rate lets it.
            unit += DOWN * (nanos / work - unit);
        } else if (isSlower(times)) {
            unit *= StrictMath.sqrt(StrictMath.min(times, MOST_LATE));
        } else if (waits(ahead) == 0) {
            unit *= StrictMath.pow(StrictMath.clamp(nanos / (work + reading) / unit, 1, MOST), QUICK);
        } else {
            unit *= UP;
        }
        if (!told) {
            crowd((nanos / unit - work - reading) / mean, ahead + 1);
        }
    }

    /** Whether it has become slower: how many requests it has is known, and answers in a row took many times as long as they should have. */
    private boolean isSlower(double times) {
        late = says && times > LATE ? late + 1 : 0;
        return late >= ROW;
    }

    private void begin(double ratio, double ahead) {
        unit = ratio;
        share = told ? share : 1 / (ahead + 1);
    }

    /** Of {@code there} requests, the last one waited for {@code waited} mean works. */
    private void crowd(double waited, double there) {
        double seen = (StrictMath.max(0, waited) + 1) / there;
        if (waited > NO_WAIT || seen < share) {
            share += QUICK * (seen - share);
        }
    }
}
