package io.berth.gateway.journey;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.gateway.prompt.BodyScan;
import org.jspecify.annotations.Nullable;

/** A trail that somebody listens to. */
final class LiveTrail implements Trail {
    private final Trails trails;
    private final String method;
    private final String path;
    private final boolean toldClient;
    private final @Nullable TraceContext trace;
    private final long arrivedMillis = System.currentTimeMillis();
    private final long arrivedNanos = System.nanoTime();
    private long number;
    private int tenant;
    private Journey.Want want = Journey.Want.NOTHING;
    private @Nullable Decision decision;
    private int server = Fleet.NONE;
    private int attempts;
    private int status;
    private long sentNanos = Journey.NEVER;
    private long firstNanos = Journey.NEVER;
    private long inputTokens;
    private long outputTokens;
    private boolean over;

    LiveTrail(Trails trails, String method, String path, boolean toldClient, @Nullable TraceContext trace) {
        this.trails = trails;
        this.method = method;
        this.path = path;
        this.toldClient = toldClient;
        this.trace = trace;
    }

    @Override
    public boolean heard() {
        return true;
    }

    @Override
    public boolean explains() {
        return toldClient || trails.all();
    }

    @Override
    public void asked(Arrival arrival, @Nullable BodyScan read) {
        number = arrival.number();
        tenant = arrival.tenant();
        var need = arrival.stages().getFirst().need();
        want = new Journey.Want(
                read == null ? null : read.model(),
                read != null && read.stream(),
                need.prompt(),
                read == null ? 0 : read.mostTokens(),
                need.workNanos());
        trails.asked(number, want);
    }

    @Override
    public void decided(Decision why) {
        decision = why;
    }

    @Override
    public void sent(int where) {
        server = where;
        attempts++;
        sentNanos = System.nanoTime();
        trails.sent(number, where, sentNanos);
    }

    @Override
    public void began(int code) {
        status = code;
    }

    @Override
    public void piece() {
        if (firstNanos == Journey.NEVER) {
            firstNanos = System.nanoTime();
        }
    }

    @Override
    public void tokens(long input, long output) {
        inputTokens = input;
        outputTokens = output;
    }

    @Override
    public void ended(Journey.End end, String reason, int code) {
        if (over) {
            return;
        }
        over = true;
        trails.tell(new Journey(
                number,
                new Journey.Asked(method, path, tenant, want),
                new Journey.Times(arrivedMillis, arrivedNanos, sentNanos, firstNanos, System.nanoTime()),
                new Journey.Place(server, server == Fleet.NONE ? "" : trails.name(server), attempts),
                new Journey.Ended(end, reason, status == 0 ? code : status, inputTokens, outputTokens),
                decision != null && decision.chosen().server() == server ? decision : null,
                trace));
    }

    @Override
    public @Nullable String traceForServer() {
        return trace == null ? null : trace.forServer();
    }

    @Override
    public @Nullable String traceForClient() {
        return trace == null ? null : trace.forClient();
    }

    @Override
    public @Nullable String why() {
        return toldClient && decision != null ? trails.line(decision) : null;
    }
}
