package io.berth.learn.training;

import io.berth.learn.agent.Player;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.KnownRule;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.deeprm.Baseline;
import io.berth.learn.environment.deeprm.DeepRm;
import io.berth.learn.environment.deeprm.JobSets;
import io.berth.learn.environment.deeprm.Rules;
import io.berth.learn.network.ActorCritic;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * DeepRM's cluster, tested on the 100 job sets of its program that no learner has seen: the mean slowdown of all their jobs together, as
 * published, and of those that never ended with what they waited until the episode did.
 *
 * <p>It is learnt in episodes that are cut off later than the published 200 steps, where it would pay never to start a long job.
 *
 * @param rate chance of a new job in a step
 */
public record DeepRmTask(Rules rules, double rate) implements Task {
    /** Steps in which jobs come, as in the program. */
    private static final int STEPS = 50;

    /** The seed of the program's unseen job sets, and how many they are. */
    private static final int UNSEEN_SEED = 314159;

    private static final int UNSEEN = 100;

    /** Of shortest first: the longest job that can start is before letting a step pass, and that before any that cannot. */
    private static final float LENGTH = 3;

    private static final float PASS = 3.5f;
    private static final float LATER = 4;

    private static final String FIGURE = "slowdown_to_end_mean";

    /** Steps after which episodes to learn in are cut off: with 200, tuned rules left 125 of 3,500 jobs waiting; with this, 3. */
    private static final int PATIENCE = 1000;

    @Override
    public Environment environment() {
        return new DeepRm(rules.cutOffAfter(PATIENCE), JobSets.drawn(rate, STEPS));
    }

    /** Shortest first among those that can start now, where slots are rows. */
    @Override
    public float[] knownRule() {
        Mdp mdp = mdp();
        return mdp.actions().picksRow()
                ? KnownRule.of(mdp, Map.of("length", -LENGTH, "pass", -PASS, "later", -LATER))
                : new float[0];
    }

    @Override
    public String figure() {
        return FIGURE;
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        DeepRm environment = unseen();
        Player player =
                new Player(environment, networks.evaluation(parameters, new float[networks.criticParameters()]));
        return mean(environment, player::finish);
    }

    private DeepRm unseen() {
        return new DeepRm(rules, JobSets.original(UNSEEN_SEED, rate, UNSEEN));
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        baselines.put("sjf", play(Baseline.sjf()));
        baselines.put("packer", play(Baseline.packer()));
        baselines.put("tetris", play(Baseline.tetris(0.5)));
        return Collections.unmodifiableSortedMap(baselines);
    }

    private double play(Baseline baseline) {
        DeepRm environment = unseen();
        return mean(environment, () -> {
            while (!environment.over()) {
                environment.step(baseline.pick(environment));
            }
        });
    }

    /** The figure's mean over the jobs of all sets, where {@code play} plays one. */
    private static double mean(DeepRm environment, Runnable play) {
        double sum = 0;
        double jobs = 0;
        for (int set = 0; set < UNSEEN; set++) {
            environment.reset(set);
            play.run();
            Figures figures = environment.figures();
            double came = figures.get("jobs_finished") + figures.get("jobs_unfinished");
            sum += figures.get(FIGURE) * came;
            jobs += came;
        }
        return sum / jobs;
    }
}
