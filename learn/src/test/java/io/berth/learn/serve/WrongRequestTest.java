package io.berth.learn.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import io.berth.core.time.Chance;
import io.berth.learn.environment.EnvironmentAround;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is sent, it is answered by an error that names it, and the episodes go on as if it had not been sent. */
class WrongRequestTest {
    private static final int MUTATIONS = Integer.getInteger("berth.mutations", 10_000);
    private static final long SEED = Long.getLong("berth.seed", 1);
    private static final byte[] NOTHING = {};

    private static EnvironmentServer queues(int jobs) {
        return new EnvironmentServer(() -> new SmallQueue(jobs, Integer.MAX_VALUE), 2);
    }

    static Stream<Arguments> wrongRequests() {
        return Stream.of(
                wrong(Refusal.UNKNOWN_KIND, "kind 77", Frames.frame(77, NOTHING)),
                wrong(Refusal.WRONG_LENGTH, "8 bytes, not 4", Frames.stepFrame(0)),
                wrong(Refusal.WRONG_LENGTH, "8 bytes, not 12", Frames.stepFrame(0, 0, 0)),
                wrong(Refusal.WRONG_LENGTH, "18 bytes, not 9", Frames.resetFrame(1, 1)),
                wrong(Refusal.TOO_LONG, "19 bytes is too long", Frames.frame(EnvironmentProtocol.STEP, new byte[19])),
                wrong(Refusal.TOO_LONG, "100000 bytes", Frames.frame(EnvironmentProtocol.STEP, new byte[100_000])),
                wrong(Refusal.NO_SUCH_ACTION, "0 to 7", Frames.stepFrame(0, 8)),
                wrong(Refusal.NO_SUCH_ACTION, "-1", Frames.stepFrame(-1, 0)),
                wrong(Refusal.ACTION_NOT_ALLOWED, "Action 7 of environment 1", Frames.stepFrame(0, 7)),
                wrong(Refusal.WRONG_VALUE, "is 3", Frames.resetFrame(3, 1, 2)),
                wrong(Refusal.OUT_OF_ORDER, "hello already", Frames.helloFrame(AutoReset.DISABLED)),
                wrong(Refusal.WRONG_VERSION, "BRTH", Frames.frame(EnvironmentProtocol.HELLO, new byte[12])));
    }

    private static Arguments wrong(Refusal refusal, String words, byte[] frame) {
        return Arguments.of(refusal, words, frame);
    }

    @ParameterizedTest
    @MethodSource("wrongRequests")
    void aWrongRequestIsNamedAndChangesNothing(Refusal refusal, String words, byte[] frame) {
        List<Frames.Answer> undisturbed = new Frames()
                .hello(AutoReset.DISABLED)
                .reset(1, 2)
                .step(0, 0)
                .step(0, 0)
                .to(queues(32));

        List<Frames.Answer> answers = new Frames()
                .hello(AutoReset.DISABLED)
                .reset(1, 2)
                .step(0, 0)
                .raw(frame)
                .step(0, 0)
                .to(queues(32));

        answers.get(3).refuses(refusal, words);
        assertThat(answers.get(4).payload()).isEqualTo(undisturbed.get(3).payload());
    }

    @Test
    void anotherVersionIsToldWhichThisIsAndMayTryAgain() {
        byte[] payload = Frames.numbers(12)
                .putInt(EnvironmentProtocol.MAGIC)
                .putInt(2)
                .putInt(0)
                .array();

        List<Frames.Answer> answers = new Frames()
                .raw(Frames.frame(EnvironmentProtocol.HELLO, payload))
                .hello(AutoReset.DISABLED)
                .to(queues(2));

        answers.getFirst().refuses(Refusal.WRONG_VERSION, "version 2", "version 1");
        assertThat(answers.get(1).kind()).isEqualTo(EnvironmentProtocol.DESCRIPTION);
    }

    @Test
    void anotherWayToResetIsRefused() {
        byte[] payload = Frames.numbers(12)
                .putInt(EnvironmentProtocol.MAGIC)
                .putInt(1)
                .putInt(3)
                .array();
        byte[] hello = Frames.frame(EnvironmentProtocol.HELLO, payload);

        new Frames().raw(hello).to(queues(2)).getFirst().refuses(Refusal.WRONG_VALUE, "0 to 2");
        new Frames()
                .hello(AutoReset.SAME_STEP)
                .to(new EnvironmentServer(new SharedMachine()))
                .getFirst()
                .refuses(Refusal.WRONG_VALUE, "shared");
    }

    @Test
    void callsOutOfOrderAreNamed() {
        List<Frames.Answer> answers = new Frames()
                .step(0, 0)
                .reset(1, 2)
                .hello(AutoReset.DISABLED)
                .step(0, 0)
                .raw(Frames.resetFrame(EnvironmentProtocol.LEAVE, 1, 2))
                .reset(1, 2)
                .step(0, 0)
                .step(0, 0)
                .to(queues(1));

        answers.get(0).refuses(Refusal.OUT_OF_ORDER, "hello");
        answers.get(1).refuses(Refusal.OUT_OF_ORDER, "hello");
        answers.get(3).refuses(Refusal.OUT_OF_ORDER, "no episode yet");
        answers.get(4).refuses(Refusal.OUT_OF_ORDER, "no episode yet");
        answers.get(6).isState();
        answers.get(7).refuses(Refusal.OUT_OF_ORDER, "is over");
    }

    @Test
    void aStreamThatEndsInAFrameIsToldSo() {
        byte[] step = Frames.stepFrame(0, 0);
        for (int cut = 1; cut < step.length; cut++) {
            List<Frames.Answer> answers = new Frames()
                    .hello(AutoReset.DISABLED)
                    .reset(1, 2)
                    .raw(Arrays.copyOf(step, cut))
                    .to(queues(32));

            answers.getLast().refuses(Refusal.TRUNCATED, "ended in");
        }
    }

    @Test
    void anEnvironmentThatFailsLosesItsEpisodesAndNoMore() {
        List<Frames.Answer> answers = new Frames()
                .hello(AutoReset.DISABLED)
                .reset(1)
                .step(0)
                .step(0)
                .reset(1)
                .to(new EnvironmentServer(Broken::new, 1));

        answers.get(2).refuses(Refusal.FAILED, "the disk is full");
        answers.get(3).refuses(Refusal.OUT_OF_ORDER, "reset");
        answers.get(4).isState();
    }

    @Test
    void noMutatedFrameHangsOrKillsTheServerOrDisturbsAnEpisode() {
        byte[] next = new Frames()
                .hello(AutoReset.DISABLED)
                .reset(1, 2)
                .step(0, 0)
                .to(queues(32))
                .getLast()
                .payload();
        List<byte[]> valid =
                List.of(Frames.helloFrame(AutoReset.SAME_STEP), Frames.resetFrame(1, 5, 6), Frames.stepFrame(0, 0));
        int wholeAndRefused = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            int refused = 0;
            for (int mutation = 0; mutation < MUTATIONS; mutation++) {
                Chance chance = new Chance(SEED, "frame", mutation);
                byte[] spoilt = spoilt(valid.get(chance.below(valid.size())), chance);
                String name = "berth.seed=" + SEED + ", mutation " + mutation;
                refused += play(spoilt, next, name) ? 1 : 0;
            }
            return refused;
        });
        assertThat(wholeAndRefused)
                .as("mutations that left a frame whose next step was compared")
                .isGreaterThan(MUTATIONS / 4);
    }

    /** Sends a spoilt frame in the midst of an episode; true where it was one frame and refused, so that the next step was compared. */
    private static boolean play(byte[] spoilt, byte[] next, String name) {
        List<Frames.Answer> answers = new Frames()
                .hello(AutoReset.DISABLED)
                .reset(1, 2)
                .raw(spoilt)
                .step(0, 0)
                .to(queues(32));
        boolean refused = answers.size() > 2 && answers.get(2).kind() == EnvironmentProtocol.ERROR;
        boolean whole =
                spoilt.length >= 8 && Frames.numbers(8).put(0, spoilt, 0, 8).getInt(0) == spoilt.length - 8;
        if (refused && whole) {
            assertThat(answers.get(3).payload()).as(name).isEqualTo(next);
        }
        return refused && whole;
    }

    /** Bits flipped, bytes replaced, a part cut out or doubled; half the time the length is made right again. */
    private static byte[] spoilt(byte[] whole, Chance chance) {
        byte[] bytes = whole.clone();
        for (int change = 0; change <= chance.below(3); change++) {
            int at = chance.below(bytes.length);
            switch (chance.below(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << chance.below(8));
                case 1 -> bytes[at] = (byte) chance.below(256);
                case 2 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + at);
                    System.arraycopy(bytes, 0, longer, bytes.length, at);
                    bytes = longer;
                }
            }
        }
        if (bytes.length >= 8 && chance.unit() < 0.5) {
            byte[] length = Frames.numbers(4).putInt(bytes.length - 8).array();
            System.arraycopy(length, 0, bytes, 0, 4);
        }
        return bytes;
    }

    @Test
    void aStepAllocatesNothing() throws IOException {
        int steps = 5_000;
        EnvironmentServer server = new EnvironmentServer(() -> new SmallQueue(20_000, Integer.MAX_VALUE), 2);
        byte[] begin = join(Frames.helloFrame(AutoReset.DISABLED), Frames.resetFrame(1, 1, 2));
        byte[] block = Frames.stepFrame(0, 0);
        byte[] many = Arrays.copyOf(begin, begin.length + steps * block.length);
        for (int i = 0; i < steps; i++) {
            System.arraycopy(block, 0, many, begin.length + i * block.length, block.length);
        }
        byte[] fewer = Arrays.copyOf(many, begin.length + 2 * block.length);
        allocated(server, many);

        long ofFew = allocated(server, fewer);
        long ofMany = allocated(server, many);

        assertThat(ofMany - ofFew).as("bytes of %d steps", steps - 2).isLessThan(steps);
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static long allocated(EnvironmentServer server, byte[] requests) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        server.serve(new ByteArrayInputStream(requests), OutputStream.nullOutputStream());
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Every step fails. */
    private static final class Broken extends EnvironmentAround {
        private Broken() {
            super(new SmallQueue(4, Integer.MAX_VALUE));
        }

        @Override
        public double step(int action) {
            throw new IllegalStateException("the disk is full");
        }
    }
}
