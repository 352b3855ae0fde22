package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;

/**
 * Of one resource: the tasks of each agent stand by size, so that the best task to eject is found by bisection. Those that leave enough
 * room differ only by what they save, the others also by how much too much stays; of both kinds the best is kept, from each place
 * to the end and from the beginning to each place.
 */
final class SortedLoad extends Load {
    /** Penalties do not fall below this part of the mean cost of a unit of size. */
    private static final double LEAST = 1e-3;

    private final int[] sizes;
    private final long[] room;
    private final long[] used;
    private final double[] penalties;
    private final double least;
    private final Shelf[] shelves;
    private final boolean[] raised;
    private long excess;

    /** The tasks of an agent by size. */
    private static final class Shelf {
        private int count;
        private int[] tasks = new int[8];
        private int[] sizes = new int[8];
        private double[] prices = new double[8];
        private int[] bestFrom = new int[8];
        private int[] bestTo = new int[8];

        void add(int task, int size, double price) {
            if (count == tasks.length) {
                grow();
            }
            int at = count++;
            while (at > 0 && sizes[at - 1] > size) {
                tasks[at] = tasks[at - 1];
                sizes[at] = sizes[at - 1];
                prices[at] = prices[at - 1];
                at--;
            }
            tasks[at] = task;
            sizes[at] = size;
            prices[at] = price;
        }

        private void grow() {
            int length = 2 * count;
            tasks = Arrays.copyOf(tasks, length);
            sizes = Arrays.copyOf(sizes, length);
            prices = Arrays.copyOf(prices, length);
            bestFrom = new int[length];
            bestTo = new int[length];
        }

        void remove(int task) {
            int at = 0;
            while (tasks[at] != task) {
                at++;
            }
            count--;
            int rest = count - at;
            System.arraycopy(tasks, at + 1, tasks, at, rest);
            System.arraycopy(sizes, at + 1, sizes, at, rest);
            System.arraycopy(prices, at + 1, prices, at, rest);
        }

        void index(double penalty) {
            int best = -1;
            double price = Double.POSITIVE_INFINITY;
            for (int at = count - 1; at >= 0; at--) {
                if (prices[at] < price) {
                    price = prices[at];
                    best = at;
                }
                bestFrom[at] = best;
            }
            price = Double.POSITIVE_INFINITY;
            for (int at = 0; at < count; at++) {
                double each = prices[at] - penalty * sizes[at];
                if (each < price) {
                    price = each;
                    best = at;
                }
                bestTo[at] = best;
            }
        }

        /** The first whose size is at least {@code size}. */
        int first(long size) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sizes[middle] >= size) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }
    }

    SortedLoad(DenseProblem problem, Candidates candidates, double[] roomPrices) {
        super(problem, candidates);
        this.sizes = problem.sizes(0);
        this.room = new long[agents];
        this.used = new long[agents];
        this.raised = new boolean[agents];
        this.shelves = new Shelf[agents];
        this.least = LEAST * PenaltyUnit.of(problem, 0);
        this.penalties = new double[agents];
        for (int agent = 0; agent < agents; agent++) {
            room[agent] = problem.capacity(agent, 0);
            shelves[agent] = new Shelf();
            penalties[agent] = Math.max(roomPrices[agent], 50 * least);
        }
    }

    @Override
    boolean fits() {
        return excess == 0;
    }

    @Override
    int count(int agent) {
        return shelves[agent].count;
    }

    @Override
    int task(int agent, int at) {
        return shelves[agent].tasks[at];
    }

    @Override
    double penalty(int agent) {
        return paid(agent, used[agent]);
    }

    @Override
    double penaltyWith(int agent, int task) {
        return paid(agent, used[agent] + sizes[task * agents + agent]);
    }

    @Override
    double penaltyWithout(int agent, int task) {
        return paid(agent, used[agent] - sizes[task * agents + agent]);
    }

    @Override
    double penaltySwapped(int agent, int in, int out) {
        return paid(agent, used[agent] + sizes[in * agents + agent] - sizes[out * agents + agent]);
    }

    private double paid(int agent, long load) {
        long over = load - room[agent];
        return over > 0 ? penalties[agent] * (double) over : 0;
    }

    @Override
    void findEjection(int agent, int in) {
        Shelf shelf = shelves[agent];
        ejected = -1;
        ejectedPrice = Double.POSITIVE_INFINITY;
        long needed = used[agent] + sizes[in * agents + agent] - room[agent];
        int enough = shelf.first(needed);
        if (enough < shelf.count) {
            int at = shelf.bestFrom[enough];
            ejected = shelf.tasks[at];
            ejectedPrice = shelf.prices[at];
        }
        if (enough > 0) {
            int at = shelf.bestTo[enough - 1];
            double price = shelf.prices[at] + penalties[agent] * (double) (needed - shelf.sizes[at]);
            if (price < ejectedPrice) {
                ejected = shelf.tasks[at];
                ejectedPrice = price;
            }
        }
    }

    @Override
    boolean[] raisePenalties(double most) {
        double worst = 0;
        for (int agent = 0; agent < agents; agent++) {
            worst = Math.max(worst, part(agent));
        }
        for (int agent = 0; agent < agents; agent++) {
            raised[agent] = used[agent] > room[agent];
            if (raised[agent]) {
                penalties[agent] *= 1 + most * part(agent) / worst;
                refresh(agent);
            }
        }
        return raised;
    }

    /** How much too much an agent has, as a part of its room. */
    private double part(int agent) {
        return (double) Math.max(0, used[agent] - room[agent]) / (double) Math.max(1, room[agent]);
    }

    @Override
    void lowerPenalties(double part) {
        for (int agent = 0; agent < agents; agent++) {
            penalties[agent] = Math.max(least, penalties[agent] * part);
            refresh(agent);
        }
    }

    @Override
    void refresh(int agent) {
        shelves[agent].index(penalties[agent]);
    }

    @Override
    void clear() {
        for (int agent = 0; agent < agents; agent++) {
            shelves[agent].count = 0;
            used[agent] = 0;
        }
        excess = 0;
    }

    @Override
    void add(int agent, int task) {
        int at = task * agents + agent;
        shelves[agent].add(task, sizes[at], candidates.potential(task) - costs[at]);
        use(agent, sizes[at]);
    }

    @Override
    void remove(int agent, int task) {
        shelves[agent].remove(task);
        use(agent, -sizes[task * agents + agent]);
    }

    private void use(int agent, int size) {
        excess -= Math.max(0, used[agent] - room[agent]);
        used[agent] += size;
        excess += Math.max(0, used[agent] - room[agent]);
    }
}
