package io.berth.sim.fleet;

import io.berth.core.dispatch.Request;
import io.berth.sim.request.Stage;

/** One stage of a request on its way through a server. */
final class Call {
    /** No token came yet. */
    static final long NOT_YET = RequestEnd.NOT_YET;

    /** Work below a nanosecond is rounding. */
    private static final double DONE = 0.5;

    private final long number;
    private final Stage stage;
    private final Request request;
    private final long besideNanos;
    private long startedNanos;
    private long readyNanos;
    private double left;
    private double beforeFirst;
    private long firstNanos = NOT_YET;

    /**
     * @param number that of the request it is of
     * @param besideNanos work that comes before it, since its server lacks something
     */
    Call(long number, Stage stage, Request request, long besideNanos) {
        this.number = number;
        this.stage = stage;
        this.request = request;
        this.besideNanos = besideNanos;
    }

    long number() {
        return number;
    }

    Request request() {
        return request;
    }

    /** The work that it is. */
    long workNanos() {
        return stage.workNanos();
    }

    Stage stage() {
        return stage;
    }

    /** A token came at {@code now}. */
    void token(long now) {
        firstNanos = firstNanos == NOT_YET ? now : firstNanos;
    }

    /** It has a slot from {@code now}, and its model from {@code ready}. */
    void start(long now, long ready) {
        startedNanos = now;
        readyNanos = ready;
        left = besideNanos + stage.workNanos();
        beforeFirst = stage.firstNanos() == 0 ? 0 : besideNanos + stage.firstNanos();
    }

    /** Its server reads so much before it makes anything, in time of a server of speed 1. */
    void reads(double nanos) {
        left += nanos;
        beforeFirst += nanos;
    }

    long startedNanos() {
        return startedNanos;
    }

    long readyNanos() {
        return readyNanos;
    }

    /** When its first token came; {@link #NOT_YET} where it has none yet, or none of its own. */
    long firstNanos() {
        return firstNanos;
    }

    /** It ran for {@code elapsed} from {@code since} at {@code speed}. */
    void work(long since, long elapsed, double speed) {
        double done = elapsed * speed;
        if (firstNanos == NOT_YET && beforeFirst > 0 && beforeFirst - done <= DONE) {
            firstNanos = since + StrictMath.round(beforeFirst / speed);
        }
        beforeFirst -= done;
        left -= done;
    }

    boolean done() {
        return left <= DONE;
    }

    /** How long it still takes at {@code speed}. */
    long leftNanos(double speed) {
        return done() ? 0 : (long) StrictMath.ceil(left / speed);
    }
}
