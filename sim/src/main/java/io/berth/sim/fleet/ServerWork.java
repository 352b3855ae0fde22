package io.berth.sim.fleet;

import io.berth.core.dispatch.Request;
import java.util.List;

/** What a model server does in virtual time. */
interface ServerWork {
    /** Whether {@code request} could have a slot now. */
    boolean canStart(Request request);

    /** Gives {@code call} a slot; the server must be up to this instant. */
    void start(Call call, long now);

    /** Works up to {@code now}. */
    void advance(long now);

    /** Takes out the requests that are done. */
    List<Call> ended();

    /** Stops {@code request}, which has a slot. */
    void stop(Request request);

    /** The requests that have a slot. */
    List<Call> calls();

    /** When something happens here by itself; {@code Nanos.NEVER} for nothing. */
    long nextNanos();

    /** From now on it does so much of what it does when it is well, up to 1; with 0 nothing. It must be up to this instant. */
    void pace(double pace);

    /** Requests that run: have a slot, and their model is ready. */
    int computing();

    /** Requests that were begun here and wait inside for those that run. */
    default int waiting() {
        return 0;
    }

    ModelMemory memory();

    /** Tokens of the prompts that it began, and how many of them it held already. */
    default PrefixHits prefixHits() {
        return PrefixHits.NONE;
    }

    /**
     * @param tokens of prompts
     * @param held those of them that did not have to be read
     */
    record PrefixHits(long tokens, long held) {
        static final PrefixHits NONE = new PrefixHits(0, 0);
    }
}
