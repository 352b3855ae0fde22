package io.berth.gateway.picker;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Failure;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.gateway.desk.Call;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.http.Arrivals;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.WireError;
import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.prompt.BodyScan;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.io.IOException;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One request that Envoy has, from its headers to the end of its answer. Envoy waits for a server as long as the desk lets the request wait.
 * What Envoy sends and what the desk tells come from different threads; they take turns here.
 */
final class Pick implements Call {
    private final GatewayEdge edge;
    private final Pool pool;
    private final SynchronizationContext turns;
    private final Outbox envoy;

    private Modes modes = Modes.USUAL;
    /** Which servers it may go to; null for any. */
    private @Nullable IntPredicate may;

    /** From its first message on. */
    private @Nullable Asker asker;

    private @Nullable BodyScan scan;
    private long received;
    /** What says which server it is: the answer to its headers, or to its body. */
    private Phase naming = Phase.REQUEST_HEADERS;

    private Arrivals.@Nullable Question question;
    /** The desk knows it, under this number; 0 before. */
    private long number;

    private int server;
    private @Nullable Request request;
    /** A request that was given up before it was known here. */
    private long leftBefore = -1;

    private boolean picked;
    /** From when it has begun. */
    private @Nullable Answer answer;
    /** The endpoint that answered, where it is not the one that was picked. */
    private @Nullable String elsewhere;
    /** The desk has heard how it ended, or never knew it. */
    private boolean over;

    Pick(GatewayEdge edge, Pool pool, ServerCall<ProcessingRequest, ProcessingResponse> stream) {
        this.edge = edge;
        this.pool = pool;
        envoy = new Outbox(stream);
        turns = new SynchronizationContext((_, problem) -> broken(problem));
    }

    /** Begins to hear what Envoy sends. */
    ServerCall.Listener<ProcessingRequest> begin() {
        envoy.begin();
        return new ServerCall.Listener<>() {
            @Override
            public void onMessage(ProcessingRequest message) {
                turns.execute(() -> {
                    hear(message);
                    envoy.heard();
                    more();
                });
            }

            @Override
            public void onReady() {
                turns.execute(Pick.this::more);
            }

            @Override
            public void onHalfClose() {
                turns.execute(() -> {
                    left();
                    envoy.close(Status.OK);
                });
            }

            @Override
            public void onCancel() {
                turns.execute(() -> {
                    envoy.gone();
                    left();
                });
            }
        };
    }

    @Override
    public boolean explains() {
        return who().trail().explains();
    }

    @Override
    public void decided(Decision decision) {
        turns.execute(() -> who().trail().decided(decision));
    }

    @Override
    public void go(int where, Request asked) {
        turns.execute(() -> goNow(where, asked));
    }

    @Override
    public void leave(Request asked) {
        turns.execute(() -> {
            if (request != null && request.id() == asked.id()) {
                request = null;
            } else {
                leftBefore = asked.id();
            }
        });
    }

    @Override
    public void ended(Outcome outcome, long againNanos) {
        turns.execute(() -> {
            if (!picked && !over) {
                over = true;
                WireError error = WireError.of(outcome, againNanos);
                who().over(
                                null,
                                Journey.End.of(outcome),
                                Journey.End.reason(outcome),
                                error.status().code());
                refuse(error);
            }
        });
    }

    private void hear(ProcessingRequest message) {
        Phase phase = message.phase();
        if (asker == null) {
            asker = new Asker(edge, phase == Phase.REQUEST_HEADERS ? message.headers() : new DefaultHttpHeaders());
            WireError wrong = asker.visit().wrong();
            if (wrong != null) {
                refuse(wrong);
                return;
            }
        }
        switch (phase) {
            case REQUEST_HEADERS -> headers(message);
            case REQUEST_BODY -> body(message);
            case REQUEST_TRAILERS -> {
                envoy.tell(ProcessingResponse.on(phase));
                offer(true);
            }
            case RESPONSE_HEADERS -> answer(message);
            case RESPONSE_BODY -> answerPart(message);
            case RESPONSE_TRAILERS -> {
                envoy.tell(ProcessingResponse.on(phase));
                turns.execute(this::finish);
            }
        }
    }

    private void headers(ProcessingRequest message) {
        ProcessingRequest.Context context = message.context();
        modes = context.modes() == null ? Modes.USUAL : context.modes();
        may = context.subset() == null ? null : pool.within(context.subset());
        if (who().length() > edge.limits().bodyBytes()) {
            refuse(WireError.tooLarge(edge.limits()));
            return;
        }
        scan = message.end() || !who().asksInJson() ? null : who().scan();
        if (scan == null || !modes.bodyFirst()) {
            offer(message.end());
            return;
        }
        if (modes.buffered()) {
            envoy.send(ProcessingResponse.on(Phase.REQUEST_HEADERS));
            naming = Phase.REQUEST_BODY;
        }
    }

    private void body(ProcessingRequest message) {
        Piece piece = message.piece();
        received += piece.length();
        if (received > edge.limits().bodyBytes()) {
            refuse(WireError.tooLarge(edge.limits()));
            return;
        }
        BodyScan reading = number == 0 ? scan : null;
        if (reading != null) {
            reading.feed(piece.buffer());
        }
        if (naming == Phase.REQUEST_HEADERS || reading == null) {
            envoy.tell(
                    modes.request() == Modes.FULL_DUPLEX
                            ? ProcessingResponse.passed(Phase.REQUEST_BODY, piece, message.end())
                            : ProcessingResponse.on(Phase.REQUEST_BODY));
        }
        boolean enough =
                reading == null || reading.done() || received > edge.limits().bufferedBytes();
        if (enough || message.end() || modes.buffered()) {
            offer(message.end());
        }
    }

    /**
     * Asks the desk which server it goes to, where that was not done and its tenant has enough left.
     *
     * @param whole whether all of its body has come
     */
    private void offer(boolean whole) {
        if (number != 0 || over || envoy.closed()) {
            return;
        }
        String name = scan == null || !edge.host().modelsMatter() ? null : scan.model();
        int model = name == null ? Request.NO_MODEL : edge.host().model(name);
        if (model < Request.NO_MODEL) {
            refuse(WireError.unknownModel(String.valueOf(name)));
            return;
        }
        Arrivals.Question asks = who().question(model, scan, received);
        question = asks;
        WireError refused = who().visit()
                .enter(scan, whole, asks.need().prompt(), edge.arrivals().tokens(asks));
        if (refused != null) {
            refuse(refused);
            return;
        }
        Arrival arrival = edge.arrivals().of(asks, who().visit().asking(System.nanoTime()));
        number = arrival.number();
        who().trail().asked(arrival, scan);
        Desk.Likeness likeness = who().likeness(scan);
        if (may == null) {
            edge.desk().arrive(arrival, who().visit().ties(), likeness, this);
        } else {
            edge.desk().arrive(arrival, who().visit().ties(), likeness, this, may);
        }
    }

    /** Envoy carries it: nobody here can end it. */
    @Override
    public void evict(Request asked, boolean streaming) {
        edge.desk().spared(asked);
    }

    private void goNow(int where, Request asked) {
        if (asked.id() == leftBefore) {
            return;
        }
        server = where;
        request = asked;
        if (picked || over) {
            return;
        }
        picked = true;
        who().trail().sent(where);
        String named = pool.named(where, asked, may == null ? _ -> true : may);
        envoy.send(who().sentTo(naming, named, pool.server(where).key()));
        envoy.open();
        more();
    }

    private void answer(ProcessingRequest message) {
        Answer begun = new Answer(message.headers(), modes.answer() != Modes.NONE);
        answer = begun;
        who().trail().began(begun.status());
        String served = message.context().served() == null
                ? message.headers().get(ProcessingRequest.SERVED)
                : message.context().served();
        String by = pool.server(server).name();
        if (picked && !over && served != null && !served.equals(pool.endpoint(server))) {
            by = served;
            movedTo(served);
        } else if (picked && !over && begun.failed()) {
            edge.host()
                    .trouble(server, begun.byServer() ? null : new IOException("Envoy answers with " + begun.status()));
            giveUp(begun);
        }
        Phase phase = Phase.RESPONSE_HEADERS;
        envoy.tell(picked ? ProcessingResponse.with(phase, who().told(by)) : ProcessingResponse.on(phase));
        if (message.end()) {
            turns.execute(this::finish);
        }
    }

    /** Envoy did not reach the server that was picked, and took another of those that were named. */
    private void movedTo(String endpoint) {
        Request asked = request;
        elsewhere = endpoint;
        request = null;
        edge.host().trouble(server, new IOException("Envoy went on to " + endpoint));
        if (asked != null) {
            // The desk counts it at another server from now on, most often at that one.
            edge.desk().failed(server, asked);
        }
    }

    private void answerPart(ProcessingRequest message) {
        if (answer != null) {
            answer.add(message.piece());
            if (message.piece().length() > 0) {
                who().trail().piece();
            }
        }
        envoy.tell(
                modes.answer() == Modes.FULL_DUPLEX
                        ? ProcessingResponse.passed(Phase.RESPONSE_BODY, message.piece(), message.end())
                        : ProcessingResponse.on(Phase.RESPONSE_BODY));
        if (message.end()) {
            turns.execute(this::finish);
        }
    }

    /** The answer has ended. */
    private void finish() {
        if (over) {
            return;
        }
        over = true;
        who().answered(answer);
        who().over(answer, Journey.End.ANSWERED, "", 0);
        Request asked = request;
        request = null;
        boolean ours = elsewhere == null || elsewhere.equals(pool.endpoint(server));
        if (asked == null || !ours) {
            // Nothing is learnt of a server that did not do it.
            edge.desk().cancel(number);
            return;
        }
        Answer given = answer;
        long work = given != null && given.teaches() && question != null
                ? edge.arrivals().took(question, given.tokens(), asked)
                : Balancer.NO_ANSWER;
        edge.desk().answered(server, asked, work);
    }

    /** The server that was picked does not answer it, and nobody else will be asked by us. */
    private void giveUp(Answer given) {
        Request asked = request;
        over = true;
        request = null;
        who().answered(given);
        if (given.byServer()) {
            who().over(given, Journey.End.ANSWERED, "", 0);
        } else {
            Outcome failed = new Outcome.Failed(Failure.SERVER_FAILED);
            who().over(given, Journey.End.of(failed), Journey.End.reason(failed), 0);
        }
        if (asked != null) {
            edge.desk().answering(server, asked);
            edge.desk().failed(server, asked);
        }
    }

    /** Envoy needs us no more: all was said, or its client has left. */
    private void left() {
        envoy.drop();
        if (over) {
            return;
        }
        if (answer != null && answer.meter() == null) {
            // Envoy may go before the end of a stream of which it sends no piece: how long it took is not known.
            finish();
            return;
        }
        over = true;
        if (asker != null) {
            asker.over(answer, Journey.End.CANCELLED, "", 0);
        }
        if (number != 0) {
            who().left(answer, request != null);
            edge.desk().cancel(number);
        }
    }

    private void refuse(WireError error) {
        who().over(null, Journey.End.INVALID, error.code(), error.status().code());
        left();
        who().left(null, false);
        envoy.send(who().refused(error));
        envoy.close(Status.OK);
    }

    private void broken(Throwable problem) {
        envoy.close(Status.INTERNAL.withCause(problem).withDescription(problem.toString()));
        left();
    }

    private Asker who() {
        return Objects.requireNonNull(asker, "no message has come");
    }

    private void more() {
        envoy.more(!picked && received > edge.limits().bufferedBytes());
    }
}
