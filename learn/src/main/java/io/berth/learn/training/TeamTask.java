package io.berth.learn.training;

import io.berth.learn.environment.Environment;
import io.berth.learn.environment.OnePolicy;
import io.berth.learn.environment.SharedEnvironment;
import io.berth.learn.environment.team.PrintedTeam;
import io.berth.learn.environment.team.Team;
import io.berth.learn.environment.team.TeamRules;
import io.berth.learn.network.ActorCritic;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * A team that takes tasks of one queue, one policy for all of its agents, tested on episodes that no learner has seen: by the sum of the times at
 * which tasks end, or as printed by the sum of their durations.
 *
 * @param printed true for the team of the published example, false for the mended one
 */
public record TeamTask(TeamRules rules, boolean printed) implements Task {
    private static final int EPISODES = 200;

    /** The team, for who plays each agent by itself. */
    public SharedEnvironment team() {
        return printed ? new PrintedTeam(rules) : new Team(rules);
    }

    @Override
    public Environment environment() {
        return new OnePolicy(team());
    }

    @Override
    public String figure() {
        return printed ? "cost" : "completion";
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return tests().learnt(environment(), networks, parameters);
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("random", tests().random(environment()));
        baselines.put("head-first", rule(TeamTask::head));
        if (printed) {
            baselines.put("nothing", rule(mask -> mask.length - 1));
        } else {
            baselines.put("optimum", tests().mean(rules::leastCompletion));
            baselines.put("shortest-first", shortestFirst());
        }
        return Collections.unmodifiableSortedMap(baselines);
    }

    private TestEpisodes tests() {
        return new TestEpisodes(EPISODES, figure());
    }

    private static int head(boolean[] mask) {
        return mask[0] ? 0 : mask.length - 1;
    }

    private double rule(ToIntFunction<boolean[]> pick) {
        Environment environment = environment();
        boolean[] mask = new boolean[environment.mdp().actions().count()];
        return tests().mean(seed -> {
            environment.reset(seed);
            while (!environment.over()) {
                environment.mask(mask, 0);
                environment.step(pick.applyAsInt(mask));
            }
            return environment.figures().get(figure());
        });
    }

    /** The task with the least computation, the first of equals. */
    private double shortestFirst() {
        Environment environment = environment();
        int features = environment.mdp().observation().features().size();
        float[] seen = new float[environment.mdp().observation().size()];
        return tests().mean(seed -> {
            environment.reset(seed);
            while (!environment.over()) {
                environment.observe(seen, 0);
                int best = 0;
                for (int row = 1; seen[row * features + 1] > 0; row++) {
                    best = seen[row * features] < seen[best * features] ? row : best;
                }
                environment.step(best);
            }
            return environment.figures().get(figure());
        });
    }
}
