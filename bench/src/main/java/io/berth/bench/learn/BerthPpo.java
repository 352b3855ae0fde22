package io.berth.bench.learn;

import io.berth.core.model.column.Columns;
import io.berth.learn.agent.Ppo;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.RowNetworks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Berth's own PPO as a contestant: each measurement begins anew from the same seed, so its rows are always the same ones. */
final class BerthPpo implements Contestant {
    private static final long SEED = 1;
    private static final int MOST_JOBS = 10_000;

    /** Passes never end early with it: all contestants make as many. */
    private static final double ANY_DIVERGENCE = 1e30;

    private static final PpoOptions PUBLISHED = PpoOptions.PUBLISHED;

    private final OrderingJobs jobs;
    private final GradientWorkers workers;
    private final RowNetworks networks;

    BerthPpo(Path log, int threads) {
        this.jobs = OrderingJobs.read(log, MOST_JOBS);
        this.workers = new GradientWorkers(threads);
        this.networks = new RowNetworks(environment(jobs).mdp(), List.of(32, 16, 8));
    }

    /** The episodes of the published protocol: 256 jobs, of which 128 are seen. */
    static QueueOrdering environment(OrderingJobs jobs) {
        return new QueueOrdering(
                jobs,
                new QueueOrdering.Setup(
                        256,
                        QueueOrdering.PUBLISHED_ROWS,
                        false,
                        Columns.PUBLISHED.columns(),
                        Reward.of(Goal.BOUNDED_SLOWDOWN),
                        QueueOrdering.Rewarding.AT_END));
    }

    @Override
    public String name() {
        return "berth";
    }

    @Override
    public String version() {
        return "DJL, packed rows, " + workers.threads() + " threads";
    }

    /** Plays the rows of all measurements once and writes them for the others; returns how many there are. */
    long record(Path file) throws IOException {
        List<Recording> recordings = new ArrayList<>();
        Ppo ppo = ppo(Setting.EPOCH, () -> {
            Recording recording = new Recording(environment(jobs));
            recordings.add(recording);
            return recording;
        });
        ppo.prepare(0);
        Recording.write(recordings, file);
        return (long) PUBLISHED.episodes() * 256;
    }

    @Override
    public Took measure(Setting setting) {
        Ppo ppo = ppo(setting, () -> environment(jobs));
        long begin = System.nanoTime();
        ppo.prepare(0);
        long played = System.nanoTime();
        double playedCpu = Processors.ownSeconds();
        ppo.update();
        double learntCpu = Processors.ownSeconds();
        long learnt = System.nanoTime();
        return new Took((learnt - played) / 1e9, learntCpu - playedCpu, (played - begin) / 1e9);
    }

    private Ppo ppo(Setting setting, Supplier<? extends Environment> environments) {
        PpoOptions options = new PpoOptions(
                PUBLISHED.episodes(),
                PUBLISHED.plays(),
                PUBLISHED.discount(),
                PUBLISHED.trace(),
                PUBLISHED.clip(),
                setting.passes(),
                setting.passes(),
                setting.batch(),
                PUBLISHED.rate(),
                PUBLISHED.valueRate(),
                PUBLISHED.updates(),
                PUBLISHED.entropy(),
                ANY_DIVERGENCE);
        return new Ppo(environments, networks, options, workers, SEED);
    }

    @Override
    public void close() {
        workers.close();
    }
}
