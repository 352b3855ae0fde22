package io.berth.learn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.learn.checkpoint.Checkpoint;
import io.berth.learn.environment.finite.FiniteMdp;
import io.berth.learn.environment.finite.SmallWorlds;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.RowNetworks;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResumeTest {
    @AutoClose
    private static final GradientWorkers WORKERS = new GradientWorkers(1);

    private static final FiniteMdp SLIPPERY = SmallWorlds.grid();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void equalSeedsLearnEqualBytes(Agents agent) {
        byte[] first = after(agent.forQueues(queues(7)), 2);
        assertThat(Arrays.equals(after(agent.forQueues(queues(7)), 2), first)).isTrue();
        assertThat(Arrays.equals(after(agent.forQueues(queues(8)), 2), first)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void oneThatIsStoppedGoesOnToTheSameBytes(Agents agent) {
        Learner whole = agent.forQueues(queues(7));
        byte[] half = after(whole, 1);
        byte[] end = after(whole, 1);
        Learner resumed = agent.forQueues(queues(7));
        resumed.update();
        resumed.update();
        Checkpoint.restore("half", half, resumed.name(), resumed);
        assertThat(resumed.updates()).isEqualTo(1);
        assertThat(Arrays.equals(after(resumed, 1), end)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void episodesThatSlipGoOnWhereTheyStood(Agents agent) {
        Learner whole = agent.forSmall(small(SLIPPERY, 3), 0.99);
        byte[] half = after(whole, 1);
        byte[] end = after(whole, 1);
        Learner resumed = agent.forSmall(small(SLIPPERY, 3), 0.99);
        Checkpoint.restore("half", half, resumed.name(), resumed);
        assertThat(Arrays.equals(after(resumed, 1), end)).isTrue();
    }

    /** Of PPO: the critic was fitted to what will be learnt from, but the values that go with that are those it had before. */
    @ParameterizedTest
    @EnumSource
    void whatWasPreparedIsStillLearntFrom(Agents agent) {
        Learner whole = agent.forQueues(queues(7));
        whole.prepare(1);
        byte[] prepared = after(whole, 0);
        byte[] end = after(whole, 2);
        Learner resumed = agent.forQueues(queues(7));
        Checkpoint.restore("prepared", prepared, resumed.name(), resumed);
        assertThat(after(resumed, 0)).isEqualTo(prepared);
        assertThat(Arrays.equals(after(resumed, 2), end)).isTrue();
    }

    @Test
    void aCheckpointOfAnotherAgentOrWorldIsRefused() {
        Learner learner = Agents.A2C.forSmall(small(SLIPPERY, 3), 0.99);
        byte[] written = after(learner, 1);
        Learner other = Agents.A3C.forSmall(small(SLIPPERY, 3), 0.99);
        assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", written, other.name(), other))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("run.ckpt")
                .hasMessageContaining("(a2c), not of (a3c)");
        Learner elsewhere = Agents.A2C.forSmall(small(SmallWorlds.chain(5), 3), 0.95);
        assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", written, elsewhere.name(), elsewhere))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the actor");
        Learner seeded = Agents.A2C.forSmall(small(SLIPPERY, 4), 0.99);
        assertThatThrownBy(() -> Checkpoint.restore("run.ckpt", written, seeded.name(), seeded))
                .hasMessageContaining("the seed was 3, and is 4 here");
    }

    private static byte[] after(Learner learner, int updates) {
        for (int update = 0; update < updates; update++) {
            learner.update();
        }
        return Checkpoint.of(learner.name(), learner);
    }

    private Agents.Game queues(long seed) {
        Queues queues = Queues.drawn(folder, 1);
        RowNetworks networks = new RowNetworks(queues.environment().mdp(), List.of(32, 16, 8));
        return new Agents.Game(queues::environment, networks, WORKERS, seed);
    }

    private static Agents.Game small(FiniteMdp world, long seed) {
        return new Agents.Game(() -> Worlds.environment(world), Worlds.networks(world), WORKERS, seed);
    }
}
