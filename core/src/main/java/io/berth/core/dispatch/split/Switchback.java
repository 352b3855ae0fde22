package io.berth.core.dispatch.split;

/**
 * Whether what predictions say pays does pay, by what it came to: requests for which they say so come in rounds, in some of which they are
 * believed and in the others not, and the mean times are compared, each over what the request was predicted to take by itself. At
 * first every other round; then it is believed in 15 of 16, or in 1 of 16 once it was seen to cost.
 *
 * <p>It is off once the mean with it is above that without by more than chance makes it; on again once it is below by that and 2 %: while
 * it is off, what it costs is a sixteenth.
 *
 * <p>Source: switchback experiments, as of Bojinov, Simchi-Levi and Zhao, Design and Analysis of Switchback Experiments, Management
 * Science 2023: what is done for one request changes what the next ones find, so that requests drawn one by one could not be compared.
 */
final class Switchback {
    /** Requests of a round, and those of its beginning that still find what the one before has left. */
    private static final int ROUND = 40;

    private static final int SETTLING = 10;
    private static final int TRIAL_ROUNDS = 4;
    private static final int SELDOM = 16;
    private static final double BACK = 0.02;
    /** A round before counts so much. */
    private static final double KEEP = 0.999;
    /** Requests after one another are not as many as they are. */
    private static final double ALIKE = 2;

    private static final int LEAST = 20;

    private final Mean with = new Mean();
    private final Mean without = new Mean();
    private boolean believed = true;
    private long requests;

    /** A request that takes part. */
    record Entry(boolean on, boolean counts, double aloneNanos) {}

    /** A fading mean and its spread. */
    private static final class Mean {
        private double weight;
        private double sum;
        private double squares;

        void add(double value) {
            weight = KEEP * weight + 1;
            sum = KEEP * sum + value;
            squares = KEEP * squares + value * value;
        }

        double mean() {
            return sum / weight;
        }

        /** The variance of the mean. */
        double error() {
            return StrictMath.max(0, squares / weight - mean() * mean()) * ALIKE / weight;
        }
    }

    /** Whether the predictions are believed now. */
    boolean on() {
        long round = requests / ROUND;
        if (round < TRIAL_ROUNDS) {
            return round % 2 == 0;
        }
        return believed == (round % SELDOM != 0);
    }

    /** A request comes for which they say that it pays. */
    Entry enter(double aloneNanos) {
        Entry entry = new Entry(on(), requests % ROUND >= SETTLING, StrictMath.max(1, aloneNanos));
        requests++;
        return entry;
    }

    /** It was answered. */
    void ended(Entry entry, double tookNanos) {
        if (!entry.counts) {
            return;
        }
        (entry.on ? with : without).add(tookNanos / entry.aloneNanos);
        if (with.weight < LEAST || without.weight < LEAST) {
            return;
        }
        double gain = without.mean() - with.mean();
        double chance = StrictMath.sqrt(with.error() + without.error());
        if (believed) {
            believed = gain > -chance;
        } else {
            believed = gain > chance + BACK * without.mean();
        }
    }
}
