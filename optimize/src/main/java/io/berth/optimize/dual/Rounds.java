package io.berth.optimize.dual;

import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.search.Greedy;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Crew;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of lanes that work side by side and know of each other what the {@link Board} said at the beginning of a round. There are
 * always as many lanes, each has its own chance, and rounds end by work: so threads change when an answer comes, not which.
 */
final class Rounds {
    private static final int SEARCHES = 7;

    /** With more tasks than this each lane needs more time for something good, and there are fewer. */
    private static final int LARGE = 400;

    private static final int SEARCHES_OF_LARGE = 3;

    /** The work of a lane in the first round, about a millisecond, and in later ones. */
    private static final long SHORTEST = 50_000;

    private static final long LONGEST = 2_000_000;

    /** How many times the work of another lane the bound gets; of large problems, for which it gains little, once. */
    private static final int BOUND_SHARE = 2;

    private final DenseProblem problem;
    private final Effort effort;
    private final Watcher watcher;
    private final BoundLane bounding;
    private final List<SearchLane> searching = new ArrayList<>();
    private final long spentBefore;
    private final long dearest;
    private final int boundShare;
    private long value = Long.MAX_VALUE;
    private int @Nullable [] agents;
    private long bound;

    Rounds(Terms terms, CapacityPrices capacity, Effort effort, Watcher watcher) {
        this.problem = terms.problem();
        this.effort = effort;
        this.watcher = watcher;
        this.bound = capacity.bound();
        this.spentBefore = capacity.work();
        this.bounding = new BoundLane(terms, leastWeights(terms));
        SplittableRandom random = new SplittableRandom(effort.seed());
        boundShare = problem.tasks() > LARGE ? 1 : BOUND_SHARE;
        int searches = problem.tasks() > LARGE ? SEARCHES_OF_LARGE : SEARCHES;
        for (int lane = 0; lane < searches; lane++) {
            searching.add(new SearchLane(terms, random.split(), lane % 3 == 0));
        }
        this.dearest = dearest();
        int[] none = new int[problem.tasks()];
        Arrays.fill(none, -1);
        int[] greedy = effort.late().getAsBoolean() ? null : new Greedy(problem, terms.weights()).complete(none);
        if (greedy != null) {
            offer(Assignments.cost(problem, greedy), greedy);
        }
    }

    Answer run() {
        try (Crew crew = new Crew(effort.threads())) {
            long length = SHORTEST;
            while (!over()) {
                Board board = board();
                long most = Math.max(1, Math.min(length, (effort.work() - work()) / (searching.size() + boundShare)));
                crew.each(
                        searching.size() + 1,
                        lane -> lane(lane).run(board, lane == 0 ? boundShare * most : most, effort));
                gather();
                length = Math.min(LONGEST, length * 3 / 2);
            }
        }
        return Answer.of(agents, value, bound > dearest ? Long.MAX_VALUE : bound, work());
    }

    private boolean over() {
        return bound > dearest
                || agents != null && effort.satisfied(value, bound)
                || work() >= effort.work()
                || effort.late().getAsBoolean();
    }

    private Lane lane(int lane) {
        return lane == 0 ? bounding : searching.get(lane - 1);
    }

    private Board board() {
        int[][] others = searching.stream()
                .map(SearchLane::agents)
                .filter(each -> each != null)
                .toArray(int[][]::new);
        return new Board(value, agents, others, bound, new Board.Prices(bounding.taskPrices(), bounding.choice()));
    }

    private void gather() {
        for (SearchLane lane : searching) {
            int[] found = lane.agents();
            if (found != null) {
                offer(lane.value(), found);
            }
        }
        if (bounding.bound() > bound) {
            bound = bounding.bound();
            watcher.bounded(agents == null ? bound : Math.min(bound, value));
        }
    }

    private void offer(long newValue, int[] newAgents) {
        if (newValue < value) {
            value = newValue;
            agents = newAgents;
            watcher.found(value, newAgents);
        }
    }

    private long work() {
        return spentBefore
                + bounding.work()
                + searching.stream().mapToLong(SearchLane::work).sum();
    }

    /** A task is worth what its best agent costs with the room taken there. */
    private static double[] leastWeights(Terms terms) {
        DenseProblem problem = terms.problem();
        double[] least = new double[problem.tasks()];
        for (int task = 0; task < least.length; task++) {
            least[task] = Double.POSITIVE_INFINITY;
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.allows(task, agent)) {
                    least[task] = Math.min(least[task], terms.weights()[task * problem.agents() + agent]);
                }
            }
        }
        return least;
    }

    /** What all tasks cost at their dearest agents: a bound above it proves that there is no assignment. */
    private long dearest() {
        long sum = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            long most = Long.MIN_VALUE;
            for (int agent = 0; agent < problem.agents(); agent++) {
                most = problem.allows(task, agent) ? Math.max(most, problem.cost(task, agent)) : most;
            }
            sum += most;
        }
        return sum;
    }
}
