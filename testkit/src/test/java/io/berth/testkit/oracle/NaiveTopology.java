package io.berth.testkit.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Where a job of equal tasks goes in a tree of domains, found the plain way: all domains of all levels are written down and compared. */
final class NaiveTopology {
    private final List<Node> nodes;
    private final int levels;
    private final Rules rules;

    /**
     * @param labels by level, the widest first; null where it has none
     * @param room how many tasks it holds
     * @param full how full it would be by resource with so many tasks more, in all it has: used and total, one after the other
     */
    record Node(int number, List<@Nullable String> labels, int room, long[] full) {}

    /**
     * What a policy does.
     *
     * @param narrow true where it begins at the narrowest level
     * @param cost of a domain: {@code room}, {@code -room} or {@code full}
     * @param byName true where ties go by name
     * @param fill {@code fewest}, {@code most}, {@code least} or {@code place}
     */
    record Rules(boolean narrow, String cost, boolean byName, String fill) {}

    private record Domain(String name, List<Node> members) {
        int room() {
            return members.stream().mapToInt(Node::room).sum();
        }
    }

    NaiveTopology(List<Node> nodes, int levels, Rules rules) {
        this.nodes = nodes;
        this.levels = levels;
        this.rules = rules;
    }

    static Rules rules(String policy) {
        return switch (policy) {
            case "tightest" -> new Rules(true, "room", false, "fewest");
            case "kueue-best-fit" -> new Rules(false, "room", true, "fewest");
            case "kueue-least-free" -> new Rules(false, "room", true, "least");
            case "kai-pack" -> new Rules(false, "room", true, "most");
            case "koordinator" -> new Rules(true, "room", true, "most");
            case "volcano-binpack" -> new Rules(true, "full", true, "place");
            case "most-tasks" -> new Rules(false, "-room", true, "place");
            default -> throw new IllegalArgumentException(policy);
        };
    }

    /** How many of {@code tasks} each node gets that be in one domain of level {@code asked}, or would rather be; null where they wait. */
    @Nullable
    Map<Integer, Integer> place(int tasks, int asked, boolean preferred) {
        List<Integer> order = new ArrayList<>();
        if (preferred) {
            for (int level = asked; level >= 0; level--) {
                order.add(level);
            }
        } else {
            for (int level = rules.narrow ? levels - 1 : asked; level >= asked; level--) {
                order.add(level);
            }
        }
        for (int level : order) {
            Comparator<Domain> best = Comparator.comparingDouble(domain -> cost(domain, tasks));
            Domain chosen = domains(nodes, level).stream()
                    .filter(domain -> domain.room() >= tasks)
                    .min(rules.byName ? best.thenComparing(Domain::name) : best)
                    .orElse(null);
            if (chosen != null) {
                return inside(chosen.members, level, tasks);
            }
        }
        boolean fits = nodes.stream().mapToInt(Node::room).sum() >= tasks;
        return preferred && fits ? inside(nodes, -1, tasks) : null;
    }

    private double cost(Domain domain, int tasks) {
        return switch (rules.cost) {
            case "room" -> domain.room();
            case "-room" -> -domain.room();
            default -> -fullness(domain, tasks);
        };
    }

    /** Ten thousandths, rounded down. */
    private static long fullness(Domain domain, int tasks) {
        double sum = 0;
        int resources = domain.members.getFirst().full.length / 3;
        for (int resource = 0; resource < resources; resource++) {
            long used = 0;
            long total = 0;
            long each = 0;
            for (Node node : domain.members) {
                used += node.full[3 * resource];
                total += node.full[3 * resource + 1];
                each = node.full[3 * resource + 2];
            }
            sum += total == 0 ? 0 : (double) (used + each * tasks) / total;
        }
        return (long) (10_000 * sum / resources);
    }

    /** By all labels down to that of {@code level}. */
    private List<Domain> domains(List<Node> among, int level) {
        LinkedHashMap<String, Domain> found = new LinkedHashMap<>();
        for (Node node : among) {
            String name = node.labels.get(level);
            if (name != null) {
                found.computeIfAbsent(
                                node.labels.subList(0, level + 1).toString(), _ -> new Domain(name, new ArrayList<>()))
                        .members
                        .add(node);
            }
        }
        return List.copyOf(found.values());
    }

    private Map<Integer, Integer> inside(List<Node> members, int level, int tasks) {
        if (level + 1 == levels || rules.fill.equals("place")) {
            return lowest(members, tasks);
        }
        List<Domain> children = domains(members, level + 1);
        if (children.stream().mapToInt(Domain::room).sum() < tasks) {
            return lowest(members, tasks);
        }
        Map<Integer, Integer> counts = new TreeMap<>();
        shares(new ArrayList<>(children), tasks)
                .forEach((child, share) -> inside(child.members, level + 1, share)
                        .forEach((node, count) -> counts.merge(node, count, Integer::sum)));
        return counts;
    }

    /** The best one is used up or has the rest, then the next. */
    private Map<Domain, Integer> shares(List<Domain> left, int tasks) {
        Map<Domain, Integer> shares = new LinkedHashMap<>();
        int rest = tasks;
        while (rest > 0) {
            int need = rest;
            Domain next = rules.fill.equals("least")
                    ? left.stream()
                            .filter(domain -> domain.room() > 0)
                            .min(Comparator.comparingInt(Domain::room))
                            .orElseThrow()
                    : left.stream()
                            .max(firstOf(Comparator.comparingInt(Domain::room)))
                            .orElseThrow();
            if (rules.fill.equals("fewest") && next.room() >= need) {
                next = left.stream()
                        .filter(domain -> domain.room() >= need)
                        .min(Comparator.comparingInt(Domain::room))
                        .orElseThrow();
            }
            int share = Math.min(rest, next.room());
            shares.put(next, share);
            left.remove(next);
            rest -= share;
        }
        return shares;
    }

    /** Of equal ones the maximum is the last that comes; this makes it the first. */
    private static Comparator<Domain> firstOf(Comparator<Domain> order) {
        return order.thenComparing(domain -> -domain.members().getFirst().number());
    }

    private static Map<Integer, Integer> lowest(List<Node> members, int tasks) {
        Map<Integer, Integer> counts = new TreeMap<>();
        int rest = tasks;
        for (Node node : members) {
            int here = Math.min(rest, node.room());
            if (here > 0) {
                counts.put(node.number(), here);
            }
            rest -= here;
        }
        return counts;
    }

    /** The fewest domains of {@code inner} level inside one domain of level {@code asked} that take equal parts; 0 for none. */
    int fewestEven(int tasks, int asked, int inner, int tolerance) {
        int fewest = 0;
        for (Domain domain : domains(nodes, asked)) {
            List<Integer> rooms =
                    domains(domain.members, inner).stream().map(Domain::room).toList();
            int here = fewestEven(rooms, 0, new ArrayList<>(), tasks, tolerance);
            fewest = here > 0 && (fewest == 0 || here < fewest) ? here : fewest;
        }
        return fewest;
    }

    /** All ways. */
    private static int fewestEven(List<Integer> rooms, int at, List<Integer> shares, int left, int tolerance) {
        if (at == rooms.size()) {
            List<Integer> used = shares.stream().filter(share -> share > 0).toList();
            int most = used.stream().mapToInt(Integer::intValue).max().orElse(0);
            int least = used.stream().mapToInt(Integer::intValue).min().orElse(0);
            return left == 0 && most - least <= tolerance ? used.size() : 0;
        }
        int fewest = 0;
        for (int share = 0; share <= Math.min(left, rooms.get(at)); share++) {
            shares.add(share);
            int here = fewestEven(rooms, at + 1, shares, left - share, tolerance);
            fewest = here > 0 && (fewest == 0 || here < fewest) ? here : fewest;
            shares.removeLast();
        }
        return fewest;
    }

    /** True where whole slices of {@code tasks} go to domains of {@code inner} level inside one of level {@code asked}. */
    boolean slices(int tasks, int asked, int inner, int slice) {
        return domains(nodes, asked).stream()
                .anyMatch(domain -> domains(domain.members, inner).stream()
                                .mapToInt(child -> child.room() / slice)
                                .sum()
                        >= tasks / slice);
    }
}
