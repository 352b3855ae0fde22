package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.time.Chance;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.SimulatedDay;
import java.util.List;

/** States as bytes and back, and what comes of a journal. */
final class Recoveries {
    private Recoveries() {}

    static byte[] bytes(State state) {
        return state.image().bytes();
    }

    /** A copy by way of its bytes, which has the same. */
    static State readBack(State state) {
        byte[] before = bytes(state);
        State back = StateCodec.read(new ByteSource(before));
        assertThat(bytes(back)).isEqualTo(before);
        return back;
    }

    /** The state after some moments of {@code day}, which is also what its journal gives. */
    static State recovered(long seed, SimulatedDay day, MemoryJournal journal) {
        int moments = 1 + new Chance(seed, "crash", 0).below(60);
        for (int moment = 0; moment < moments; moment++) {
            day.moment();
        }
        Recovery recovery = Recovery.recover(new State(seed));
        MemoryJournal.read(journal.bytes()).forEach(recovery::apply);
        assertThat(bytes(recovery.state())).isEqualTo(bytes(day.state()));
        return day.state();
    }

    /** Decides {@code frames} again from number {@code middle} on. */
    static Recovery redecidedFrom(int middle, List<Frame> frames, long seed, Catalog catalog) {
        Recovery first = Recovery.recover(new State(seed));
        frames.subList(0, middle).forEach(first::apply);
        Recovery rest = Recovery.redecide(readBack(first.state()), catalog);
        frames.subList(middle, frames.size()).forEach(rest::apply);
        return rest;
    }
}
