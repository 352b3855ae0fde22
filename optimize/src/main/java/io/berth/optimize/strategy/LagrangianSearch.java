package io.berth.optimize.strategy;

import io.berth.optimize.bound.CapacityDual;
import io.berth.optimize.bound.CapacityPrices;
import io.berth.optimize.bound.room.AssignmentDual;
import io.berth.optimize.bound.room.SubgradientAscent;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.search.Greedy;
import io.berth.optimize.solver.Effort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Plans by Lagrangian duals of the window. First all room is priced, by ascent on the dual smoothed by entropy ({@link CapacityDual});
 * a plan goes by these prices. From there tasks are priced and nodes fill knapsacks ({@link GangDual}), by deflected subgradients; what
 * the knapsacks choose is repaired, again and again: jobs stay where all of their tasks were chosen and fit, the others go where
 * they are worth most. Either dual bounds what any plan is worth.
 */
final class LagrangianSearch {
    /** Of the work that is left, so much is for the prices of room. */
    private static final long PRICES_SHARE = 3;

    /** Prices of room after fewer looks at each pair are none. */
    private static final long LOOKS = 20;

    /** How many times tasks are priced at most: the bound hardly rises after. */
    private static final int STEPS = 150;

    /** Knapsacks of more cells cost more than they raise the bound; a unit of work fills {@value #CELLS_PER_UNIT}. */
    private static final int CELLS = 1000;

    private static final int CELLS_PER_UNIT = 32;

    private static final int SEED = 1;

    private final Trial trial;
    private final WindowProblem window;
    private final Packing plans;
    private final RelaxedWindow relaxed;
    private long bound = Long.MAX_VALUE;

    private LagrangianSearch(Trial trial, WindowProblem window, Packing plans) {
        this.trial = trial;
        this.window = window;
        this.plans = plans;
        this.relaxed = new RelaxedWindow(trial, window);
    }

    /** Offers {@code plans} what comes of the duals; gives a bound of their worth, {@link Long#MAX_VALUE} where work was too little. */
    static long improve(Trial trial, WindowProblem window, Packing plans) {
        LagrangianSearch search = new LagrangianSearch(trial, window, plans);
        long looks = LOOKS * (search.relaxed.pairs() + search.relaxed.tasks());
        if (search.relaxed.pairs() > 0 && trial.leaves(PRICES_SHARE * looks)) {
            search.priceRoom();
        }
        return search.bound;
    }

    private void priceRoom() {
        DenseProblem problem = relaxed.problem(true);
        Effort effort = new Effort(SEED, 1, trial.left() / PRICES_SHARE, 0, () -> false);
        CapacityPrices prices = CapacityDual.of(problem).ascend(effort);
        trial.spend(prices.work());
        if (prices.bound() != Long.MIN_VALUE) {
            bound = -prices.bound();
        }
        double[] weights = Greedy.weights(problem, prices.flat());
        List<List<Option>> cheapest = new ArrayList<>();
        long[] taskPrices = new long[relaxed.tasks()];
        for (int job = 0; job < trial.size(); job++) {
            int row = relaxed.first()[job] * problem.agents();
            cheapest.add(cheapest(job, row, weights));
            double least =
                    Arrays.stream(weights, row, row + problem.agents()).min().orElse(0);
            Arrays.fill(taskPrices, relaxed.first()[job], relaxed.first()[job + 1], StrictMath.round(least));
        }
        plans.offer((job, _) -> cheapest.get(job));
        if (plans.worth() < bound) {
            priceTasks(withoutLast(prices.flat(), problem.agents()), taskPrices);
        }
    }

    /** The options of a job by their cost with the price of the room that they take. */
    private List<Option> cheapest(int job, int row, double[] weights) {
        return window.options(job).stream()
                .sorted(Comparator.comparingDouble((Option option) -> weights[row + relaxed.agent(option.node())]))
                .toList();
    }

    private void priceTasks(double[] roomPrices, long[] taskPrices) {
        AssignmentDual dual = new AssignmentDual(relaxed.problem(false), roomPrices, CELLS);
        long[] start =
                Arrays.stream(taskPrices).map(price -> price * dual.scale()).toArray();
        SubgradientAscent ascent =
                new SubgradientAscent(new GangDual(dual, relaxed.first()), SubgradientAscent.Rule.DEFLECTED, start);
        long most = relaxed.pairs() * (2 + CELLS / CELLS_PER_UNIT) + 2L * relaxed.tasks();
        for (int step = 0; step < STEPS && plans.worth() < bound && trial.leaves(most); step++) {
            long before = dual.work();
            long value = ascent.evaluate();
            trial.spend(dual.work() - before);
            bound = StrictMath.min(bound, -ascent.bound());
            int[] chosen = dual.cheapest();
            plans.offer((job, task) -> chosen(job, chosen[relaxed.first()[job] + task]));
            ascent.move(value, (double) -plans.worth());
        }
    }

    private List<Option> chosen(int job, int agent) {
        return agent < 0
                ? List.of()
                : window.options(job).stream()
                        .filter(option -> option.node() == relaxed.node(agent))
                        .toList();
    }

    private static double[] withoutLast(double[] prices, int agents) {
        double[] kept = new double[prices.length / agents * (agents - 1)];
        for (int at = 0; at < kept.length; at++) {
            kept[at] = prices[at / (agents - 1) * agents + at % (agents - 1)];
        }
        return kept;
    }
}
