package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.event.Event;
import io.berth.core.journal.ByteSink;
import io.berth.core.journal.ByteSource;
import io.berth.core.journal.CorruptRecordException;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import java.util.Arrays;
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
        byte[] now = bytes(new State(1));
        // No settings, no boot and its two zeros, no reasons of drains.
        byte[] before = Arrays.copyOf(now, now.length - 5);
        before[0] = 6;

        assertThat(StateCodec.read(new ByteSource(before)).wall()).isEqualTo(WallClock.EVEN);
    }

    @Test
    void settingsThatCouldNotHaveBeenWrittenAreSaidToBeCorrupt() {
        State state = new State(1);
        state.apply(100, new Event.ClockSet(1, BootTime.NONE));
        state.apply(200, new Event.ClockSet(2, BootTime.NONE));
        byte[] bytes = bytes(state);
        // Behind the second moment, of two bytes, are its offset, the boot, a byte for each of three, and no reasons of
        // drains.
        int second = bytes.length - 7;
        bytes[second] = (byte) 0x82;
        bytes[second + 1] = 0;

        assertThatThrownBy(() -> StateCodec.read(new ByteSource(bytes))).isInstanceOf(CorruptRecordException.class);
    }

    private static byte[] bytes(State state) {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        return sink.toByteArray();
    }
}
