package io.berth.gateway.fleet;

import io.berth.gateway.desk.AttachedServers;
import io.berth.gateway.desk.Desk;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;

/**
 * Which model servers have which models, by name. A server that neither the settings nor itself says it of is taken to have all. For
 * any thread.
 */
public final class Models {
    /** In place of the number of a model that no server has. */
    public static final int UNKNOWN = -2;

    /** In place of the number of one that is not known, but that a server may have. */
    public static final int ANY = AttachedServers.MOST_MODELS - 1;

    private final Desk desk;
    private final ReentrantLock lock = new ReentrantLock();
    /** By name: its number at the desk. */
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /** What servers have, by their number; those that are not here have any. */
    private final Map<Integer, TreeSet<String>> told = new TreeMap<>();

    private final TreeSet<Integer> servers = new TreeSet<>();
    private volatile Known known = new Known(false, true, Map.of(), List.of());

    /**
     * What is known at a moment.
     *
     * @param matter whether some servers have other models than others
     * @param all whether a server may have any
     */
    private record Known(boolean matter, boolean all, Map<String, Integer> numbers, List<String> names) {}

    Models(Desk desk) {
        this.desk = desk;
    }

    /**
     * {@code server} joins.
     *
     * @param names of its models; empty where it may have any
     * @return which it has, by their numbers
     */
    IntPredicate joins(int server, List<String> names) {
        lock.lock();
        try {
            servers.add(server);
            if (!names.isEmpty()) {
                told.put(server, new TreeSet<>(names));
            }
            IntPredicate has = numbered(server);
            refresh();
            return has;
        } finally {
            lock.unlock();
        }
    }

    /** {@code server} leaves. */
    void leaves(int server) {
        lock.lock();
        try {
            servers.remove(server);
            told.remove(server);
            refresh();
        } finally {
            lock.unlock();
        }
    }

    /** {@code server} has {@code names}; none for any. */
    public void has(int server, List<String> names) {
        lock.lock();
        try {
            TreeSet<String> now = names.isEmpty() ? null : new TreeSet<>(names);
            TreeSet<String> before = told.get(server);
            if (!servers.contains(server) || (now == null ? before == null : now.equals(before))) {
                return;
            }
            if (now == null) {
                told.remove(server);
            } else {
                told.put(server, now);
            }
            desk.servers().models(server, numbered(server));
            refresh();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the models of {@code server} numbers, and says which it has. */
    private IntPredicate numbered(int server) {
        TreeSet<String> names = told.get(server);
        if (names == null) {
            return _ -> true;
        }
        BitSet own = new BitSet();
        for (String name : names) {
            Integer number = numbers.get(name);
            if (number == null) {
                number = free();
                if (number == ANY) {
                    continue;
                }
                numbers.put(name, number);
            }
            own.set(number);
        }
        return own::get;
    }

    /** A number that no model has; where all are given, that of one that no server has any more. */
    private int free() {
        if (numbers.size() < ANY) {
            BitSet given = new BitSet();
            numbers.values().forEach(given::set);
            return given.nextClearBit(0);
        }
        numbers.keySet().removeIf(name -> told.values().stream().noneMatch(names -> names.contains(name)));
        return numbers.size() < ANY ? free() : ANY;
    }

    private void refresh() {
        TreeSet<String> union = new TreeSet<>();
        told.values().forEach(union::addAll);
        boolean any = told.size() < servers.size();
        boolean alike =
                told.isEmpty() || !any && told.values().stream().distinct().count() == 1;
        known = new Known(!alike, any, Map.copyOf(numbers), List.copyOf(union));
    }

    /** Whether {@code server} may have the model {@code name}. */
    public boolean has(int server, String name) {
        lock.lock();
        try {
            TreeSet<String> names = told.get(server);
            return names == null || names.contains(name);
        } finally {
            lock.unlock();
        }
    }

    /** Whether which server may have a request depends on its model. */
    public boolean matter() {
        return known.matter;
    }

    /** The number of the model {@code name}; {@link #UNKNOWN} where no server has it. */
    public int number(String name) {
        Known now = known;
        Integer number = now.numbers.get(name);
        if (number != null && (now.all || now.names.contains(name))) {
            return number;
        }
        return now.all ? ANY : UNKNOWN;
    }

    /** The names of all that are known; empty where a server may have any. */
    public List<String> names() {
        Known now = known;
        return now.all ? List.of() : now.names;
    }
}
