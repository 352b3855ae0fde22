package io.berth.gateway.demand;

import io.berth.core.scale.Demand;
import io.berth.edge.scale.DemandDocument;
import io.berth.edge.scale.Told;
import io.berth.gateway.peer.Subject;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What several gateways of one deployment say comes for servers whose number follows it, by what the servers are called. Each counts what it was asked itself, so
 * the sum is what came. One that began again counts from nothing, so it is another one, and what it said before is forgotten at once. For any thread.
 */
public final class DemandShare implements Subject {
    /** How this gateway is called. */
    public static final String OWN = "this gateway";

    /** Who has not been heard of for so long is gone. */
    static final long HEARD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Supplier<SortedMap<String, Demand>> own;
    private final LongSupplier nanos;
    /** By the name of a gateway. */
    private final SortedMap<String, Heard> gateways = new TreeMap<>();

    private boolean alone;

    /** What one said last. */
    private record Heard(long life, SortedMap<String, Demand> services, long atNanos) {}

    /**
     * @param own what comes at this gateway, by what the servers are called
     * @param nanos a clock that only goes on
     */
    public DemandShare(Supplier<SortedMap<String, Demand>> own, LongSupplier nanos) {
        this.own = own;
        this.nanos = nanos;
    }

    @Override
    public boolean due() {
        return !own.get().isEmpty();
    }

    @Override
    public Map<String, Object> told() {
        List<Map<String, Object>> services = new ArrayList<>();
        own.get().forEach((name, demand) -> services.add(document(name, demand)));
        return Map.of("services", services);
    }

    @Override
    public void heard(String gateway, long life, Tree document) {
        SortedMap<String, Demand> services = new TreeMap<>();
        for (Tree service : document.require("services").items()) {
            services.put(service.require("name").text(), DemandDocument.read(service));
        }
        synchronized (this) {
            gateways.put(gateway, new Heard(life, services, nanos.getAsLong()));
        }
    }

    /** While nobody can be heard, those who were heard before are still there, and silent. */
    @Override
    public synchronized void alone(int count) {
        forget();
        alone = count > 1;
        if (!alone) {
            long now = nanos.getAsLong();
            gateways.replaceAll((_, heard) -> new Heard(heard.life, heard.services, now));
        }
    }

    /**
     * What all of them say of {@code service}; where one began again, it has another name.
     *
     * @param demand what this gateway says
     */
    public synchronized SortedMap<String, Told> all(String service, Demand demand) {
        forget();
        SortedMap<String, Told> all = new TreeMap<>();
        all.put(OWN, new Told(demand, 0));
        long now = nanos.getAsLong();
        gateways.forEach((name, heard) -> {
            Demand said = heard.services.get(service);
            if (said != null) {
                all.put(name + " since " + Long.toHexString(heard.life), new Told(said, now - heard.atNanos));
            }
        });
        return all;
    }

    private void forget() {
        long now = nanos.getAsLong();
        gateways.values().removeIf(heard -> !alone && now - heard.atNanos > HEARD_NANOS);
    }

    private static Map<String, Object> document(String name, Demand demand) {
        SequencedMap<String, Object> document = DemandDocument.of(demand);
        document.putFirst("name", name);
        return document;
    }
}
