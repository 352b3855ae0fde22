package io.berth.gateway.demand;

import io.berth.core.scale.Demand;
import io.berth.core.scale.Meter;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests for the servers of each source that wants to know. A request counts for those servers to one of which it was sent first. While it was
 * sent to none, and where it never is, it counts for all sources with a server that could have it; where no server could, for all whose servers would have its model, if
 * that was told, else for all. Of what a server has only
 * as many are taken to run as it has slots, those that were sent first; the others wait there. For any thread.
 */
public final class DemandBook implements JourneyListener {
    private static final int LAST_GOOD = 299;

    private final House house;
    private final Map<Object, Group> groups = new HashMap<>();
    /** By the name of a server, whose it is. */
    private final Map<String, Group> byServer = new HashMap<>();
    /** By number, the models that requests ask for that were not sent anywhere yet; an empty text for any. */
    private final Map<Long, String> unsent = new HashMap<>();

    /** By number, the servers at which requests are. */
    private final Map<Long, String> at = new HashMap<>();

    private volatile boolean wanted;

    /** The servers as the gateway has them. */
    public interface House {
        /** What server {@code number} is called; null where nobody knows any more. */
        @Nullable
        String name(int number);

        /** The numbers of all servers that may get requests or still have some. */
        Iterable<Integer> servers();

        /** Whether server {@code number} may have {@code model}. */
        boolean has(int number, String model);
    }

    /** The servers of one source. */
    private static final class Group {
        /** All that it ever had, as far as anybody may still say something of them. */
        private final Set<String> names = new TreeSet<>();

        private Set<String> present = Set.of();
        /** The models that its servers have, also while there is none; empty where that was not told. */
        private Set<String> models = Set.of();

        private final Meter meter = new Meter();
        /** By the name of a server, what it has. */
        private final Map<String, Slots> slots = new TreeMap<>();

        private int each = Integer.MAX_VALUE;
        private long arrived;

        /** What a request that ends now took of a slot. */
        void served(String server, long number, long nowNanos, boolean good) {
            Slots had = slots.get(server);
            long began = had == null ? Slots.NEVER : had.end(number, nowNanos);
            if (good && began != Slots.NEVER) {
                meter.served(nowNanos - began);
            }
        }
    }

    /** Nobody wants to know anything yet. */
    public DemandBook(House house) {
        this.house = house;
    }

    /**
     * {@code source} wants to know, and its servers are called so from now on.
     *
     * @param models what they have; empty where that is not told
     */
    public synchronized void found(Object source, Set<String> names, Collection<String> models) {
        Group group = groups.computeIfAbsent(source, _ -> new Group());
        group.models = Set.copyOf(models);
        group.present = Set.copyOf(names);
        group.names.addAll(names);
        names.forEach(name -> byServer.put(name, group));
        wanted = true;
    }

    /**
     * What there is for the servers of {@code source}; nothing where it never said that it wants to know.
     *
     * @param each how many requests at once a server does, for those that come from now on; 0 where that is not known
     */
    public synchronized Demand of(Object source, int each) {
        Group group = groups.get(source);
        if (group == null) {
            return Demand.of(0, 0, 0, new Meter());
        }
        group.each = each == 0 ? Integer.MAX_VALUE : each;
        Set<Integer> servers = servers(group);
        long running = 0;
        long waiting = 0;
        for (Slots slots : group.slots.values()) {
            running += slots.running();
            waiting += slots.waiting();
        }
        long unsentYet = 0;
        Map<String, Integer> models = new HashMap<>();
        unsent.values().forEach(model -> models.merge(model, 1, Integer::sum));
        for (Map.Entry<String, Integer> entry : models.entrySet()) {
            unsentYet += fits(group, servers, entry.getKey()) ? entry.getValue() : 0;
        }
        return Demand.of(group.arrived + unsentYet, running, waiting + unsentYet, group.meter);
    }

    @Override
    public void asked(long number, Journey.Want want, long nowNanos) {
        if (wanted) {
            String model = want.model();
            synchronized (this) {
                unsent.put(number, model == null ? "" : model);
            }
        }
    }

    @Override
    public void sent(long number, int server, long nowNanos) {
        if (wanted) {
            synchronized (this) {
                send(number, house.name(server), nowNanos);
            }
        }
    }

    private void send(long number, @Nullable String name, long nowNanos) {
        boolean first = unsent.remove(number) != null;
        Group group = name == null ? null : byServer.get(name);
        String before = at.remove(number);
        Group had = before == null ? null : byServer.get(before);
        if (before != null && had != null) {
            had.served(before, number, nowNanos, false);
        }
        if (name == null || group == null) {
            return;
        }
        if (first) {
            group.arrived++;
            group.meter.arrived(nowNanos);
        }
        at.put(number, name);
        group.slots.computeIfAbsent(name, _ -> new Slots()).begin(number, group.each, nowNanos);
    }

    @Override
    public void ended(Journey journey) {
        if (wanted) {
            synchronized (this) {
                end(journey);
            }
        }
    }

    private void end(Journey journey) {
        long number = journey.number();
        String model = unsent.remove(number);
        Journey.End end = journey.ended().end();
        if (model != null && end != Journey.End.ANSWERED && end != Journey.End.INVALID) {
            for (Group group : groups.values()) {
                group.arrived += fits(group, servers(group), model) ? 1 : 0;
            }
        }
        String name = at.remove(number);
        Group group = name == null ? null : byServer.get(name);
        if (name != null && group != null) {
            boolean good = end == Journey.End.ANSWERED && journey.ended().status() <= LAST_GOOD;
            group.served(name, number, journey.times().endedNanos(), good);
        }
    }

    /** The numbers of the servers of {@code group}. Names of which nobody speaks any more are forgotten on the way. */
    private Set<Integer> servers(Group group) {
        Set<Integer> servers = new TreeSet<>();
        Set<String> there = new TreeSet<>(group.present);
        for (int number : house.servers()) {
            String name = house.name(number);
            if (name != null && group.names.contains(name)) {
                there.add(name);
                servers.add(number);
            }
        }
        group.names.removeIf(name -> !there.contains(name) && byServer.remove(name, group));
        group.slots.keySet().retainAll(group.names);
        return servers;
    }

    private boolean fits(Group group, Set<Integer> own, String model) {
        Function<Iterable<Integer>, Boolean> any = servers -> {
            for (int number : servers) {
                if (model.isEmpty() || house.has(number, model)) {
                    return true;
                }
            }
            return false;
        };
        if (any.apply(own)) {
            return true;
        }
        return group.models.isEmpty() || model.isEmpty() ? !any.apply(house.servers()) : group.models.contains(model);
    }
}
