package io.berth.gateway.fleet;

import io.berth.core.dispatch.health.Condition;
import io.berth.gateway.fleet.engine.Engine;
import io.berth.gateway.setting.Server;

/** One server of the fleet, from when it came to when it has left. What is not final is under its own lock, or volatile. */
public final class Member {
    private final int number;
    final Condition condition;
    final Engine engine;
    private volatile Server server;
    private volatile boolean leaving;
    private volatile long goneNanos;
    /** When it last said how busy it is. */
    private volatile long reportedNanos;

    private volatile boolean reported;
    /** Why it was lost or ejected last; empty where it never was. */
    volatile String why = "";
    /** How often it was ejected; under its lock. */
    int ejections;
    /** Questions that are not answered yet. */
    boolean askedHealth;

    boolean askedLoad;
    boolean askedModels;
    /** Whether it is asked soon whether it has ended what was stopped there. */
    volatile boolean askedStopped;
    /** How much of its report counts, as was told last. */
    double share = 1;
    /** How many requests it may have, as was told last. */
    int most = Integer.MAX_VALUE;

    private long decided;
    private long applied;

    Member(int number, Server server, Condition condition) {
        this.number = number;
        this.server = server;
        this.condition = condition;
        engine = new Engine(server.engine());
    }

    /** Which no other server has or had. */
    public int number() {
        return number;
    }

    /** As it is now. */
    public Server server() {
        return server;
    }

    /** Whether it takes no more requests, and leaves. */
    public boolean leaving() {
        return leaving;
    }

    void change(Server changed) {
        server = changed;
        engine.tell(changed.engine());
    }

    void leave() {
        leaving = true;
    }

    /** It has left, and nothing is there any more. */
    void gone(long nowNanos) {
        leaving = true;
        goneNanos = nowNanos;
    }

    /** Whether nobody can have anything to do with it any more. */
    boolean forgotten(long beforeNanos) {
        return goneNanos != 0 && goneNanos < beforeNanos;
    }

    boolean isGone() {
        return goneNanos != 0;
    }

    void reported(long nowNanos) {
        reportedNanos = nowNanos;
        reported = true;
    }

    /** Whether it ever said how busy it is. */
    boolean hasReported() {
        return reported;
    }

    long reportAgeNanos(long nowNanos) {
        return nowNanos - reportedNanos;
    }

    /** A turn for what was decided of it just now; call it with its lock. */
    long decide() {
        return ++decided;
    }

    /** Whether nothing that was decided later was done before; of one thread at a time. */
    boolean apply(long turn) {
        if (turn < applied) {
            return false;
        }
        applied = turn;
        return true;
    }
}
