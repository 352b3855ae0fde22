package io.berth.core.queueing;

/** By what the means of Allen and Cunneen are multiplied: 1 for exponential times, and near 1 where servers are busy nearly always. */
final class Corrections {
    private Corrections() {}

    static double of(Load load, int servers, double utilisation) {
        double arrivals = load.arrivalVariation();
        double services = load.serviceVariation();
        if (arrivals + services == 0) {
            return 1;
        }
        double several =
                several(arrivals, services, servers, utilisation) / several(arrivals, services, 1, utilisation);
        boolean bursts = arrivals > 1 && servers > 1;
        return bursts ? several : one(arrivals, services, utilisation) * several;
    }

    /** Kraemer and Langenbach-Belz, Approximate Formulae for the Delay in the Queueing System GI/G/1, ITC 8, 1976. */
    private static double one(double arrivals, double services, double utilisation) {
        double free = 1 - utilisation;
        if (arrivals <= 1) {
            double even = (1 - arrivals) * (1 - arrivals) / (arrivals + services);
            return StrictMath.exp(-2 * free / (3 * utilisation) * even);
        }
        return StrictMath.exp(-free * (arrivals - 1) / (arrivals + 4 * services));
    }

    /** Whitt, Approximations for the GI/G/m Queue, Production and Operations Management 2 (1993), formulas 2.16 to 2.25. */
    private static double several(double arrivals, double services, int servers, double utilisation) {
        double free = 1 - utilisation;
        double gamma = StrictMath.min(
                0.24, free * (servers - 1) * (StrictMath.sqrt(4 + 5.0 * servers) - 2) / (16 * servers * utilisation));
        double evenServices = 1 + gamma;
        double evenArrivals = (1 - 4 * gamma) * StrictMath.exp(-2 * free / (3 * utilisation));
        double both = StrictMath.min(1, (evenServices + evenArrivals) / 2);
        double mean = (arrivals + services) / 2;
        double psi = mean >= 1 ? 1 : StrictMath.pow(both, 2 * (1 - mean));
        if (arrivals >= services) {
            double whole = 4 * arrivals - 3 * services;
            return 4 * (arrivals - services) / whole * evenServices + services / whole * psi;
        }
        double whole = 2 * (arrivals + services);
        return (services - arrivals) / whole * evenArrivals + (services + 3 * arrivals) / whole * psi;
    }
}
