package io.berth.core.dispatch.health;

import io.berth.core.dispatch.health.HealthRules.Outliers;
import io.berth.core.time.Nanos;

/**
 * How one server does, by what is seen of it: answers to whether it is there, and what became of requests. It has no clock; time is an
 * argument. Of one thread at a time.
 *
 * <pre>
 *  UP ──(too many failures)──▶ EJECTED ──(its time is over)──▶ TRIED ──(an answer)──▶ RISING ──(slow start is over)──▶ UP
 *  any ──(is not there)──▶ LOST ──(is there again)──▶ TRIED ──(a failure)──▶ EJECTED, for longer
 * </pre>
 */
public final class Condition {
    private State state;
    /** When what goes by time ends: an ejection, a slow start. */
    private long untilNanos;

    private long sinceNanos;
    private int missed;
    private int failed;
    private int ejections;
    private long backNanos;
    private Window window;

    /** What it is. */
    public enum State {
        UP,
        /** It has one request at a time, until it has answered one. */
        TRIED,
        /** It has answered one, and has more and more of them. */
        RISING,
        /** It is there, but requests fail at it. */
        EJECTED,
        /** It is not there. */
        LOST
    }

    /** What became of a request. */
    public enum End {
        ANSWERED,
        /** It said that it is busy. */
        BUSY,
        FAILED,
        /** It did not take the connection. */
        REFUSED
    }

    /** What is to be done. */
    public enum Advice {
        NOTHING,
        /** It is another state than before. */
        CHANGED,
        /** It should be ejected, if others are left. */
        EJECT
    }

    /** @param tried whether it came to a fleet that runs */
    public Condition(boolean tried, long nowNanos) {
        state = tried ? State.TRIED : State.UP;
        sinceNanos = nowNanos;
        backNanos = nowNanos;
        window = new Window(nowNanos);
    }

    /** What it is. */
    public State state() {
        return state;
    }

    /** Whether it gets requests. */
    public boolean open() {
        return state != State.LOST && state != State.EJECTED;
    }

    /** It answered that it is there. */
    public Advice healthy(long nowNanos) {
        missed = 0;
        if (state != State.LOST) {
            return Advice.NOTHING;
        }
        // What it was ejected for may be what it was lost for: the time still counts.
        enter(untilNanos > nowNanos ? State.EJECTED : State.TRIED, nowNanos);
        return Advice.CHANGED;
    }

    /** It did not answer whether it is there, or answered that it is not well. */
    public Advice missed(HealthRules rules, boolean refused, long nowNanos) {
        missed++;
        if (state == State.LOST || !refused && missed < rules.failures()) {
            return Advice.NOTHING;
        }
        lose(nowNanos);
        return Advice.CHANGED;
    }

    /** What became of a request there. */
    public Advice ended(HealthRules rules, End end, long nowNanos) {
        if (!open()) {
            return Advice.NOTHING;
        }
        window.add(end, rules.outliers().rate().windowNanos(), nowNanos);
        return switch (end) {
            case BUSY -> window.onlyBusy(rules.outliers().rate()) ? Advice.EJECT : Advice.NOTHING;
            case ANSWERED -> {
                failed = 0;
                if (state != State.TRIED) {
                    yield Advice.NOTHING;
                }
                enter(State.RISING, nowNanos);
                untilNanos = nowNanos + rules.outliers().slowStartNanos();
                yield Advice.CHANGED;
            }
            case REFUSED -> {
                lose(nowNanos);
                yield Advice.CHANGED;
            }
            case FAILED -> {
                failed++;
                boolean much = state == State.TRIED
                        || failed >= rules.failures()
                        || window.tooMany(rules.outliers().rate());
                yield much ? Advice.EJECT : Advice.NOTHING;
            }
        };
    }

    /** It gets no requests for a while, each time for longer. */
    public void eject(HealthRules rules, long nowNanos) {
        Outliers outliers = rules.outliers();
        // For each time that it was well as long as it had been ejected, one ejection is forgotten.
        long well = nowNanos - backNanos;
        while (ejections > 0 && well >= outliers.ejectionNanos() * ejections) {
            well -= outliers.ejectionNanos() * ejections;
            ejections--;
        }
        ejections++;
        enter(State.EJECTED, nowNanos);
        untilNanos = nowNanos + StrictMath.min(outliers.ejectionNanos() * ejections, outliers.longestNanos());
    }

    /** Ends what goes by time. */
    public Advice tick(long nowNanos) {
        if (state == State.EJECTED && nowNanos >= untilNanos) {
            enter(State.TRIED, nowNanos);
            return Advice.CHANGED;
        }
        if (state == State.RISING && nowNanos >= untilNanos) {
            enter(State.UP, nowNanos);
            return Advice.CHANGED;
        }
        return Advice.NOTHING;
    }

    /**
     * How many requests it has at most while another could have them.
     *
     * @param full what its full share is, by what others have
     */
    public int most(int full, long nowNanos) {
        return switch (state) {
            case TRIED -> 1;
            case RISING -> {
                double grown = (double) (nowNanos - sinceNanos) / (double) StrictMath.max(1, untilNanos - sinceNanos);
                yield StrictMath.max(1, (int) StrictMath.ceil(full * StrictMath.min(1, grown)));
            }
            default -> Integer.MAX_VALUE;
        };
    }

    /** How long it is ejected from {@code nowNanos} on, in seconds. */
    public long ejectedSeconds(long nowNanos) {
        return StrictMath.ceilDiv(StrictMath.max(0, untilNanos - nowNanos), Nanos.SECOND);
    }

    /** For how long it is what it is, in seconds. */
    public double sinceSeconds(long nowNanos) {
        return Math.max(0, nowNanos - sinceNanos) / 1e9;
    }

    /** In how long it is something else by time alone, in seconds; below 0 where it is not. */
    public double untilSeconds(long nowNanos) {
        return state == State.EJECTED || state == State.RISING ? Math.max(0, untilNanos - nowNanos) / 1e9 : -1;
    }

    private void lose(long nowNanos) {
        if (state != State.EJECTED) {
            untilNanos = nowNanos;
        }
        enter(State.LOST, nowNanos);
    }

    private void enter(State next, long nowNanos) {
        if (next == State.TRIED) {
            backNanos = nowNanos;
        }
        state = next;
        sinceNanos = nowNanos;
        failed = 0;
        window = new Window(nowNanos);
    }
}
