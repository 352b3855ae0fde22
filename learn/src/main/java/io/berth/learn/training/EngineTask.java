package io.berth.learn.training;

import io.berth.core.policy.StrategySpec;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.engine.EngineEnvironment;
import io.berth.learn.environment.engine.EngineOptions;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.learn.environment.engine.Episodes;
import io.berth.learn.network.ActorCritic;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A part of a strategy in the production engine. Well-known policies are run in the very episodes that it is tested on: nothing but that
 * part differs.
 */
public final class EngineTask implements Task {
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
    public Mdp mdp() {
        return environment().mdp();
    }

    @Override
    public Environment environment() {
        return part.environment(learning, view.rows(), view.nodes());
    }

    @Override
    public Environment longEnvironment() {
        return environment();
    }

    @Override
    public String figure() {
        return tests.figure();
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return tests.learnt(testEnvironment(), networks, parameters);
    }

    private EngineEnvironment testEnvironment() {
        return part.environment(tested, view.rows(), view.nodes());
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("random", tests.random(testEnvironment()));
        for (StrategySpec known : part.known(testEnvironment().strategy())) {
            double mean = tests.mean(seed -> tested.figures(known, seed).get(figure()));
            baselines.put(known.name(), mean);
        }
        return Collections.unmodifiableSortedMap(baselines);
    }
}
