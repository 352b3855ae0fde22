package io.berth.gateway.demand;

import io.berth.core.dispatch.Fleet;
import io.berth.core.scale.Meter;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests for the servers of each source that wants to know. A request counts for those servers to one of which it was sent first. While it was
 * sent to none, and where it never is, it counts for all sources with a server that could have it; where no server could, for all. For any thread.
 */
public final class DemandBook implements JourneyListener {
    private static final int LAST_GOOD = 299;

    private final House house;
    private final Map<Object, Group> groups = new HashMap<>();
    /** By the name of a server, whose it is. */
    private final Map<String, Group> byServer = new HashMap<>();
    /** By number, the models that requests ask for that were not sent anywhere yet; an empty text for any. */
    private final Map<Long, String> unsent = new HashMap<>();

    private volatile boolean wanted;

    /** The servers as the gateway has them. */
    public interface House {
        /** What server {@code number} is called; null where nobody knows any more. */
        @Nullable
        String name(int number);

        /** The numbers of all servers that may get requests or still have some. */
        Iterable<Integer> servers();

        /** How many requests server {@code number} has. */
        int outstanding(int number);

        /** Whether server {@code number} may have {@code model}. */
        boolean has(int number, String model);
    }

    /** The servers of one source. */
    private static final class Group {
        /** All that it ever had, as far as anybody may still say something of them. */
        private final Set<String> names = new TreeSet<>();

        private Set<String> present = Set.of();
        private final Meter meter = new Meter();
        private long arrived;
    }

    /** What a group has at this moment. */
    private record Now(Set<Integer> servers, long running) {}

    /** Nobody wants to know anything yet. */
    public DemandBook(House house) {
        this.house = house;
    }

    /** {@code source} wants to know, and its servers are called so from now on. */
    public synchronized void found(Object source, Set<String> names) {
        Group group = groups.computeIfAbsent(source, _ -> new Group());
        group.present = Set.copyOf(names);
        group.names.addAll(names);
        names.forEach(name -> byServer.put(name, group));
        wanted = true;
    }

    /** What there is for the servers of {@code source}; nothing where it never said that it wants to know. */
    public synchronized Demand of(Object source) {
        Group group = groups.get(source);
        if (group == null) {
            return Demand.of(0, 0, 0, new Meter());
        }
        Now now = now(group);
        Map<String, Integer> models = new HashMap<>();
        unsent.values().forEach(model -> models.merge(model, 1, Integer::sum));
        long waiting = 0;
        for (Map.Entry<String, Integer> entry : models.entrySet()) {
            waiting += fits(now, entry.getKey()) ? entry.getValue() : 0;
        }
        return Demand.of(group.arrived + waiting, now.running, waiting, group.meter);
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
                Group group = unsent.remove(number) == null ? null : byServer.get(house.name(server));
                if (group != null) {
                    group.arrived++;
                    group.meter.arrived(nowNanos);
                }
            }
        }
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
        String model = unsent.remove(journey.number());
        Journey.End end = journey.ended().end();
        if (model != null && end != Journey.End.ANSWERED && end != Journey.End.INVALID) {
            for (Group group : groups.values()) {
                group.arrived += fits(now(group), model) ? 1 : 0;
            }
        }
        Group served = byServer.get(journey.place().name());
        boolean good = end == Journey.End.ANSWERED && journey.ended().status() <= LAST_GOOD;
        if (served != null && good && journey.place().server() != Fleet.NONE) {
            served.meter.served(journey.times().endedNanos() - journey.times().sentNanos());
        }
    }

    /** Names of which nobody speaks any more are forgotten on the way. */
    private Now now(Group group) {
        Set<Integer> servers = new TreeSet<>();
        Set<String> there = new TreeSet<>(group.present);
        long running = 0;
        for (int number : house.servers()) {
            String name = house.name(number);
            if (name != null && group.names.contains(name)) {
                there.add(name);
                servers.add(number);
                running += house.outstanding(number);
            }
        }
        group.names.removeIf(name -> !there.contains(name) && byServer.remove(name, group));
        return new Now(servers, running);
    }

    private boolean fits(Now now, String model) {
        Function<Iterable<Integer>, Boolean> any = servers -> {
            for (int number : servers) {
                if (model.isEmpty() || house.has(number, model)) {
                    return true;
                }
            }
            return false;
        };
        return any.apply(now.servers) || !any.apply(house.servers());
    }
}
