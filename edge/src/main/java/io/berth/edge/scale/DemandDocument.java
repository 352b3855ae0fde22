package io.berth.edge.scale;

import io.berth.core.scale.Demand;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What comes for replicas, as gateways tell it to Berth and to one another. */
public final class DemandDocument {
    private static final String ARRIVED = "arrived";
    private static final String RUNNING = "running";
    private static final String WAITING = "waiting";
    private static final String SERVICE_SECONDS = "service_seconds";
    private static final String SERVICE_VARIATION = "service_variation";
    private static final String ARRIVAL_VARIATION = "arrival_variation";

    private DemandDocument() {}

    /** The keys of {@code demand}, to which others may be added. */
    public static SequencedMap<String, Object> of(Demand demand) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put(ARRIVED, demand.arrived());
        document.put(RUNNING, demand.running());
        document.put(WAITING, demand.waiting());
        document.put(SERVICE_SECONDS, demand.serviceSeconds());
        document.put(SERVICE_VARIATION, demand.serviceVariation());
        document.put(ARRIVAL_VARIATION, demand.arrivalVariation());
        return document;
    }

    /**
     * What {@code document} says, which may have other keys too.
     *
     * @throws InputException where a key is missing, or no number from 0 on
     */
    public static Demand read(Tree document) {
        return new Demand(
                count(document, ARRIVED),
                count(document, RUNNING),
                count(document, WAITING),
                size(document, SERVICE_SECONDS),
                size(document, SERVICE_VARIATION),
                size(document, ARRIVAL_VARIATION));
    }

    private static long count(Tree document, String key) {
        Tree value = document.require(key);
        long count = value.whole();
        check(value, count >= 0);
        return count;
    }

    private static double size(Tree document, String key) {
        Tree value = document.require(key);
        double size = value.number();
        check(value, size >= 0);
        return size;
    }

    private static void check(Tree at, boolean good) {
        if (!good) {
            throw InputException.at(at, "must not be below 0");
        }
    }
}
