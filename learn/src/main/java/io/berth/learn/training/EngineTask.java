package io.berth.learn.training;

import io.berth.core.model.JointModel;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntModel;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.KnownRule;
import io.berth.learn.environment.engine.EngineEnvironment;
import io.berth.learn.environment.engine.EngineOptions;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.learn.environment.engine.Episodes;
import io.berth.learn.environment.engine.Scales;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.RowNetworks;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A part of a strategy in the production engine. Well-known policies are run in the very episodes that it is tested on: nothing but that
 * part differs.
 */
public final class EngineTask implements ModelTask<LearntModel> {
    /** Of best-fit: so much that the first network hardly ever draws another node than a fuller one. */
    private static final float LEFT = 3;

    private final EnginePart part;
    private final View view;
    private final EngineOptions learning;
    private final EngineOptions tested;
    private final TestEpisodes tests;

    /**
     * What is seen at most.
     *
     * @param rows of jobs; of nodes where only these are picked
     * @param nodes for each job, where both are picked
     */
    public record View(int rows, int nodes) {}

    /** Where it is tested: on so many {@code sequences} of {@code episodes}. */
    public record Tests(Episodes episodes, int sequences) {}

    /**
     * @param learning with the episodes that it learns from
     * @throws IllegalArgumentException where its strategy or {@code view} do not go with {@code part}
     */
    public EngineTask(EnginePart part, View view, EngineOptions learning, Tests tests) {
        this.part = part;
        this.view = view;
        this.learning = learning;
        this.tested = learning.with(tests.episodes());
        this.tests = new TestEpisodes(tests.sequences(), learning.reward().figure());
        environment();
    }

    @Override
    public Environment environment() {
        return part.environment(learning, view.rows(), view.nodes());
    }

    /** Of orders shortest first; of placements best-fit: the node that is left with the least CPU and GPU. */
    @Override
    public float[] knownRule() {
        return switch (part) {
            case ORDERING -> KnownRule.of(mdp(), Map.of("run", -1f));
            case PLACEMENT -> KnownRule.of(mdp(), Map.of("cpu_left", -LEFT, "gpu_left", -LEFT));
            case JOINT -> knownRules().getFirst();
        };
    }

    /** Of pairs all known orders with all known placements. */
    @Override
    public List<float[]> knownRules() {
        return part == EnginePart.JOINT ? KnownPairs.rules(mdp()) : ModelTask.super.knownRules();
    }

    @Override
    public String figure() {
        return tests.figure();
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return tests.learnt(testEnvironment(), networks, parameters);
    }

    @Override
    public Class<? extends LearntModel> kind() {
        return switch (part) {
            case ORDERING -> Model.class;
            case PLACEMENT -> PlacementModel.class;
            case JOINT -> JointModel.class;
        };
    }

    @Override
    public LearntModel model(List<Integer> hidden, float[] parameters, SortedMap<String, String> lineage) {
        LearntNetwork<LayerSizes> network =
                new LearntNetwork<>(new RowNetworks(mdp(), hidden).actor(), parameters, lineage);
        Scales scales = learning.episodes().scales();
        return switch (part) {
            case ORDERING -> new Model(EnginePart.COLUMNS, view.rows(), scales.maxExpectedNanos(), network);
            case PLACEMENT -> new PlacementModel(scales.largest(), network);
            case JOINT -> new JointModel(new JointModel.View(view.rows(), view.nodes()), scales.joint(), network);
        };
    }

    /** These, and how many jobs or nodes were seen. */
    @Override
    public SortedMap<String, String> facts() {
        TreeMap<String, String> facts = new TreeMap<>();
        facts.put("reward", learning.reward().formula());
        facts.put("rows", Integer.toString(view.rows()));
        StrategySpec rest = testEnvironment().strategy();
        String decided = switch (part) {
            case ORDERING -> "place " + rest.place() + ", ";
            case PLACEMENT -> "order " + rest.order() + ", ";
            case JOINT -> "";
        };
        facts.put("strategy", decided + "backfill " + rest.backfill() + ", plan " + rest.part(PolicyKind.PLAN));
        return facts;
    }

    @Override
    public String tested() {
        return tests.count() + " episodes";
    }

    @Override
    public List<String> known() {
        return strategies().stream().map(StrategySpec::name).sorted().toList();
    }

    @Override
    public double[] figures(String name) {
        StrategySpec strategy = strategies().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("(" + name + ") is none of " + known() + "."));
        return figures(strategy);
    }

    @Override
    public double[] figures(LearntModel model) {
        PolicySpec learnt = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model)));
        StrategySpec strategy = testEnvironment().strategy();
        StrategySpec ordered = part == EnginePart.PLACEMENT ? strategy : strategy.ordering(learnt);
        return figures(part == EnginePart.ORDERING ? ordered : ordered.placing(learnt));
    }

    private double[] figures(StrategySpec whole) {
        return tests.each(seed -> tested.figures(whole, seed).get(figure()));
    }

    private List<StrategySpec> strategies() {
        return part.known(testEnvironment().strategy());
    }

    private EngineEnvironment testEnvironment() {
        return part.environment(tested, view.rows(), view.nodes());
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("random", tests.random(testEnvironment()));
        for (String known : known()) {
            baselines.put(known, Arrays.stream(figures(known)).average().orElse(0));
        }
        return Collections.unmodifiableSortedMap(baselines);
    }
}
