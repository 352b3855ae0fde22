package io.berth.learn.training;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.environment.KnownRule;
import io.berth.learn.environment.fleet.FleetEnvironment;
import io.berth.learn.environment.fleet.FleetEpisodes;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.RowNetworks;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which server a request goes to. Well-known balancers are run in the very episodes that it is tested on. */
public final class DispatchTask implements ModelTask<BalancerModel> {
    private static final List<String> BALANCERS =
            List.of("round-robin", "least-connections", "load-aware", "resource-aware");

    private final FleetEpisodes episodes;
    private final DispatchSpec strategy;
    private final TestEpisodes tests;

    /**
     * @param strategy of the episodes, which decides all but the server
     * @param sequences how many episodes it is tested on
     */
    public DispatchTask(FleetEpisodes episodes, DispatchSpec strategy, int sequences) {
        this.episodes = episodes;
        this.strategy = strategy;
        this.tests = new TestEpisodes(sequences, FleetEpisodes.COST);
    }

    @Override
    public FleetEnvironment environment() {
        return new FleetEnvironment(episodes);
    }

    /** The earliest expected finish, which is what resource-aware goes by. */
    @Override
    public float[] knownRule() {
        return KnownRule.of(mdp(), Map.of("finish", -1f));
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
    public Class<BalancerModel> kind() {
        return BalancerModel.class;
    }

    @Override
    public BalancerModel model(List<Integer> hidden, float[] parameters, SortedMap<String, String> lineage) {
        FleetEnvironment environment = environment();
        LayerSizes shape = new RowNetworks(environment.mdp(), hidden).actor();
        return new BalancerModel(environment.largest(), new LearntNetwork<>(shape, parameters, lineage));
    }

    @Override
    public SortedMap<String, String> facts() {
        TreeMap<String, String> facts = new TreeMap<>();
        facts.put("reward", mdp().reward());
        facts.put(
                "strategy",
                "queue " + strategy.queue() + ", admit " + strategy.admit() + ", wait "
                        + strategy.waiting().name().toLowerCase(Locale.ROOT));
        return facts;
    }

    @Override
    public String tested() {
        return tests.count() + " episodes";
    }

    @Override
    public List<String> known() {
        return BALANCERS;
    }

    @Override
    public double[] figures(String name) {
        return figures(PolicySpec.of(name));
    }

    @Override
    public double[] figures(BalancerModel model) {
        return figures(PolicySpec.of("learnt", Map.of("model", ModelFile.write(model))));
    }

    private double[] figures(PolicySpec balancer) {
        return tests.each(seed -> episodes.figures(balancer, seed).get(figure()));
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("random", tests.random(environment()));
        for (String balancer : BALANCERS) {
            baselines.put(balancer, Arrays.stream(figures(balancer)).average().orElse(0));
        }
        return Collections.unmodifiableSortedMap(baselines);
    }
}
