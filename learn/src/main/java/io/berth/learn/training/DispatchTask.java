package io.berth.learn.training;

import io.berth.learn.environment.fleet.FleetEnvironment;
import io.berth.learn.environment.fleet.FleetEpisodes;
import io.berth.learn.network.ActorCritic;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which server a request goes to. Well-known balancers are run in the very episodes that it is tested on. */
public final class DispatchTask implements Task {
    private static final List<String> BALANCERS =
            List.of("round-robin", "least-connections", "load-aware", "resource-aware");

    private final FleetEpisodes episodes;
    private final TestEpisodes tests;

    /** @param sequences how many episodes it is tested on */
    public DispatchTask(FleetEpisodes episodes, int sequences) {
        this.episodes = episodes;
        this.tests = new TestEpisodes(sequences, FleetEpisodes.COST);
    }

    @Override
    public FleetEnvironment environment() {
        return new FleetEnvironment(episodes);
    }

    @Override
    public String figure() {
        return tests.figure();
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return tests.learnt(environment(), networks, parameters);
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("random", tests.random(environment()));
        for (String balancer : BALANCERS) {
            baselines.put(
                    balancer,
                    tests.mean(seed -> episodes.figures(balancer, seed).get(figure())));
        }
        return Collections.unmodifiableSortedMap(baselines);
    }
}
