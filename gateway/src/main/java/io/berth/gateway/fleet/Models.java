package io.berth.gateway.fleet;

import io.berth.gateway.desk.Desk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which model servers have which models, by name. A server that neither the settings nor itself says it of is taken to have all. For
 * any thread.
 */
public final class Models {
    /** In place of the number of a model that no server has. */
    public static final int UNKNOWN = -2;

    /** In place of the number of one that is not known, but that a server may have. */
    public static final int ANY = Desk.MOST_MODELS - 1;

    private final Desk desk;
    private final ReentrantLock lock = new ReentrantLock();
    /** By name: its number at the desk. */
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    private final List<@Nullable TreeSet<String>> servers = new ArrayList<>();
    private volatile Known known = new Known(false, true, Map.of(), List.of());

    /**
     * What is known at a moment.
     *
     * @param matter whether some servers have other models than others
     * @param all whether a server may have any
     */
    private record Known(boolean matter, boolean all, Map<String, Integer> numbers, List<String> names) {}

    /** @param count of servers, which are all taken to have all models */
    public Models(Desk desk, int count) {
        this.desk = desk;
        for (int server = 0; server < count; server++) {
            servers.add(null);
            desk.models(server, _ -> true);
        }
    }

    /** {@code server} has {@code names}. */
    public void has(int server, List<String> names) {
        lock.lock();
        try {
            TreeSet<String> now = new TreeSet<>(names);
            if (now.equals(servers.get(server))) {
                return;
            }
            servers.set(server, now);
            for (String name : now) {
                if (numbers.size() < ANY) {
                    numbers.putIfAbsent(name, numbers.size());
                }
            }
            List<Integer> own =
                    now.stream().filter(numbers::containsKey).map(numbers::get).toList();
            desk.models(server, own::contains);
            TreeSet<String> union = new TreeSet<>();
            servers.forEach(each -> union.addAll(each == null ? List.of() : each));
            boolean any = servers.contains(null);
            boolean alike = servers.stream().distinct().count() == 1;
            known = new Known(!alike, any, Map.copyOf(numbers), List.copyOf(union));
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
