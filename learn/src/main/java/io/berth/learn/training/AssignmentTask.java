package io.berth.learn.training;

import io.berth.learn.environment.finite.Assignment;
import io.berth.learn.environment.finite.AssignmentEnvironment;
import io.berth.learn.network.ActorCritic;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One problem, played again and again: what is learnt is its solution and no rule for others, so the test is the problem itself. What
 * is worth seeing is whether the agent gets to the value that a solver proves.
 *
 * @param problem what is to be solved
 * @param known costs of other ways to solve it, by name, such as that of a solver
 */
public record AssignmentTask(Assignment problem, SortedMap<String, Double> known) implements Task {
    private static final String FIGURE = "cost";
    private static final int RANDOM_PLAYS = 100;

    @Override
    public AssignmentEnvironment environment() {
        return new AssignmentEnvironment(problem);
    }

    @Override
    public String figure() {
        return FIGURE;
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return new TestEpisodes(1, FIGURE).learnt(environment(), networks, parameters);
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>(known);
        baselines.put("random", new TestEpisodes(RANDOM_PLAYS, FIGURE).random(environment()));
        baselines.put("cheapest-first", cheapestFirst());
        return Collections.unmodifiableSortedMap(baselines);
    }

    /** Always the pair that costs least now, the first of equals. */
    private double cheapestFirst() {
        AssignmentEnvironment environment = environment();
        boolean[] mask = new boolean[environment.mdp().actions().count()];
        environment.reset(0);
        while (!environment.over()) {
            environment.mask(mask, 0);
            int best = -1;
            for (int pair = 0; pair < mask.length; pair++) {
                if (mask[pair] && (best < 0 || environment.cost(pair) < environment.cost(best))) {
                    best = pair;
                }
            }
            environment.step(best);
        }
        return environment.figures().get(FIGURE);
    }
}
