package io.berth.learn.training;

import io.berth.learn.environment.nodes.NodesEnvironment;
import io.berth.learn.environment.nodes.NodesRules;
import io.berth.learn.network.ActorCritic;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Tasks given to a few nodes, tested by the reward of episodes that no learner has seen. */
public record NodesTask(NodesRules rules) implements Task {
    private static final String FIGURE = "reward";
    private static final int EPISODES = 1000;

    @Override
    public NodesEnvironment environment() {
        return new NodesEnvironment(rules);
    }

    @Override
    public String figure() {
        return FIGURE;
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return tests().learnt(environment(), networks, parameters);
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("random", tests().random(environment()));
        baselines.put("first node", played(_ -> 0));
        return Collections.unmodifiableSortedMap(baselines);
    }

    /** The mean reward of who gives each task to the node that {@code pick} says of an environment. */
    public double played(ToIntFunction<NodesEnvironment> pick) {
        NodesEnvironment environment = environment();
        return tests().mean(seed -> {
            environment.reset(seed);
            while (!environment.over()) {
                environment.step(pick.applyAsInt(environment));
            }
            return environment.figures().get(FIGURE);
        });
    }

    private static TestEpisodes tests() {
        return new TestEpisodes(EPISODES, FIGURE);
    }
}
