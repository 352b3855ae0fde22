package io.berth.learn.agent;

import io.berth.core.model.column.ScaledColumns;
import io.berth.core.time.Chance;
import io.berth.learn.agent.experience.RewardScale;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.network.ActorCritic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** A queue whose jobs are of all lengths, on a machine that is at times too small: there is much to gain by order. */
final class Queues {
    static final int JOBS = 32;
    private static final int EPISODES = 100;
    private static final int LOG_JOBS = 1500;

    private final OrderingJobs jobs;

    private Queues(OrderingJobs jobs) {
        this.jobs = jobs;
    }

    /** Of a log that is drawn by {@code seed} and written to {@code folder}. */
    static Queues drawn(Path folder, long seed) {
        Path file = folder.resolve("log-" + seed + ".swf");
        try {
            Files.writeString(file, log(seed));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Queues(OrderingJobs.read(file, LOG_JOBS));
    }

    private static String log(long seed) {
        StringBuilder log = new StringBuilder("; MaxNodes: 32\n; MaxProcs: 32\n");
        Chance chance = new Chance(seed, "log", 0);
        double submit = 0;
        for (int job = 1; job <= LOG_JOBS; job++) {
            submit += chance.exponential(200);
            long run = Math.round(10 * StrictMath.pow(1000, chance.unit()));
            long asked = Math.round(run * (1 + chance.unit()));
            int wide = 1 << chance.below(5);
            log.append(String.format(
                    Locale.ROOT,
                    "%d %d -1 %d %d -1 -1 %d %d -1 1 %d 1 1 1 1 -1 -1%n",
                    job,
                    Math.round(submit),
                    run,
                    wide,
                    wide,
                    asked,
                    1 + chance.below(9)));
        }
        return log.toString();
    }

    QueueOrdering environment() {
        QueueOrdering.Setup setup = new QueueOrdering.Setup(
                JOBS, JOBS, false, new ScaledColumns(), Reward.BOUNDED_SLOWDOWN, QueueOrdering.Rewarding.AS_CERTAIN);
        return new QueueOrdering(jobs, setup);
    }

    /** The mean bounded slowdown over the same episodes whoever plays them, by the best scores of {@code evaluation}. */
    double played(ActorCritic.Evaluation evaluation) {
        QueueOrdering environment = environment();
        Player player = new Player(environment, evaluation);
        double sum = 0;
        for (int episode = 0; episode < EPISODES; episode++) {
            environment.reset(1_000_000 + episode);
            player.finish();
            sum += environment.figures().get("bounded_slowdown_mean");
        }
        return sum / EPISODES;
    }

    double firstCome() {
        return played(environment -> 0);
    }

    double shortestFirst() {
        int size = environment().mdp().observation().features().size();
        float[] seen = new float[environment().mdp().observation().size()];
        boolean[] mask = new boolean[JOBS];
        return played(environment -> {
            environment.observe(seen, 0);
            environment.mask(mask, 0);
            int best = 0;
            for (int row = 1; row < JOBS; row++) {
                best = mask[row] && seen[row * size + 2] < seen[best * size + 2] ? row : best;
            }
            return best;
        });
    }

    double random() {
        Chance chance = new Chance(1, "random", 0);
        boolean[] mask = new boolean[JOBS];
        return played(environment -> {
            environment.mask(mask, 0);
            return RewardScale.any(mask, chance.unit());
        });
    }

    private double played(ToIntFunction<Environment> rule) {
        QueueOrdering environment = environment();
        double sum = 0;
        for (int episode = 0; episode < EPISODES; episode++) {
            environment.reset(1_000_000 + episode);
            while (!environment.over()) {
                environment.step(rule.applyAsInt(environment));
            }
            sum += environment.figures().get("bounded_slowdown_mean");
        }
        return sum / EPISODES;
    }
}
