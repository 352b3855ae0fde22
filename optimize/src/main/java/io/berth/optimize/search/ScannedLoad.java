package io.berth.optimize.search;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;

/** Of several resources, each with its own penalty: the best task to eject is found by looking at all that the agent has. */
final class ScannedLoad extends Load {
    /** Penalties do not fall below this part of the mean cost of a unit of size. */
    private static final double LEAST = 1e-3;

    private final int[][] sizes;
    private final long[] room;
    private final long[] used;
    private final double[] penalties;
    private final double[] least;
    private final int[][] tasksOf;
    private final int[] counts;
    private final int[] places;
    private final boolean[] raised;
    private int crowded;

    ScannedLoad(DenseProblem problem, Candidates candidates, double[] roomPrices) {
        super(problem, candidates);
        int resources = problem.resources();
        this.sizes = new int[resources][];
        this.room = new long[resources * agents];
        this.used = new long[resources * agents];
        this.penalties = new double[resources * agents];
        this.least = new double[resources];
        this.tasksOf = new int[agents][8];
        this.counts = new int[agents];
        this.places = new int[tasks];
        this.raised = new boolean[agents];
        for (int resource = 0; resource < resources; resource++) {
            sizes[resource] = problem.sizes(resource);
            least[resource] = LEAST * PenaltyUnit.of(problem, resource);
            for (int agent = 0; agent < agents; agent++) {
                int at = resource * agents + agent;
                room[at] = problem.capacity(agent, resource);
                penalties[at] = Math.max(roomPrices[at], 50 * least[resource]);
            }
        }
    }

    @Override
    boolean fits() {
        return crowded == 0;
    }

    @Override
    int count(int agent) {
        return counts[agent];
    }

    @Override
    int task(int agent, int at) {
        return tasksOf[agent][at];
    }

    @Override
    double penalty(int agent) {
        double sum = 0;
        for (int resource = 0; resource < sizes.length; resource++) {
            sum += paid(resource, agent, 0);
        }
        return sum;
    }

    @Override
    double penaltyWith(int agent, int task) {
        double sum = 0;
        for (int resource = 0; resource < sizes.length; resource++) {
            sum += paid(resource, agent, sizes[resource][task * agents + agent]);
        }
        return sum;
    }

    @Override
    double penaltyWithout(int agent, int task) {
        double sum = 0;
        for (int resource = 0; resource < sizes.length; resource++) {
            sum += paid(resource, agent, -sizes[resource][task * agents + agent]);
        }
        return sum;
    }

    @Override
    double penaltySwapped(int agent, int in, int out) {
        double sum = 0;
        for (int resource = 0; resource < sizes.length; resource++) {
            int more = sizes[resource][in * agents + agent] - sizes[resource][out * agents + agent];
            sum += paid(resource, agent, more);
        }
        return sum;
    }

    private double paid(int resource, int agent, int more) {
        int at = resource * agents + agent;
        long over = used[at] + more - room[at];
        return over > 0 ? penalties[at] * (double) over : 0;
    }

    @Override
    void findEjection(int agent, int in) {
        ejected = -1;
        ejectedPrice = Double.POSITIVE_INFINITY;
        for (int at = 0; at < counts[agent]; at++) {
            int out = tasksOf[agent][at];
            double price = candidates.potential(out) - costs[out * agents + agent];
            if (price < ejectedPrice) {
                price += penaltySwapped(agent, in, out);
                ejected = price < ejectedPrice ? out : ejected;
                ejectedPrice = Math.min(price, ejectedPrice);
            }
        }
    }

    @Override
    boolean[] raisePenalties(double most) {
        double worst = 0;
        for (int at = 0; at < used.length; at++) {
            worst = Math.max(worst, part(at));
        }
        Arrays.fill(raised, false);
        for (int at = 0; at < used.length; at++) {
            if (used[at] > room[at]) {
                raised[at % agents] = true;
                penalties[at] *= 1 + most * part(at) / worst;
            }
        }
        return raised;
    }

    private double part(int at) {
        return (double) Math.max(0, used[at] - room[at]) / (double) Math.max(1, room[at]);
    }

    @Override
    void lowerPenalties(double part) {
        for (int at = 0; at < penalties.length; at++) {
            penalties[at] = Math.max(least[at / agents], penalties[at] * part);
        }
    }

    @Override
    void refresh(int agent) {}

    @Override
    void clear() {
        Arrays.fill(counts, 0);
        Arrays.fill(used, 0);
        crowded = 0;
    }

    @Override
    void add(int agent, int task) {
        if (counts[agent] == tasksOf[agent].length) {
            tasksOf[agent] = Arrays.copyOf(tasksOf[agent], 2 * counts[agent]);
        }
        places[task] = counts[agent];
        tasksOf[agent][counts[agent]++] = task;
        use(agent, task, 1);
    }

    @Override
    void remove(int agent, int task) {
        int last = tasksOf[agent][--counts[agent]];
        tasksOf[agent][places[task]] = last;
        places[last] = places[task];
        use(agent, task, -1);
    }

    private void use(int agent, int task, int sign) {
        for (int resource = 0; resource < sizes.length; resource++) {
            int at = resource * agents + agent;
            crowded -= used[at] > room[at] ? 1 : 0;
            used[at] += (long) sign * sizes[resource][task * agents + agent];
            crowded += used[at] > room[at] ? 1 : 0;
        }
    }
}
