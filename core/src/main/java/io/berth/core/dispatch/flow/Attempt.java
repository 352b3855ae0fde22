package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/** One stage of a request on its way to one server and through it. A stage that is tried again is another attempt. */
public final class Attempt {
    /** It has no slot yet. */
    public static final long NOT_YET = -1;

    private final Request request;
    private final boolean leads;
    private Passage passage;
    private int stage;
    private int server = Fleet.NONE;
    private long startedNanos = NOT_YET;
    private boolean answering;
    private boolean over;

    /** @param leads true where others may wait for its result */
    Attempt(Passage passage, int stage, Request request, boolean leads) {
        this.passage = passage;
        this.stage = stage;
        this.request = request;
        this.leads = leads;
    }

    /** What the server is asked for; its id is of this attempt alone. */
    public Request request() {
        return request;
    }

    /** The number of the request whose stage it is. */
    public long number() {
        return passage.number();
    }

    /** Which of its stages, from 0. */
    public int stage() {
        return stage;
    }

    /** Where it is; {@link Fleet#NONE} where it waits at the gateway. */
    public int server() {
        return server;
    }

    /** When it got a slot; {@link #NOT_YET} where it has none. */
    public long startedNanos() {
        return startedNanos;
    }

    /** Its answer has begun to go to the client, so that it cannot be tried again. */
    void answering() {
        answering = true;
    }

    boolean started() {
        return startedNanos != NOT_YET;
    }

    boolean mayBeTriedAgain() {
        return !answering;
    }

    boolean leads() {
        return leads;
    }

    Passage passage() {
        return passage;
    }

    long feature() {
        return passage.stage(stage).feature();
    }

    void at(int where) {
        server = where;
    }

    void start(int where, long nowNanos) {
        server = where;
        startedNanos = nowNanos;
    }

    /** From now on it is done for stage {@code other} of {@code heir}. */
    void handTo(Passage heir, int other) {
        passage = heir;
        stage = other;
    }

    boolean over() {
        return over;
    }

    /** It has ended, one way or another. */
    void end() {
        over = true;
    }
}
