package io.berth.core.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The declared queues, each below its parent, and all of them below the cluster itself: its number is {@link #root()}, those of the queues
 * are their places in the declaration. Jobs are in the queues that have none below them.
 */
public final class QueueTree {
    /** Nobody declared a queue. */
    public static final QueueTree NONE = new QueueTree(List.of());

    /** The resource of GPUs, in thousandths. */
    public static final String GPU = "gpu";

    /** Its place among {@link #resources()}. */
    public static final int GPU_COLUMN = 0;

    /** That of CPUs, in thousandths. */
    public static final String CPU = "cpu";

    /** That of memory, in bytes. */
    public static final String MEMORY = "memory";

    /** So many thousandths are one GPU, or one CPU. */
    public static final int OF_ONE = 1_000;

    /** The most queues that a cluster has. */
    public static final int MOST = 100_000;

    private final List<QueueSpec> queues;
    private final List<String> resources;
    private final TreeMap<String, Integer> numbers = new TreeMap<>();
    private final int[] parents;
    private final boolean[] inner;
    /** Each behind its parent, the root first. */
    private final int[] downward;
    /** By number, those below it in their order. */
    private final int[][] children;

    /**
     * @throws IllegalArgumentException where a queue is there twice, its parent is not, or it is below itself
     */
    public QueueTree(List<QueueSpec> queues) {
        this.queues = List.copyOf(queues);
        int count = this.queues.size();
        if (count > MOST) {
            throw new IllegalArgumentException("There are (" + count + ") queues, more than " + MOST + ".");
        }
        TreeSet<String> named = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            QueueSpec queue = this.queues.get(i);
            if (numbers.put(queue.name(), i) != null) {
                throw new IllegalArgumentException("Queue (" + queue.name() + ") is declared twice.");
            }
            named.addAll(queue.quota().keySet());
            named.addAll(queue.limit().keySet());
            named.addAll(queue.borrow().keySet());
            named.addAll(queue.lend().keySet());
        }
        List<String> columns = new ArrayList<>(List.of(GPU, CPU, MEMORY));
        named.removeAll(columns);
        columns.addAll(named);
        this.resources = Collections.unmodifiableList(columns);
        this.parents = new int[count + 1];
        this.inner = new boolean[count + 1];
        parents[count] = -1;
        inner[count] = true;
        for (int i = 0; i < count; i++) {
            parents[i] = parent(this.queues.get(i));
            inner[parents[i]] = true;
        }
        this.downward = downward(count);
        this.children = below(count);
    }

    private int parent(QueueSpec queue) {
        if (queue.parent().isEmpty()) {
            return queues.size();
        }
        Integer parent = numbers.get(queue.parent());
        if (parent == null) {
            throw new IllegalArgumentException(
                    "Queue (" + queue.name() + ") is below (" + queue.parent() + "), which is not declared.");
        }
        return parent;
    }

    /** By depth, and by number in it. */
    private int[] downward(int count) {
        List<List<Integer>> levels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int depth = 0;
            for (int at = i; at != count; at = parents[at]) {
                if (++depth > count) {
                    throw new IllegalArgumentException("Queue (" + queues.get(i).name() + ") is below itself.");
                }
            }
            while (levels.size() < depth) {
                levels.add(new ArrayList<>());
            }
            levels.get(depth - 1).add(i);
        }
        int[] order = new int[count + 1];
        order[0] = count;
        int next = 1;
        for (List<Integer> level : levels) {
            for (int queue : level) {
                order[next++] = queue;
            }
        }
        return order;
    }

    private int[][] below(int count) {
        int[] counts = new int[count + 1];
        for (int i = 0; i < count; i++) {
            counts[parents[i]]++;
        }
        int[][] below = new int[count + 1][];
        for (int node = 0; node <= count; node++) {
            below[node] = new int[counts[node]];
        }
        for (int i = count - 1; i >= 0; i--) {
            below[parents[i]][--counts[parents[i]]] = i;
        }
        return below;
    }

    /** True where some queue is declared. */
    public boolean any() {
        return !queues.isEmpty();
    }

    /** The queues as they were declared. */
    public List<QueueSpec> queues() {
        return queues;
    }

    /** How many nodes the tree has, the root among them. */
    public int size() {
        return queues.size() + 1;
    }

    /** The number of the cluster itself. */
    public int root() {
        return queues.size();
    }

    /** The number of the queue above {@code node}; -1 for the root. */
    public int parent(int node) {
        return parents[node];
    }

    /** True where no queue is below {@code node}, so that jobs are in it. */
    public boolean leaf(int node) {
        return !inner[node];
    }

    /** The numbers of those right below {@code node}, in their order. */
    int[] children(int node) {
        return children[node];
    }

    /** What of the whole {@code node} gets by its weight and those above it, from 0 to 1, where all have more to do than they can. */
    public double part(int node) {
        double part = 1;
        for (int at = node; at != root(); at = parents[at]) {
            double siblings = 0;
            for (int child : children[parents[at]]) {
                siblings += queues.get(child).weightMilli();
            }
            part *= queues.get(at).weightMilli() / siblings;
        }
        return part;
    }

    /** All numbers, each behind that of its parent. */
    int[] downward() {
        return downward;
    }

    /** Of which resources is kept count, gpu, cpu and memory first. */
    public List<String> resources() {
        return resources;
    }

    /** How much of the resource of {@code column} is one of it, as people count. */
    public int unit(int column) {
        return unit(resources.get(column));
    }

    /** How much of {@code resource} is one of it, as people count. */
    public static int unit(String resource) {
        return resource.equals(GPU) || resource.equals(CPU) ? OF_ONE : 1;
    }

    /** The number of the queue called {@code name}; -1 where none is. */
    public int number(String name) {
        return numbers.getOrDefault(name, -1);
    }

    /** The number of the queue called {@code name} if jobs are in it; else -1. */
    public int leaf(String name) {
        int number = number(name);
        return number >= 0 && leaf(number) ? number : -1;
    }

    /** True where {@code queue}, or one above it, is one of {@code names}; of one that is not declared only its own name counts. */
    public boolean among(String queue, List<String> names) {
        if (names.contains(queue)) {
            return true;
        }
        int number = number(queue);
        for (int above = number < 0 ? root() : parent(number); above != root(); above = parent(above)) {
            if (names.contains(queues.get(above).name())) {
                return true;
            }
        }
        return false;
    }

    /** The names of those that jobs may be in, as declared. */
    public List<String> leaves() {
        return IntStream.range(0, queues.size())
                .filter(this::leaf)
                .mapToObj(number -> queues.get(number).name())
                .toList();
    }
}
