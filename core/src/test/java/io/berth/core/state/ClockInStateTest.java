package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ClockInStateTest {
    private static final BootTime BOOT = new BootTime("one", -5, 7);

    @Test
    void whatTheClockShowedIsKeptWithTheState() {
        State state = new State(1);
        state.apply(100, new Event.ClockSet(Nanos.HOUR, BOOT));
        state.apply(200, new Event.ClockSet(-Nanos.HOUR, BOOT));
        State read = StateCodec.read(new ByteSource(bytes(state)));

        assertThat(read.wall()).isEqualTo(state.wall());
        assertThat(read.wall().wallNanos(150)).isEqualTo(150 + Nanos.HOUR);
        assertThat(read.boot()).isEqualTo(BOOT);
    }

    @Test
    void aJumpInAJournalOfEarlierMovesNothingThatIsShown() {
        State state = new State(1);
        state.apply(100, new Event.ClockJumped(Nanos.HOUR));

        assertThat(state.wall()).isEqualTo(WallClock.EVEN);
    }

    @Test
    void aStateOfBeforeClocksWereKeptIsRead() {
        // An empty state of version 10 but for its end: no settings, no boot and its two zeros, no reasons of drains.
        byte[] before = HexFormat.of()
                .parseHex("0a000000000000000100000000000000000000000200000000086663667308666366730010626573"
                        + "742d66697400086e6f6e6500086e6f6e6500086e6f6e650000000000020000000000000000");
        before[0] = 6;

        assertThat(StateCodec.read(new ByteSource(before)).wall()).isEqualTo(WallClock.EVEN);
    }

    @Test
    void settingsThatCouldNotHaveBeenWrittenAreSaidToBeCorrupt() {
        State state = new State(1);
        state.apply(100, new Event.ClockSet(1, BootTime.NONE));
        state.apply(200, new Event.ClockSet(2, BootTime.NONE));
        byte[] bytes = bytes(state);
        // The second moment, of two bytes, and its offset.
        int second = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\u0090\u0003\u0004");
        assertThat(second).isPositive();
        bytes[second] = (byte) 0x82;
        bytes[second + 1] = 0;

        assertThatThrownBy(() -> StateCodec.read(new ByteSource(bytes))).isInstanceOf(CorruptRecordException.class);
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }
}
