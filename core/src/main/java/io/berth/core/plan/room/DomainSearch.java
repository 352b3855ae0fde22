package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.domain.DomainPolicy;
import io.berth.core.policy.domain.DomainPolicy.Start;
import io.berth.core.policy.domain.DomainRoom;
import io.berth.core.policy.domain.Fill;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Division;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The domains in which the tasks of one job may go together, and how they are divided over those inside. */
final class DomainSearch {
    /** The whole cluster as a domain, above the widest level. */
    static final int CLUSTER = -1;

    private static final int NONE = -1;

    private final NodeTable nodes;
    private final Within rule;
    private final DomainPolicy policy;
    private final LevelTree tree;
    private final List<String> keys;
    /** The level that the job names. */
    private final int asked;
    /** Those whose domains get whole slices, and equal parts; {@link #NONE} for none. */
    private final int sliced;

    private final int even;

    /** So many tasks that go to those nodes, ascending. */
    @SuppressWarnings("ArrayRecordComponent")
    record Part(int[] nodes, int tasks) {}

    /** @param counts true for nodes that are looked at */
    DomainSearch(NodeTable nodes, Within rule, DomainPolicy policy, IntPredicate counts) {
        this.nodes = nodes;
        this.rule = rule;
        this.policy = policy;
        this.keys = keys(rule);
        this.tree = new LevelTree(nodes, keys, counts);
        Division division = rule.reach().division();
        this.asked = keys.indexOf(rule.key());
        this.sliced = division.sliced() ? keys.indexOf(division.sliceKey()) : NONE;
        this.even = division.even() ? keys.indexOf(division.evenKey()) : NONE;
    }

    /** The labels of all levels that matter, the widest first. One that the cluster does not name is a level by itself; a node is narrower than all. */
    private static List<String> keys(Within rule) {
        List<String> levels = rule.reach().levels();
        boolean known = levels.contains(rule.key()) || rule.key().equals(PeerRule.NODE);
        List<String> keys = new ArrayList<>(known ? levels : List.of(rule.key()));
        Division division = rule.reach().division();
        add(rule.key(), keys);
        if (division.sliced()) {
            add(division.sliceKey(), keys);
        }
        if (division.even()) {
            add(division.evenKey(), keys);
        }
        return keys;
    }

    private static void add(String key, List<String> keys) {
        if (!keys.contains(key)) {
            boolean aboveNodes = !keys.isEmpty() && keys.getLast().equals(PeerRule.NODE);
            keys.add(aboveNodes ? keys.size() - 1 : keys.size(), key);
        }
    }

    /** The levels of which one domain may take the whole job, that first in which it is looked for first. */
    int[] tries() {
        if (!rule.required()) {
            return IntStream.iterate(asked, level -> level >= 0, level -> level - 1)
                    .toArray();
        }
        int narrowest = policy.start() == Start.NARROWEST ? keys.size() - 1 : asked;
        return IntStream.iterate(narrowest, level -> level >= asked, level -> level - 1)
                .toArray();
    }

    /** The level that the job names. */
    int asked() {
        return asked;
    }

    /** The label of {@code level}. */
    String key(int level) {
        return keys.get(level);
    }

    /** The same for people. */
    String label(int level) {
        return key(level).equals(PeerRule.NODE) ? "node" : key(level);
    }

    /** The domains of {@code level}, the one with the lowest node first. */
    List<int[]> domains(int level) {
        return tree.domains(level, tree.all());
    }

    /** The domain of the level that the job names in which {@code node} is; empty where it is in none. */
    int[] domain(int node) {
        return domains(asked).stream()
                .filter(domain -> Arrays.binarySearch(domain, node) >= 0)
                .findFirst()
                .orElse(new int[0]);
    }

    /** The value by which {@code node} is in its domain of {@code level}. */
    String value(int level, int node) {
        String value = tree.value(level, node);
        return value == null ? "" : value;
    }

    /** All nodes that are looked at. */
    int[] all() {
        return tree.all();
    }

    /**
     * The domains of {@code level} that hold {@code tasks} of {@code shape}, the one that the policy wants most first.
     *
     * @param slots how many a node holds
     */
    List<DomainRoom> rooms(int level, Shape shape, int tasks, IntToLongFunction slots) {
        record Costly(DomainRoom room, long cost) {}
        List<Costly> rooms = new ArrayList<>();
        for (int[] domain : domains(level)) {
            DomainRoom room = new DomainRoom(value(level, domain[0]), domain, holds(level, domain, slots));
            if (room.slots() >= tasks && takes(level, room, tasks, slots)) {
                rooms.add(new Costly(room, policy.cost().of(room, nodes, shape, tasks)));
            }
        }
        Comparator<Costly> order = Comparator.comparingLong(Costly::cost);
        return rooms.stream()
                .sorted(policy.ties() ? order.thenComparing(costly -> costly.room.value()) : order)
                .map(Costly::room)
                .toList();
    }

    private boolean takes(int level, DomainRoom room, int tasks, IntToLongFunction slots) {
        boolean divided = level < sliced || level < even;
        return !divided || parts(level, room.nodes(), tasks, slots) != null;
    }

    /** The most tasks that a domain of the level that the job names holds. */
    long most(IntToLongFunction slots) {
        return domains(asked).stream()
                .mapToLong(domain -> holds(asked, domain, slots))
                .max()
                .orElse(0);
    }

    /** True where a domain that the job may be in holds {@code tasks}, divided as it asks; {@code anywhere} the whole cluster too. */
    boolean fits(Shape shape, int tasks, boolean anywhere, IntToLongFunction slots) {
        return !rooms(asked, shape, tasks, slots).isEmpty()
                || anywhere && parts(CLUSTER, tree.all(), tasks, slots) != null;
    }

    /** How many tasks {@code domain}, which is one of {@code level}, holds: those in which slices are whole, whole slices. */
    long holds(int level, int[] domain, IntToLongFunction slots) {
        int slice = rule.reach().division().slice();
        if (level == sliced) {
            return sum(domain, slots) / slice * slice;
        }
        if (level > sliced) {
            return sum(domain, slots);
        }
        return tree.domains(sliced, domain).stream()
                .mapToLong(part -> sum(part, slots) / slice * slice)
                .sum();
    }

    private long sum(int[] domain, IntToLongFunction slots) {
        long sum = 0;
        for (int node : domain) {
            sum += inParts(node) ? slots.applyAsLong(node) : 0;
        }
        return sum;
    }

    /** False where {@code node} is in none of the domains that slices or equal parts go to. */
    private boolean inParts(int node) {
        return (sliced == NONE || tree.in(sliced, node)) && (even == NONE || tree.in(even, node));
    }

    /** True where the domains inside one of {@code level} have a say. */
    boolean divides(int level) {
        return next(level) != NONE;
    }

    /** True where tasks in a domain of {@code level} may be divided as there is room. */
    boolean mayMix(int level) {
        return level >= sliced && level >= even;
    }

    /**
     * Where each of {@code tasks} goes in a domain of {@code level}, or in the whole {@link #CLUSTER}, in the order of their numbers; null where
     * they cannot be divided as the job asks.
     */
    @Nullable
    List<Part> parts(int level, int[] domain, int tasks, IntToLongFunction slots) {
        int slice = level < sliced ? rule.reach().division().slice() : 1;
        int whole = (tasks + slice - 1) / slice * slice;
        List<Part> parts = new ArrayList<>();
        return divide(level, new Part(domain, whole), slots, parts) ? shortened(parts, whole - tasks) : null;
    }

    /** Without so many of the last tasks: the last slice may be short. */
    private static List<Part> shortened(List<Part> parts, int over) {
        int left = over;
        while (left > 0) {
            Part last = parts.removeLast();
            if (last.tasks > left) {
                parts.add(new Part(last.nodes, last.tasks - left));
            }
            left -= StrictMath.min(left, last.tasks);
        }
        return parts;
    }

    private boolean divide(int level, Part part, IntToLongFunction slots, List<Part> parts) {
        int next = next(level);
        if (next == NONE) {
            return parts.add(part);
        }
        List<int[]> inside = tree.domains(next, part.nodes);
        long[] holds =
                inside.stream().mapToLong(domain -> holds(next, domain, slots)).toArray();
        int[] shares = next == even
                ? Shares.even(holds, part.tasks, rule.reach().division().tolerance())
                : Shares.of(policy.fill() == Fill.PLACE ? Fill.FEWEST : policy.fill(), holds, part.tasks);
        if (shares == null) {
            return mayMix(level) && parts.add(part);
        }
        for (int domain : filled(holds, shares)) {
            if (!divide(next, new Part(inside.get(domain), shares[domain]), slots, parts)) {
                return false;
            }
        }
        return true;
    }

    /** Those that get tasks, the one that gets most first. */
    private static int[] filled(long[] holds, int[] shares) {
        return IntStream.range(0, holds.length)
                .filter(domain -> shares[domain] > 0)
                .boxed()
                .sorted(Comparator.comparingInt(domain -> -shares[domain]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The level inside {@code level} over whose domains tasks are divided; {@link #NONE} where each goes where it is placed. */
    private int next(int level) {
        if (level < even) {
            return even;
        }
        boolean inside = level + 1 < keys.size() && (policy.fill() != Fill.PLACE || level < sliced);
        return inside ? level + 1 : NONE;
    }
}
