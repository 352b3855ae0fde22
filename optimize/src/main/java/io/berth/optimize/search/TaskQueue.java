package io.berth.optimize.search;

import java.util.SplittableRandom;

/** Tasks that wait to be looked at, each at most once, first come first served. */
public final class TaskQueue {
    private final int[] ring;
    private final boolean[] waits;
    private final int[] order;
    private int head;
    private int size;

    public TaskQueue(int tasks) {
        ring = new int[tasks];
        waits = new boolean[tasks];
        order = new int[tasks];
        for (int task = 0; task < tasks; task++) {
            order[task] = task;
        }
    }

    public boolean empty() {
        return size == 0;
    }

    public void add(int task) {
        if (!waits[task]) {
            waits[task] = true;
            int at = head + size++;
            ring[at < ring.length ? at : at - ring.length] = task;
        }
    }

    public int take() {
        int task = ring[head];
        head = head + 1 < ring.length ? head + 1 : 0;
        size--;
        waits[task] = false;
        return task;
    }

    /** All tasks, in an order of chance. */
    public void addAll(SplittableRandom random) {
        for (int at = order.length - 1; at > 0; at--) {
            int other = random.nextInt(at + 1);
            int task = order[at];
            order[at] = order[other];
            order[other] = task;
        }
        for (int task : order) {
            add(task);
        }
    }

    public void clear() {
        while (!empty()) {
            take();
        }
    }
}
