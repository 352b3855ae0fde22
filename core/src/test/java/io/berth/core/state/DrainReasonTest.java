package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSource;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DrainReasonTest {
    private static State drained(String why) {
        State state = new State(1);
        state.apply(100, new Event.NodeJoined(0, NodeSpec.of("a", 1_000, 1L << 30, 0, "")));
        state.apply(200, new Event.NodeDrained(0, true, why));
        return state;
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }

    @Test
    void whyANodeIsDrainedIsKeptUntilItTakesTasksAgain() {
        State state = drained("a fan is loud");
        assertThat(StateCodec.read(new ByteSource(bytes(state))).drainReason(0)).isEqualTo("a fan is loud");

        state.apply(300, new Event.NodeDrained(0, true));
        assertThat(state.drainReason(0)).isEmpty();
        state.apply(400, new Event.NodeDrained(0, true, "again"));
        state.apply(500, new Event.NodeDrained(0, false));
        assertThat(state.drainReason(0)).isEmpty();
    }

    @Test
    void aStateOfBeforeReasonsWereKeptIsRead() {
        // The same state of version 10 but for its end: no reasons of drains.
        byte[] before = HexFormat.of()
                .parseHex("0a000000000000000100000000000000c80000000200000100086663667308666366730010626573"
                        + "742d66697400086e6f6e6500086e6f6e6500086e6f6e65000000020261d00f8080808008000000fe"
                        + "ffffff0f000000000100000002000000000000000000000000");
        before[0] = 8;

        State read = StateCodec.read(new ByteSource(before));
        assertThat(read.nodeTable().draining(0)).isTrue();
        assertThat(read.drainReason(0)).isEmpty();
    }
}
