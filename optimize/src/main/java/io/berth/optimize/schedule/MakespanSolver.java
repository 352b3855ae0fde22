package io.berth.optimize.schedule;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The shortest time in which agents do all tasks one after another, by bisection: whether a time is long enough is an assignment
 * problem in which each agent has so much time, and leaving a task out costs 1; it is if nothing need be left out, and it is not if a
 * bound above 0 proves that something must. So any solver serves. The bisection begins between the bound by prices of agents' time and
 * the best of what is made of their assignments ({@link TimePrices}, {@link LoadDescent}).
 *
 * <p>The value of an answer is a time. Of the problem, the sizes of the first resource are the times; its costs are not looked at but
 * for pairs that must not be.
 *
 * @param inner solves the question for one time
 */
public record MakespanSolver(Solver inner) implements Solver {
    /** A part of the work for what the bisection begins with. */
    private static final int START_PART = 4;

    /** Rounds of prices; few are as many. */
    private static final int MOST_ROUNDS = 2_000;

    /** Of which every so often one is made better. */
    private static final int ROUNDS_PER_DESCENT = 20;

    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        long low = longestTask(problem);
        if (low == Long.MAX_VALUE) {
            return Answer.infeasible(0);
        }
        Bisection bisection = new Bisection(problem, low, effort, watcher);
        return bisection.run();
    }

    /** The time that an assignment takes. */
    public static long makespan(Problem problem, int[] agents) {
        long[] loads = new long[problem.agents()];
        for (int task = 0; task < agents.length; task++) {
            loads[agents[task]] += problem.size(task, agents[task], 0);
        }
        return Arrays.stream(loads).max().orElse(0);
    }

    /** The longest of the times that tasks take with their fastest agents; {@link Long#MAX_VALUE} where one has none. */
    private static long longestTask(Problem problem) {
        long longest = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            long fastest = Long.MAX_VALUE;
            for (int agent = 0; agent < problem.agents(); agent++) {
                if (problem.allows(task, agent)) {
                    fastest = Math.min(fastest, problem.size(task, agent, 0));
                }
            }
            longest = Math.max(longest, fastest);
        }
        return longest;
    }

    /** One bisection between what no assignment goes below and the best that was found. */
    private final class Bisection {
        private final Problem problem;
        private final Effort effort;
        private final Watcher watcher;
        private long low;
        private long tried;
        private long value = Long.MAX_VALUE;
        private int[] best = {};
        private long work;

        Bisection(Problem problem, long low, Effort effort, Watcher watcher) {
            this.problem = problem;
            this.low = low;
            this.effort = effort;
            this.watcher = watcher;
        }

        Answer run() {
            begin();
            watcher.bounded(low);
            tried = low - 1;
            if (value != Long.MAX_VALUE) {
                bisect();
                return answer();
            }
            long sum =
                    IntStream.range(0, problem.tasks()).mapToLong(this::slowest).sum();
            // With all the time there is, only what agents may do and how many tasks each takes can stand in the way.
            if (!ask(sum)) {
                return low > sum ? Answer.infeasible(work) : answer();
            }
            bisect();
            return answer();
        }

        private void bisect() {
            while (low < value && !late() && !effort.satisfied(value, low) && tried + 1 < value) {
                ask(tried + 1 + (value - tried - 2) / 2);
            }
        }

        /** A bound by prices, and the best assignment that comes of them where one keeps within all capacities. */
        private void begin() {
            TimePrices prices = new TimePrices(problem);
            boolean more = true;
            for (int round = 0; more && round < MOST_ROUNDS && !begun(0); round++) {
                more = prices.round();
                work += prices.roundWork();
                if (round % ROUNDS_PER_DESCENT == 0 || !more) {
                    descend(prices.agents());
                }
            }
            low = Math.max(low, prices.bound());
        }

        private void descend(int[] agents) {
            if (Assignments.violation(problem, agents) != null) {
                return;
            }
            work += new LoadDescent(problem, agents, this::begun).run();
            long time = makespan(problem, agents);
            if (time < value) {
                value = time;
                best = agents;
                watcher.found(value, best);
            }
        }

        /** Whether enough is done for a beginning, with {@code more} units than are counted. */
        private boolean begun(long more) {
            return work + more >= effort.work() / START_PART || effort.late().getAsBoolean();
        }

        private Answer answer() {
            return Answer.of(value == Long.MAX_VALUE ? null : best, value, low, work);
        }

        private boolean late() {
            return work >= effort.work() || effort.late().getAsBoolean();
        }

        private long slowest(int task) {
            long slowest = 0;
            for (int agent = 0; agent < problem.agents(); agent++) {
                slowest = problem.allows(task, agent) ? Math.max(slowest, problem.size(task, agent, 0)) : slowest;
            }
            return slowest;
        }

        /** Whether {@code time} was found to be long enough; otherwise nothing up to it is tried again. */
        private boolean ask(long time) {
            Verdict verdict = new Verdict();
            Effort own = new Effort(
                    effort.seed(),
                    effort.threads(),
                    effort.work() == Long.MAX_VALUE ? Long.MAX_VALUE : effort.work() - work,
                    0,
                    () -> verdict.decided || effort.late().getAsBoolean());
            Answer answer = inner.solve(within(time), own, verdict);
            work += answer.work();
            verdict.hear(answer);
            if (verdict.all.length == problem.tasks()) {
                best = verdict.all;
                value = makespan(problem, best);
                watcher.found(value, best);
                return true;
            }
            tried = time;
            if (verdict.proved) {
                low = time + 1;
                watcher.bounded(low);
            }
            return false;
        }

        /** The question: agents have so much time, leaving a task out costs 1. */
        private DenseProblem within(long time) {
            int agents = problem.agents() + 1;
            int[] costs = new int[problem.tasks() * agents];
            int[][] sizes = new int[problem.resources()][costs.length];
            long[][] capacities = new long[problem.resources()][agents];
            for (int at = 0; at < costs.length; at++) {
                int task = at / agents;
                int agent = at % agents;
                boolean out = agent == problem.agents();
                costs[at] = out ? 1 : problem.allows(task, agent) ? 0 : Problem.FORBIDDEN;
                for (int resource = 0; resource < sizes.length; resource++) {
                    sizes[resource][at] = out ? 0 : problem.size(task, agent, resource);
                }
            }
            for (int resource = 0; resource < capacities.length; resource++) {
                for (int agent = 0; agent < agents; agent++) {
                    boolean out = agent == problem.agents();
                    long capacity = out ? Problem.ENDLESS : problem.capacity(agent, resource);
                    capacities[resource][agent] = out || resource > 0 ? capacity : Math.min(capacity, time);
                }
            }
            return new DenseProblem(costs, sizes, capacities);
        }
    }

    /** Hears from a solver whether all tasks can be done; stops it as soon as that is known. */
    private static final class Verdict implements Watcher {
        private volatile boolean decided;
        private boolean proved;
        private int[] all = {};

        @Override
        public void found(long cost, int[] agents) {
            if (cost == 0) {
                all = agents;
                decided = true;
            }
        }

        @Override
        public void bounded(long bound) {
            if (bound > 0) {
                proved = true;
                decided = true;
            }
        }

        void hear(Answer answer) {
            if (answer.agents() != null && answer.value() == 0) {
                found(0, answer.agents());
            }
            bounded(answer.status() == Answer.Status.UNKNOWN ? 0 : answer.bound());
        }
    }
}
