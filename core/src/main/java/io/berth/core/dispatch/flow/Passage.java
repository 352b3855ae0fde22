package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Request;
import java.util.ArrayList;
import java.util.List;

/** A request on its way through its stages. */
final class Passage implements Comparable<Passage> {
    private final Arrival arrival;
    private final boolean promised;
    private final long giveUpNanos;
    /** Stages in a queue or on a server; more than one only where stages run beside one another. */
    private final List<Attempt> attempts = new ArrayList<>(1);

    private int next;
    private int following;
    private int retries;
    private int evictions;
    private boolean error;
    private boolean ended;
    private boolean forgotten;
    private long queuedNanos;
    private long startNanos = Attempt.NOT_YET;

    /**
     * @param promised whether no admission turns it away
     * @param giveUpNanos when nobody waits for its answer any more
     */
    Passage(Arrival arrival, boolean promised, long giveUpNanos) {
        this.arrival = arrival;
        this.promised = promised;
        this.giveUpNanos = giveUpNanos;
    }

    long number() {
        return arrival.number();
    }

    boolean promised() {
        return promised;
    }

    long giveUpNanos() {
        return giveUpNanos;
    }

    Stage stage(int stage) {
        return arrival.stages().get(stage);
    }

    /** The first stage that was not begun; the number of stages where all were. */
    int next() {
        return next;
    }

    /** Begins the next stage and those beside it; returns the first that is not among them. */
    int advance() {
        List<Stage> stages = arrival.stages();
        int first = next;
        while (next < stages.size() && (next == first || stages.get(next).beside())) {
            next++;
        }
        return next;
    }

    /**
     * What a server is asked for of a stage.
     *
     * @param sinceNanos from when on it waits
     */
    Request request(int stage, long id, long sinceNanos) {
        Stage asked = stage(stage);
        return new Request(id, arrival.tenant(), arrival.priority(), asked.need(), sinceNanos, arrival.deadlineNanos());
    }

    void add(Attempt attempt) {
        attempts.add(attempt);
    }

    void left(Attempt attempt) {
        attempts.remove(attempt);
    }

    /** All its attempts, as they are now. */
    List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** It waits for what another request does, or no longer does. */
    void follow(int more) {
        following += more;
    }

    /** True where stages are in a queue, on a server or waited for. */
    boolean busy() {
        return !attempts.isEmpty() || following > 0;
    }

    /** True where it may be sent again, which it then is. */
    boolean retry(int most) {
        boolean allowed = retries < most;
        retries += allowed ? 1 : 0;
        return allowed;
    }

    /** It is ended to make room for another once more. */
    void evicted() {
        evictions++;
    }

    /** How often that was. */
    int evictions() {
        return evictions;
    }

    /** A server answered a stage with {@code workNanos} of work, or with an error. */
    void answered(long workNanos) {
        error |= workNanos == Balancer.NO_ANSWER;
    }

    /** Whether a stage was answered with an error, so that there is nothing to keep. */
    boolean erred() {
        return error;
    }

    void started(long nowNanos) {
        startNanos = startNanos == Attempt.NOT_YET ? nowNanos : startNanos;
    }

    void queued(long nanos) {
        queuedNanos += nanos;
    }

    boolean ended() {
        return ended;
    }

    /** True once, when it has ended and nothing is done for it any more. */
    boolean forget() {
        boolean over = ended && !busy() && !forgotten;
        forgotten |= over;
        return over;
    }

    Ended end(Outcome outcome, long nowNanos) {
        ended = true;
        return new Ended(number(), outcome, nowNanos, startNanos, queuedNanos, retries, error);
    }

    @Override
    public int compareTo(Passage other) {
        int order = Long.compare(giveUpNanos, other.giveUpNanos);
        return order == 0 ? Long.compare(number(), other.number()) : order;
    }
}
