package io.berth.optimize.large;

import io.berth.optimize.bound.Options;
import io.berth.optimize.problem.Problem;
import java.util.Arrays;

/**
 * Which option each task has, and what the agents have of it. An agent may have too much, for a penalty on each unit. What is asked
 * most often of an agent's tasks stands side by side, by agent.
 */
final class Allocation {
    private final Options options;
    private final int resources;
    private final int[] sizes;
    private final long[] room;
    private final long[] used;
    private final double[] penalties;
    private final Alternatives alternatives;
    private final int[] held;
    private final int[] places;
    private final int[] counts;
    private final int[][] members;
    private final int[][] memberSizes;
    private final double[][] memberPrices;
    private long cost;
    private int crowded;

    /**
     * @param room by agent and resource: {@code agent * resources + resource}
     */
    Allocation(Options options, long[] room, double[] penalties, Alternatives alternatives) {
        this.options = options;
        this.resources = options.sizes().length;
        this.room = room;
        this.used = new long[room.length];
        this.penalties = penalties;
        this.alternatives = alternatives;
        this.held = new int[options.tasks()];
        Arrays.fill(held, -1);
        this.places = new int[options.tasks()];
        int agents = room.length / resources;
        this.counts = new int[agents];
        this.members = new int[agents][8];
        this.memberSizes = new int[agents][8 * resources];
        this.memberPrices = new double[agents][8];
        this.sizes = new int[options.agents().length * resources];
        for (int option = 0; option < options.agents().length; option++) {
            refresh(option);
        }
    }

    /** Learns that an option that nobody has is another one now. */
    void refresh(int option) {
        for (int resource = 0; resource < resources; resource++) {
            sizes[option * resources + resource] = options.sizes()[resource][option];
        }
    }

    /** Gives a task an option instead of what it had, if it had any. */
    void give(int task, int option) {
        if (held[task] >= 0) {
            remove(task);
        }
        add(task, option);
    }

    private void add(int task, int option) {
        int agent = options.agents()[option];
        int place = counts[agent]++;
        if (place == members[agent].length) {
            members[agent] = Arrays.copyOf(members[agent], 2 * place);
            memberSizes[agent] = Arrays.copyOf(memberSizes[agent], 2 * place * resources);
            memberPrices[agent] = Arrays.copyOf(memberPrices[agent], 2 * place);
        }
        held[task] = option;
        places[task] = place;
        members[agent][place] = task;
        memberPrices[agent][place] = alternatives.elsewhere(task, option) - options.costs()[option];
        System.arraycopy(sizes, option * resources, memberSizes[agent], place * resources, resources);
        cost += options.costs()[option];
        use(agent, option, 1);
    }

    private void remove(int task) {
        int option = held[task];
        int agent = options.agents()[option];
        int last = --counts[agent];
        int place = places[task];
        int moved = members[agent][last];
        members[agent][place] = moved;
        places[moved] = place;
        memberPrices[agent][place] = memberPrices[agent][last];
        System.arraycopy(memberSizes[agent], last * resources, memberSizes[agent], place * resources, resources);
        cost -= options.costs()[option];
        use(agent, option, -1);
        held[task] = -1;
    }

    private void use(int agent, int option, int sign) {
        for (int resource = 0; resource < resources; resource++) {
            int at = agent * resources + resource;
            crowded -= used[at] > room[at] ? 1 : 0;
            used[at] += (long) sign * sizes[option * resources + resource];
            crowded += used[at] > room[at] ? 1 : 0;
        }
    }

    /** The option that a task has; -1 without. */
    int held(int task) {
        return held[task];
    }

    long cost() {
        return cost;
    }

    /** Whether no agent has too much. */
    boolean fits() {
        return crowded == 0;
    }

    /** Whether an option's agent has room for it. */
    boolean fits(int option) {
        int agent = options.agents()[option];
        boolean fits = true;
        for (int resource = 0; fits && resource < resources; resource++) {
            int at = agent * resources + resource;
            fits = used[at] + sizes[option * resources + resource] <= room[at];
        }
        return fits;
    }

    /** Whether an agent has room for a task of a problem. */
    boolean fits(Problem problem, int task, int agent) {
        boolean fits = true;
        for (int resource = 0; fits && resource < resources; resource++) {
            int at = agent * resources + resource;
            fits = used[at] + problem.size(task, agent, resource) <= room[at];
        }
        return fits;
    }

    int count(int agent) {
        return counts[agent];
    }

    int member(int agent, int place) {
        return members[agent][place];
    }

    /** What an agent pays for too much. */
    double penalty(int agent) {
        double sum = 0;
        for (int at = agent * resources; at < (agent + 1) * resources; at++) {
            sum += paid(at, 0);
        }
        return sum;
    }

    /** What the agent of an option would pay with it besides what it has. */
    double penaltyWith(int option) {
        int from = options.agents()[option] * resources;
        double sum = 0;
        for (int resource = 0; resource < resources; resource++) {
            sum += paid(from + resource, sizes[option * resources + resource]);
        }
        return sum;
    }

    /** What an agent would pay without an option that one of its tasks has. */
    double penaltyWithout(int option) {
        int from = options.agents()[option] * resources;
        double sum = 0;
        for (int resource = 0; resource < resources; resource++) {
            sum += paid(from + resource, -sizes[option * resources + resource]);
        }
        return sum;
    }

    /** What the agent of two options would pay with one for the other. */
    double penaltyExchanged(int in, int out) {
        int from = options.agents()[in] * resources;
        double sum = 0;
        for (int resource = 0; resource < resources; resource++) {
            sum += paid(from + resource, sizes[in * resources + resource] - sizes[out * resources + resource]);
        }
        return sum;
    }

    private double paid(int at, int more) {
        long over = used[at] + more - room[at];
        return over > 0 ? penalties[at] * (double) over : 0;
    }

    /** The place of the task that should leave for an option of the same agent; -1 where none is better than {@code limit}. */
    int ejection(int in, double limit) {
        int agent = options.agents()[in];
        double[] prices = memberPrices[agent];
        int[] each = memberSizes[agent];
        int best = -1;
        double least = limit;
        for (int place = 0; place < counts[agent]; place++) {
            double price = prices[place];
            for (int resource = 0; resource < resources && price < least; resource++) {
                int more = sizes[in * resources + resource] - each[place * resources + resource];
                price += paid(agent * resources + resource, more);
            }
            if (price < least) {
                least = price;
                best = place;
            }
        }
        ejectionPrice = least;
        return best;
    }

    private double ejectionPrice;

    /** What {@link #ejection} found: what the task that leaves will pay elsewhere, less what it cost, and the agent's penalty. */
    double ejectionPrice() {
        return ejectionPrice;
    }

    /** Raises penalties where there is too much, twice as far where it is worst, and says for which agents. */
    boolean[] raise(double most) {
        double worst = 0;
        for (int at = 0; at < used.length; at++) {
            worst = Math.max(worst, over(at));
        }
        boolean[] raised = new boolean[counts.length];
        for (int at = 0; at < used.length; at++) {
            if (used[at] > room[at]) {
                raised[at / resources] = true;
                penalties[at] *= 1 + most * (1 + over(at) / worst) / 2;
            }
        }
        return raised;
    }

    /** How much of its room an agent has too much, as a part of it. */
    private double over(int at) {
        return (double) Math.max(0, used[at] - room[at]) / (double) Math.max(1, room[at]);
    }

    /** All penalties become this part of what they were, but no less than {@code least}. */
    void lower(double part, double[] least) {
        for (int at = 0; at < penalties.length; at++) {
            penalties[at] = Math.max(least[at], penalties[at] * part);
        }
    }
}
