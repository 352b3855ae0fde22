package io.berth.core.queueing;

/**
 * What comes, and what each asks for.
 *
 * @param arrivals how many come in a second, above 0
 * @param arrivalVariation the variance of times between them over the square of their mean: 1 for Poisson arrivals, 0 for even ones
 * @param service how many seconds a server needs for one, above 0
 * @param serviceVariation likewise of those
 */
public record Load(double arrivals, double arrivalVariation, double service, double serviceVariation) {
    public Load {
        check("arrivals", arrivals, true);
        check("arrivalVariation", arrivalVariation, false);
        check("service", service, true);
        check("serviceVariation", serviceVariation, false);
    }

    /** Poisson arrivals, exponential services. */
    public static Load markov(double arrivals, double service) {
        return new Load(arrivals, 1, service, 1);
    }

    /**
     * The load that was measured.
     *
     * @param between times between arrivals, of which there is one
     * @param services of services likewise
     */
    public static Load measured(Moments between, Moments services) {
        return new Load(1 / between.mean(), between.variation(), services.mean(), services.variation());
    }

    private static void check(String name, double value, boolean above) {
        if (!(value >= 0 && value <= 1e100) || above && value < 1e-100) {
            throw new IllegalArgumentException(
                    name + " is " + value + "; allowed: a number " + (above ? "above 0" : "from 0 on"));
        }
    }

    /** Arrivals in the time of a service: as many servers are busy on average. */
    public double offered() {
        return arrivals * service;
    }
}
