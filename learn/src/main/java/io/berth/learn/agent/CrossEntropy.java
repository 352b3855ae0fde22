package io.berth.learn.agent;

import io.berth.core.time.Chance;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.environment.Environment;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cross-entropy method: draws parameters around a mean, plays them all on the same episodes, and moves the mean and the spread to
 * the best of them.
 *
 * <p>Goals: few parameters, such as the weights of a rule, that play well when always the best action is taken; it needs no gradient
 * and no critic. Constraints: the number of plays grows with that of parameters; for hundreds of them {@link Ppo} is the better one.
 *
 * <p>Algorithm: normal draws, each parameter by itself; elite by the mean reward; a spread added that falls with the iterations, so
 * that the search does not end too early.
 *
 * <p>Source: Rubinstein: The cross-entropy method for combinatorial and continuous optimization, 1999; Szita, Lőrincz: Learning Tetris
 * using the noisy cross-entropy method, Neural Computation 18, 2006, §3, for the added spread.
 */
public final class CrossEntropy implements Checkpointed {
    private final ActorCritic networks;
    private final Options options;
    /** Null where the caller's thread does all. */
    private final @Nullable GradientWorkers workers;

    private final long seed;
    private final List<Environment> environments = new ArrayList<>();
    private final float[] critic;
    private final double[] mean;
    private final double[] spread;
    private float[] best;
    private double bestReward = Double.NEGATIVE_INFINITY;
    private Opening opening = Opening.BY_SEED;
    private boolean given;
    private long iteration;

    /**
     * The settings.
     *
     * @param population drawn in each iteration
     * @param elite of them that the next one is drawn around
     * @param episodes that each plays, the same for all
     * @param noise added to the spread in the first iteration; it falls to 0 in a line
     * @param iterations in all
     */
    public record Options(int population, int elite, int episodes, double noise, int iterations) {
        /** Enough for rules of about ten weights (docs/experiments/011-learning.md). */
        public static final Options STANDARD = new Options(40, 8, 64, 0.2, 25);
    }

    /** What an iteration was: the mean reward of its best, and of the best so far. */
    public record Progress(double reward, double best) {}

    /**
     * Tunes the actor of {@code networks}.
     *
     * @param workers null for the caller's thread alone, which loads no library
     */
    public CrossEntropy(
            Supplier<? extends Environment> environments,
            ActorCritic networks,
            Options options,
            @Nullable GradientWorkers workers,
            long seed) {
        this.networks = networks;
        this.options = options;
        this.workers = workers;
        this.seed = seed;
        this.critic = new float[networks.criticParameters()];
        this.mean = new double[networks.actorParameters()];
        this.spread = new double[mean.length];
        this.best = new float[mean.length];
        Arrays.fill(spread, 1);
        for (int i = 0; i < (workers == null ? 1 : workers.threads()); i++) {
            this.environments.add(environments.get());
        }
    }

    /** Begins episodes by {@code other} from now on. */
    public CrossEntropy opening(Opening other) {
        opening = other;
        return this;
    }

    /** Begins the search around {@code parameters}, which are drawn first, instead of 0. */
    public CrossEntropy around(float[] parameters) {
        best = parameters.clone();
        for (int i = 0; i < mean.length; i++) {
            mean[i] = parameters[i];
        }
        given = true;
        return this;
    }

    /** The best parameters so far; those in the middle at first. */
    public float[] best() {
        return best.clone();
    }

    /** How many iterations were made. */
    public long iterations() {
        return iteration;
    }

    /** One iteration. */
    public Progress update() {
        List<float[]> drawn = draw();
        List<Double> rewards = workers == null
                ? drawn.stream().map(member -> reward(0, member)).toList()
                : workers.map(drawn.size(), (worker, member) -> reward(worker, drawn.get(member)));
        List<Integer> places = new ArrayList<>();
        for (int member = 0; member < drawn.size(); member++) {
            places.add(member);
        }
        places.sort(Comparator.<Integer>comparingDouble(member -> -rewards.get(member))
                .thenComparing(place -> place));
        double reward = rewards.get(places.getFirst());
        if (reward > bestReward) {
            bestReward = reward;
            best = drawn.get(places.getFirst());
        }
        move(places.subList(0, options.elite()).stream().map(drawn::get).toList());
        iteration++;
        return new Progress(reward, bestReward);
    }

    /** The best so far, which keeps its place, and draws around the mean. */
    private List<float[]> draw() {
        List<float[]> drawn = new ArrayList<>();
        for (int member = 0; member < options.population(); member++) {
            Chance chance = new Chance(seed, "cross-entropy", iteration * options.population() + member);
            float[] parameters = new float[mean.length];
            for (int i = 0; i < mean.length; i++) {
                parameters[i] = (float) (mean[i] + spread[i] * chance.normal());
            }
            drawn.add(member == 0 && (given || iteration > 0) ? best : parameters);
        }
        return drawn;
    }

    private double reward(int worker, float[] parameters) {
        Environment environment = environments.get(worker);
        Player player = new Player(environment, networks.evaluation(parameters, critic));
        double sum = 0;
        for (int episode = 0; episode < options.episodes(); episode++) {
            long episodeSeed = new Chance(seed, "tuning episode", episode).bits();
            opening.begin(environment, episodeSeed, episode, options.episodes());
            sum += player.finish();
        }
        return sum / options.episodes();
    }

    private void move(List<float[]> elite) {
        double noise = options.noise() * Math.max(0, 1 - (iteration + 1.0) / options.iterations());
        for (int i = 0; i < mean.length; i++) {
            double sum = 0;
            for (float[] member : elite) {
                sum += member[i];
            }
            mean[i] = sum / elite.size();
            double squares = 0;
            for (float[] member : elite) {
                squares += (member[i] - mean[i]) * (member[i] - mean[i]);
            }
            spread[i] = StrictMath.sqrt(squares / elite.size()) + noise;
        }
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(seed);
        to.add(iteration);
        to.add(mean);
        to.add(spread);
        to.add(best);
        to.add(bestReward);
    }

    @Override
    public void read(CheckpointReader from) {
        from.expect(seed, "the seed");
        iteration = from.longInteger();
        from.into(mean, "the mean");
        from.into(spread, "the spread");
        float[] read = new float[best.length];
        from.into(read, "the best rule");
        best = read;
        bestReward = from.number();
    }
}
