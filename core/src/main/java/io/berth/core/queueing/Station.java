package io.berth.core.queueing;

/**
 * Servers before which one queue waits, first come, first served. With Poisson arrivals and exponential services all it says is exact, with batches too; with
 * Poisson arrivals and one server its means are (Pollaczek 1930, Khinchine 1932). Otherwise means are those of Allen and Cunneen (1978), corrected where two
 * variations and a low load are far from exponential: for one server as Kraemer and Langenbach-Belz (1976) do, for several by the factors of Whitt (1993).
 *
 * @param batch how many of those that wait a server takes at once, in the time of one service
 */
public record Station(int servers, int batch) {
    public Station {
        if (servers < 1 || batch < 1) {
            throw new IllegalArgumentException(servers + " servers with batches of " + batch + " are none.");
        }
    }

    /** Servers that take one after another. */
    public Station(int servers) {
        this(servers, 1);
    }

    /** How long arrivals wait. */
    public Waits waits(Load load) {
        double capacity = (double) servers * batch;
        double utilisation = load.offered() / capacity;
        if (utilisation >= 1) {
            return new Waits(utilisation, 1, Double.POSITIVE_INFINITY);
        }
        Waits exact = batch == 1 ? single(load, utilisation) : batches(load, utilisation);
        double off =
                (load.arrivalVariation() + load.serviceVariation()) / 2 * Corrections.of(load, servers, utilisation);
        return new Waits(utilisation, exact.delayed(), exact.mean() * off);
    }

    private Waits single(Load load, double utilisation) {
        double delayed = Erlang.delayed(load.offered(), servers);
        return new Waits(utilisation, delayed, delayed * load.service() / (servers * (1 - utilisation)));
    }

    /**
     * Batches that begin with whoever waits, and of which none waits to be full (M/M/c with bulk service). With all servers busy, so many wait with a
     * probability that falls geometrically; with a server free nobody waits, and the probabilities are those of Erlang.
     */
    private Waits batches(Load load, double utilisation) {
        double ratio = ratio(utilisation);
        double blocked = Erlang.blocked(load.offered(), servers);
        double allBusyNobodyWaits = 1 / (1 / blocked - 1 + 1 / (1 - ratio));
        double delayed = allBusyNobodyWaits / (1 - ratio);
        double leaving = servers / load.service() * (1 - StrictMath.pow(ratio, batch));
        return new Waits(utilisation, delayed, delayed / leaving);
    }

    /** The root between 0 and 1 of r = utilisation · batch · (1 − r) + r^(batch + 1), all in arrivals per service of any server. */
    private double ratio(double utilisation) {
        double low = 0;
        double high = 1;
        double come = utilisation * batch;
        for (int i = 0; i < 200 && high - low > 1e-16; i++) {
            double middle = (low + high) / 2;
            // Divided by 1 − r, which is a root too: come = r + r² + … + r^batch.
            double sum = middle * (1 - StrictMath.pow(middle, batch)) / (1 - middle);
            if (sum < come) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /**
     * The smallest number of servers with which {@code part} of arrivals wait no longer than {@code seconds}; -1 where {@code most} are too few.
     *
     * @param batch as that of a station
     * @param part such as 0.9; 0 for the mean wait
     */
    public static int fewest(Load load, int batch, double part, double seconds, int most) {
        double least = StrictMath.floor(load.offered() / batch) + 1;
        if (least > most) {
            return -1;
        }
        int low = (int) least;
        int high = most;
        if (wait(load, new Station(high, batch), part) > seconds) {
            return -1;
        }
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (wait(load, new Station(middle, batch), part) <= seconds) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static double wait(Load load, Station station, double part) {
        Waits waits = station.waits(load);
        return part == 0 ? waits.mean() : waits.percentile(part);
    }
}
