package io.berth.edge.scale;

import io.berth.core.scale.Demand;
import io.berth.core.scale.Measured;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** What gateways measured together: each counts as its requests do since it was asked before. And how long replicas took to start. */
final class Shown implements Measured {
    private double serviceSeconds;
    private double serviceVariation = 1;
    private double arrivalVariation = 1;
    private long startNanos;

    /** What one gateway says, of so many requests. */
    record Part(Demand demand, double requests) {}

    /** Those that have answered nothing yet say nothing; without any that has, what was known holds. */
    void show(Collection<Part> parts) {
        double all = 0;
        for (Part part : parts) {
            all += weight(part);
        }
        if (all > 0) {
            serviceSeconds = mean(parts, all, Demand::serviceSeconds);
            serviceVariation = mean(parts, all, Demand::serviceVariation);
            arrivalVariation = mean(parts, all, Demand::arrivalVariation);
        }
    }

    /** Replicas take so long to start; 0 where nobody has seen one. */
    void starts(long nanos) {
        startNanos = nanos;
    }

    private static double mean(Collection<Part> parts, double all, ToDoubleFunction<Demand> of) {
        double sum = 0;
        for (Part part : parts) {
            sum += weight(part) * of.applyAsDouble(part.demand);
        }
        return sum / all;
    }

    /** One of which nothing came lately still knows what servers need. */
    private static double weight(Part part) {
        return part.demand.serviceSeconds() > 0 ? 1 + part.requests : 0;
    }

    @Override
    public double serviceSeconds() {
        return serviceSeconds;
    }

    @Override
    public double serviceVariation() {
        return serviceVariation;
    }

    @Override
    public double arrivalVariation() {
        return arrivalVariation;
    }

    @Override
    public long startNanos(long toldNanos) {
        return startNanos == 0 ? toldNanos : startNanos;
    }
}
