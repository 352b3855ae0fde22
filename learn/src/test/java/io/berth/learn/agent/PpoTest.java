package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.column.Columns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.OrderPlayer;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.environment.ordering.SmallLog;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.table.CatalogOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class PpoTest {
    private static final int JOBS = 48;
    private static final int HELD_OUT = 20;
    private static final PpoOptions OPTIONS =
            new PpoOptions(8, 2, 0.99, 0.95, 0.2, 4, 4, 256, 5e-3, 1e-2, 0, 0.001, 0.05);

    private final OrderingJobs log = SmallLog.jobs(1000, 1);
    private final RowNetworks networks = new RowNetworks(environment().mdp(), List.of(16, 8));

    @Test
    void itLearnsToOrderBetterThanFirstComeAndChance() {
        try (GradientWorkers workers = new GradientWorkers(1)) {
            Ppo ppo = new Ppo(this::environment, networks, OPTIONS, workers, 1);
            for (int update = 0; update < 12; update++) {
                ppo.update();
            }

            double learnt = heldOut(ppo.policy());

            OrderPlayer firstCome = new OrderPlayer(log, CatalogOrder.of(PolicySpec.of("fcfs")), false);
            double fcfs = 0;
            for (int episode = 0; episode < HELD_OUT; episode++) {
                fcfs += firstCome.play(start(episode), JOBS).get(Goal.BOUNDED_SLOWDOWN.figure()) / HELD_OUT;
            }
            assertThat(learnt).isLessThan(fcfs);
            assertThat(learnt).isLessThan(byChance());
        }
    }

    @Test
    void equalSeedsGiveEqualBytesOnAnyNumberOfThreads() {
        assertThat(learnt(1, 5)).isEqualTo(learnt(2, 5)).isNotEqualTo(learnt(1, 6));
    }

    private float[] learnt(int threads, long seed) {
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            Ppo ppo = new Ppo(this::environment, networks, OPTIONS, workers, seed);
            ppo.prepare(1);
            ppo.update();
            ppo.update();
            return ppo.policy().clone();
        }
    }

    private double heldOut(float[] actor) {
        QueueOrdering environment = environment();
        Player player = new Player(environment, networks.evaluation(actor, new float[networks.criticParameters()]));
        double sum = 0;
        for (int episode = 0; episode < HELD_OUT; episode++) {
            environment.begin(start(episode));
            player.finish();
            sum += environment.figures().get(Goal.BOUNDED_SLOWDOWN.figure());
        }
        return sum / HELD_OUT;
    }

    private double byChance() {
        QueueOrdering environment = environment();
        Chance chance = new Chance(1, "play", 0);
        double sum = 0;
        for (int episode = 0; episode < HELD_OUT; episode++) {
            environment.begin(start(episode));
            while (!environment.over()) {
                environment.step(chance.below(environment.visibleJobs()));
            }
            sum += environment.figures().get(Goal.BOUNDED_SLOWDOWN.figure());
        }
        return sum / HELD_OUT;
    }

    private int start(int episode) {
        return new Chance(99, "held out", episode).below(log.count() - JOBS);
    }

    private QueueOrdering environment() {
        return new QueueOrdering(
                log,
                new QueueOrdering.Setup(
                        JOBS,
                        32,
                        false,
                        Columns.SCALED.columns(),
                        Reward.BOUNDED_SLOWDOWN,
                        QueueOrdering.Rewarding.AS_CERTAIN));
    }
}
