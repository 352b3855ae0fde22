package io.berth.console.api.call;

import io.berth.console.http.message.Problem;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.state.StateImage;
import io.berth.live.driver.Operator;

/**
 * The state of one instant as bytes: the engine's thread only makes an image of it, which is written down here, and whoever wants to plan on it
 * makes a state of it.
 *
 * @param instants which instant
 */
public record StateCopy(byte[] bytes, long instants) {
    /** How much larger a state is than what is written of it: a job without an environment takes some 100 bytes there, and 800 here. */
    private static final long HEAP_PER_BYTE = 8;

    /** Copies take no more of the heap than a quarter; the jobs that live take as much at most. */
    private static final int HEAP_PER_COPIES = 4;

    /** As it is now. */
    public static StateCopy of(Operator operator) {
        StateImage image = Engine.await(operator.ask(State::image));
        return new StateCopy(image.bytes(), image.instants());
    }

    /** How many states that are made of it the heap has room for. */
    public int room() {
        long each = Math.max(1, bytes.length * HEAP_PER_BYTE);
        long room = Runtime.getRuntime().maxMemory() / HEAP_PER_COPIES / each;
        return (int) Math.min(Integer.MAX_VALUE, room);
    }

    /** Refuses what needs {@code states} of it where the heap has no room for so many. */
    public StateCopy checked(int states) {
        if (room() < states) {
            throw Problem.of(
                            503,
                            "unavailable",
                            "the system cannot serve now",
                            "so many jobs wait and run that there is no memory to look ahead; a larger heap has it (-Xmx)")
                    .with("Retry-After", "10")
                    .exception();
        }
        return this;
    }

    /** A state that no engine uses, a new one at each call. */
    public State state() {
        return StateCodec.read(new ByteSource(bytes));
    }
}
