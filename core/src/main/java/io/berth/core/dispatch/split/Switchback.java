package io.berth.core.dispatch.split;

/**
 * Whether what predictions say pays does pay, by what it came to: requests for which they say so come in rounds, in some of which they are
 * believed and in the others not, and the mean times of the rounds are compared, each time over what the request would take by itself
 * on an idle fleet. At first every other round; then it is believed in 15 of 16, or in 1 of 16 once it was seen to cost.
 *
 * <p>It is off once the rounds with it are longer than those without by more than chance makes them; on again once they are shorter by
 * that and 2 %. While it is off, what it costs is a sixteenth.
 *
 * <p>Source: switchback experiments, as of Bojinov, Simchi-Levi and Zhao, Design and Analysis of Switchback Experiments, Management
 * Science 2023: what is done for one request changes what the next ones find, so that requests drawn one by one could not be compared.
 */
final class Switchback {
    /** Requests of a round, and those of its beginning that still find what the one before has left. */
    private static final int ROUND = 40;

    private static final int SETTLING = 10;
    /** A round of which fewer were answered says nothing. */
    private static final int LEAST = 15;

    private static final int TRIAL_ROUNDS = 6;
    private static final int SELDOM = 16;
    /** So many rounds of each before they are compared. */
    private static final double FEW = 2.5;

    private static final double BACK = 0.02;

    private final Rounds with = new Rounds();
    private final Rounds without = new Rounds();
    /** The round that goes on, and the one before, of which some are still to be answered. */
    private Round current = new Round(0, true);

    private Round before = current;
    private boolean believed = true;
    private int requests;

    /** A request that takes part. */
    record Entry(long round, boolean on, boolean counts, double aloneNanos) {}

    /** One round. */
    private static final class Round {
        private final long number;
        private final boolean on;
        private double sum;
        private int count;

        Round(long number, boolean on) {
            this.number = number;
            this.on = on;
        }
    }

    /** The means of rounds, those long ago counting less. */
    private static final class Rounds {
        private static final double KEEP = 0.95;
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
            return StrictMath.max(0, squares / weight - mean() * mean()) / (weight - 1);
        }
    }

    /** Whether the predictions are believed now. */
    boolean on() {
        return current.on;
    }

    /** A request comes for which they say that it pays. */
    Entry enter(double aloneNanos) {
        if (requests == ROUND) {
            requests = 0;
            close(before);
            before = current;
            long next = current.number + 1;
            current = new Round(next, next < TRIAL_ROUNDS ? next % 2 == 0 : believed == (next % SELDOM != 0));
        }
        requests++;
        return new Entry(current.number, current.on, requests > SETTLING, StrictMath.max(1, aloneNanos));
    }

    /** It was answered. */
    void ended(Entry entry, double tookNanos) {
        Round round = entry.round == current.number ? current : before;
        if (entry.counts && entry.round == round.number) {
            round.sum += tookNanos / entry.aloneNanos;
            round.count++;
        }
    }

    private void close(Round round) {
        if (round == current || round.count < LEAST) {
            return;
        }
        (round.on ? with : without).add(round.sum / round.count);
        if (with.weight < FEW || without.weight < FEW) {
            return;
        }
        double gain = without.mean() - with.mean();
        double chance = StrictMath.sqrt(with.error() + without.error());
        believed = believed ? gain > -chance : gain > chance + BACK * without.mean();
    }
}
