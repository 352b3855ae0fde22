package io.berth.learn.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.learn.environment.Environment;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnvironmentServerTest {
    private static final int JOBS = 6;
    private static final int SIZE = 32;

    private static EnvironmentServer queues(int count) {
        return new EnvironmentServer(() -> new SmallQueue(JOBS, Integer.MAX_VALUE), count);
    }

    private static State last(List<Frames.Answer> answers, int count, AutoReset mode) {
        return State.of(answers.getLast(), count, mode);
    }

    @Test
    void aHelloIsAnsweredByWhatIsPlayed() {
        Frames.Answer answer =
                new Frames().hello(AutoReset.DISABLED).to(queues(3)).getFirst();

        assertThat(answer.kind()).isEqualTo(EnvironmentProtocol.DESCRIPTION);
        assertThat(answer.text("environments")).isEqualTo("3");
        assertThat(answer.text("shared")).isEqualTo("false");
        assertThat(answer.toString()).contains("\"name\":\"small-queue\"", "\"picks_row\":true", "\"discount\":1.0");
    }

    @Test
    void aStepOfSeveralShowsWhatEachShowsByItself() {
        Environment alone = new SmallQueue(JOBS, Integer.MAX_VALUE);
        alone.reset(12);
        alone.step(0);
        float[] seen = new float[SIZE];
        alone.observe(seen, 0);
        boolean[] allowed = new boolean[8];
        alone.mask(allowed, 0);

        List<Frames.Answer> answers =
                new Frames().hello(AutoReset.DISABLED).reset(11, 12).step(0, 0).to(queues(2));

        State state = last(answers, 2, AutoReset.DISABLED);
        assertThat(state.seeds()).containsExactly(11, 12);
        assertThat(Arrays.copyOfRange(state.observations(), SIZE, 2 * SIZE)).containsExactly(seen);
        for (int action = 0; action < 8; action++) {
            assertThat(state.masks()[8 + action]).isEqualTo((byte) (allowed[action] ? 1 : 0));
        }
        assertThat(state.ended()).isZero();
        assertThat(state.figures()).isEmpty();
    }

    @Test
    void theEndOfAnEpisodeBringsItsRewardAndFigures() {
        Environment alone = new SmallQueue(JOBS, Integer.MAX_VALUE);
        alone.reset(5);
        double reward = 0;
        Frames frames = new Frames().hello(AutoReset.DISABLED).reset(5);
        for (int step = 0; step < JOBS; step++) {
            reward = alone.step(0);
            frames.step(0);
        }

        State state = last(frames.to(queues(1)), 1, AutoReset.DISABLED);

        assertThat(state.rewards()).containsExactly(reward);
        assertThat(state.terminated()).containsExactly(1);
        assertThat(state.truncated()).containsExactly(0);
        assertThat(state.masks()).containsOnly(0);
        assertThat(state.figures())
                .isEqualTo("[{\"environment\":0,\"seed\":5,\"figures\":{\"bounded_slowdown_mean\":"
                        + alone.figures().get("bounded_slowdown_mean") + ",\"jobs_started\":6.0}}]");
    }

    @Test
    void anEpisodeThatIsCutOffIsTruncated() {
        EnvironmentServer server = new EnvironmentServer(() -> new SmallQueue(JOBS, 2), 1);

        State state = last(
                new Frames().hello(AutoReset.DISABLED).reset(5).step(0).step(0).to(server), 1, AutoReset.DISABLED);

        assertThat(state.terminated()).containsExactly(0);
        assertThat(state.truncated()).containsExactly(1);
    }

    @Test
    void theSameStepThatEndsAnEpisodeBeginsTheNext() {
        Environment alone = new SmallQueue(JOBS, Integer.MAX_VALUE);
        alone.reset(5);
        Frames frames = new Frames().hello(AutoReset.SAME_STEP).reset(5, 6);
        for (int step = 0; step < JOBS; step++) {
            alone.step(0);
            frames.step(0, 0);
        }
        float[] lastSeen = new float[SIZE];
        alone.observe(lastSeen, 0);
        alone.reset(7);
        float[] firstSeen = new float[SIZE];
        alone.observe(firstSeen, 0);

        State state = last(frames.to(queues(2)), 2, AutoReset.SAME_STEP);

        assertThat(state.ended()).isEqualTo(2);
        assertThat(state.seeds()).containsExactly(7, 8);
        assertThat(Arrays.copyOf(state.finals(), SIZE)).containsExactly(lastSeen);
        assertThat(Arrays.copyOf(state.observations(), SIZE)).containsExactly(firstSeen);
        assertThat(state.terminated()).containsOnly(1);
        assertThat(state.masks()[0]).isEqualTo((byte) 1);
    }

    @Test
    void theStepAfterAnEndResetsWhateverItsActionIs() {
        Frames frames = new Frames().hello(AutoReset.NEXT_STEP).reset(5);
        for (int step = 0; step < JOBS; step++) {
            frames.step(0);
        }
        List<Frames.Answer> answers = frames.step(-7).to(queues(1));

        State end = State.of(answers.get(answers.size() - 2), 1, AutoReset.NEXT_STEP);
        assertThat(end.terminated()).containsOnly(1);
        assertThat(end.masks()).containsOnly(1);
        State next = last(answers, 1, AutoReset.NEXT_STEP);
        assertThat(next.terminated()).containsOnly(0);
        assertThat(next.seeds()).containsExactly(6);
        assertThat(next.rewards()).containsExactly(0);
    }

    @Test
    void seedsAreCountedWhereNoneIsGiven() {
        byte[] counted = Frames.resetFrame(EnvironmentProtocol.NEXT_SEED, 99, 99, 99);
        List<Frames.Answer> answers = new Frames()
                .hello(AutoReset.DISABLED)
                .raw(counted)
                .raw(counted)
                .reset(40, 50, 60)
                .raw(counted)
                .to(queues(3));

        assertThat(State.of(answers.get(1), 3, AutoReset.DISABLED).seeds()).containsExactly(0, 1, 2);
        assertThat(State.of(answers.get(2), 3, AutoReset.DISABLED).seeds()).containsExactly(3, 4, 5);
        assertThat(State.of(answers.get(4), 3, AutoReset.DISABLED).seeds()).containsExactly(43, 53, 63);
    }

    @Test
    void environmentsThatAreLeftAtAResetGoOn() {
        ByteBuffer payload = Frames.numbers(18).putLong(1).putLong(2);
        payload.put(EnvironmentProtocol.LEAVE).put(EnvironmentProtocol.WITH_SEED);
        List<Frames.Answer> answers = new Frames()
                .hello(AutoReset.DISABLED)
                .reset(8, 9)
                .step(0, 0)
                .raw(Frames.frame(EnvironmentProtocol.RESET, payload.array()))
                .to(queues(2));

        State before = State.of(answers.get(2), 2, AutoReset.DISABLED);
        State after = last(answers, 2, AutoReset.DISABLED);
        assertThat(after.seeds()).containsExactly(8, 2);
        assertThat(Arrays.copyOf(after.observations(), SIZE))
                .containsExactly(Arrays.copyOf(before.observations(), SIZE));
    }

    @ParameterizedTest
    @EnumSource(AutoReset.class)
    void equalSeedsGiveEqualBytes(AutoReset mode) {
        Frames frames = new Frames().hello(mode).reset(3, 4);
        for (int step = 0; step < 4 * JOBS; step++) {
            frames.step(0, 0);
        }

        byte[] first = frames.bytesTo(queues(2));

        assertThat(frames.bytesTo(queues(2))).isEqualTo(first);
        EnvironmentServer again = queues(2);
        frames.bytesTo(again);
        assertThat(frames.bytesTo(again)).as("a second client of one server").isEqualTo(first);
    }

    @Test
    void clientAndServerTakeTurnsOverPipes() throws IOException, InterruptedException {
        PipedOutputStream toServer = new PipedOutputStream();
        PipedInputStream requests = new PipedInputStream(toServer);
        PipedOutputStream fromServer = new PipedOutputStream();
        PipedInputStream replies = new PipedInputStream(fromServer);
        Thread server = Thread.ofPlatform().start(() -> {
            try {
                queues(1).serve(requests, fromServer);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });

        int kind = 0;
        for (byte[] request : List.of(
                Frames.helloFrame(AutoReset.DISABLED),
                Frames.resetFrame(EnvironmentProtocol.WITH_SEED, 1),
                Frames.stepFrame(0),
                Frames.frame(EnvironmentProtocol.CLOSE, new byte[0]))) {
            toServer.write(request);
            toServer.flush();
            ByteBuffer header = ByteBuffer.wrap(replies.readNBytes(8)).order(ByteOrder.LITTLE_ENDIAN);
            replies.readNBytes(header.getInt());
            kind = header.getInt();
        }

        assertThat(kind).isEqualTo(EnvironmentProtocol.CLOSED);
        server.join(10_000);
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void agentsTakeTurnsInASharedEnvironment() {
        Frames frames = new Frames().hello(AutoReset.DISABLED).reset(1).step(1).step(0);
        for (int step = 2; step < 60; step++) {
            frames.step(0);
        }
        List<Frames.Answer> answers = frames.step(0).to(new EnvironmentServer(new SharedMachine()));

        assertThat(answers.getFirst().toString()).contains("\"agents\":[\"training\",\"inference\"]");
        ByteBuffer first = answers.get(1).isState().numbers();
        assertThat(first.getInt(0)).isZero();
        ByteBuffer second = answers.get(2).isState().numbers();
        assertThat(second.getInt(0)).isEqualTo(1);
        assertThat(second.getLong(8)).isEqualTo(1);
        ByteBuffer third = answers.get(3).isState().numbers();
        assertThat(third.getDouble(16)).as("reward of who started its job").isZero();
        assertThat(third.getDouble(24)).as("reward of who let it wait").isEqualTo(-0.1);
        Frames.Answer end = answers.get(61).isState();
        assertThat(end.numbers().getInt(0)).isEqualTo(-1);
        assertThat(end.numbers().getInt(4)).isEqualTo(1);
        assertThat(end.toString()).endsWith("{\"jobs_started\":1.0}");
        answers.get(62).refuses(Refusal.OUT_OF_ORDER, "over");
    }

    @Test
    void noneIsNoNumberOfEnvironments() {
        assertThatThrownBy(() -> queues(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(0)");
        assertThatThrownBy(() -> queues(1_000_000)).hasMessageContaining("268435456 bytes");
    }
}
