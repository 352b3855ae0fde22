package io.berth.gateway.picker;

import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.time.Nanos;
import io.berth.gateway.desk.Call;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.http.Arrivals;
import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.WireError;
import io.berth.gateway.prompt.AnswerMeter;
import io.berth.gateway.prompt.BodyScan;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One request that Envoy has, from its headers to the end of its answer. What Envoy sends and what the desk tells come from different
 * threads; they take turns here.
 */
final class Pick implements Call {
    /** Envoy says in it how long a server took; where it answered in the place of one, it is not there. */
    static final String UPSTREAM_TIME = "x-envoy-upstream-service-time";

    private static final int SERVER_ERROR = 500;

    private final GatewayEdge edge;
    private final Pool pool;
    private final ServerCall<ProcessingRequest, ProcessingResponse> stream;
    private final SynchronizationContext turns;

    private Modes modes = Modes.USUAL;
    /** Which servers it may go to; null for any. */
    private @Nullable IntPredicate may;

    private Map<String, String> headers = Map.of();
    private @Nullable BodyScan scan;
    private long received;
    /** What says which server it is: the answer to its headers, or to its body. */
    private Phase naming = Phase.REQUEST_HEADERS;
    /** What Envoy is answered once it knows the server. */
    private final List<ProcessingResponse> held = new ArrayList<>();
    /** Envoy is answered to all that it sent, and may send the next. */
    private boolean due;

    private Arrivals.@Nullable Question question;
    /** The desk knows it, under this number; 0 before. */
    private long number;

    private int server;
    private @Nullable Request request;
    /** A request that was given up before it was known here. */
    private long leftBefore = -1;

    private boolean picked;
    private boolean answering;
    private boolean succeeded;
    private boolean events;
    private AnswerMeter meter = new AnswerMeter(false);
    /** The endpoint that answered, where it is not the one that was picked. */
    private @Nullable String elsewhere;
    /** The desk has heard how it ended, or never knew it. */
    private boolean over;
    /** Nothing more goes to Envoy. */
    private boolean closed;

    Pick(GatewayEdge edge, Pool pool, ServerCall<ProcessingRequest, ProcessingResponse> stream) {
        this.edge = edge;
        this.pool = pool;
        this.stream = stream;
        turns = new SynchronizationContext((_, problem) -> broken(problem));
    }

    /** Begins to hear what Envoy sends. */
    ServerCall.Listener<ProcessingRequest> begin() {
        stream.sendHeaders(new Metadata());
        stream.request(1);
        return new ServerCall.Listener<>() {
            @Override
            public void onMessage(ProcessingRequest message) {
                turns.execute(() -> {
                    hear(message);
                    due = true;
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
                    close();
                });
            }

            @Override
            public void onCancel() {
                turns.execute(() -> {
                    closed = true;
                    left();
                });
            }
        };
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
                refuse(WireError.of(outcome, againNanos));
            }
        });
    }

    private void hear(ProcessingRequest message) {
        Phase phase = message.phase();
        switch (phase) {
            case REQUEST_HEADERS -> headers(message);
            case REQUEST_BODY -> body(message);
            case REQUEST_TRAILERS -> {
                tell(ProcessingResponse.on(phase));
                offer();
            }
            case RESPONSE_HEADERS -> answer(message);
            case RESPONSE_BODY -> answerPart(message);
            case RESPONSE_TRAILERS -> {
                tell(ProcessingResponse.on(phase));
                turns.execute(this::finish);
            }
        }
    }

    private void headers(ProcessingRequest message) {
        ProcessingRequest.Context context = message.context();
        modes = context.modes() == null ? Modes.USUAL : context.modes();
        may = context.subset() == null ? null : pool.within(context.subset());
        headers = message.headers();
        if (length() > edge.limits().bodyBytes()) {
            refuse(WireError.tooLarge(edge.limits()));
            return;
        }
        boolean json = "POST".equals(headers.get(":method"))
                && headers.getOrDefault("content-type", "application/json").startsWith("application/json");
        if (!json || message.end() || !modes.bodyFirst()) {
            offer();
            return;
        }
        scan = new BodyScan(edge.host().modelsMatter(), edge.limits().promptBytes());
        if (modes.buffered()) {
            send(ProcessingResponse.on(Phase.REQUEST_HEADERS));
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
            tell(
                    modes.request() == Modes.FULL_DUPLEX
                            ? ProcessingResponse.passed(Phase.REQUEST_BODY, piece, message.end())
                            : ProcessingResponse.on(Phase.REQUEST_BODY));
        }
        boolean enough =
                reading == null || reading.done() || received > edge.limits().bufferedBytes();
        if (enough || message.end() || modes.buffered()) {
            offer();
        }
    }

    /** Asks the desk which server it goes to, where that was not done. */
    private void offer() {
        if (number != 0 || closed) {
            return;
        }
        String name = scan == null || !edge.host().modelsMatter() ? null : scan.model();
        int model = name == null ? Request.NO_MODEL : edge.host().model(name);
        if (model < Request.NO_MODEL) {
            refuse(WireError.unknownModel(String.valueOf(name)));
            return;
        }
        Ties ties = new Ties(headers.getOrDefault(edge.turns().header(), ""), "", List.of());
        Arrivals.Question asks = edge.arrivals()
                .question(model, 0, scan, Math.max(length(), received))
                .of(ties.sessionOf(0));
        question = asks;
        Arrival arrival = edge.arrivals().of(asks, Arrivals.Asking.ANYBODY);
        number = arrival.number();
        int who = headers.getOrDefault("authorization", "").hashCode();
        String path = headers.getOrDefault(":path", "");
        boolean first = "0".equals(headers.get("x-stainless-retry-count"));
        Desk.Likeness likeness = new Desk.Likeness(Arrivals.likeness(who, path, scan, Math.max(length(), 0)), first);
        IntPredicate within = may;
        if (within == null) {
            edge.desk().arrive(arrival, Ties.NONE, likeness, this);
        } else {
            edge.desk().arrive(arrival, likeness, this, within);
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
        IntPredicate within = may == null ? _ -> true : may;
        if (!within.test(where)) {
            // It waited here, and the server that has a slot is none that it may go to.
            giveUp();
            refuse(WireError.of(new Outcome.Rejected(Refusal.NO_SERVER, Again.UNKNOWN), Nanos.SECOND));
            return;
        }
        picked = true;
        String named = pool.named(where, asked, within);
        send(ProcessingResponse.picked(naming, named, also(where)));
        held.forEach(this::send);
        held.clear();
        more();
    }

    /** Headers that the request gets beside that of its destination. */
    private List<ProcessingResponse.Header> also(int where) {
        String key = pool.server(where).key();
        return key == null ? List.of() : List.of(new ProcessingResponse.Header("authorization", "Bearer " + key));
    }

    private void answer(ProcessingRequest message) {
        Map<String, String> said = message.headers();
        int status = whole(said.get(":status"));
        answering = true;
        succeeded = status >= 200 && status < 300;
        events = said.getOrDefault("content-type", "").startsWith("text/event-stream");
        meter = new AnswerMeter(events);
        String served = message.context().served() == null
                ? said.get(ProcessingRequest.SERVED)
                : message.context().served();
        String by = pool.server(server).name();
        if (picked && !over && served != null && !served.equals(pool.endpoint(server))) {
            by = served;
            movedTo(served);
        } else if (picked && !over && status >= SERVER_ERROR) {
            boolean itself = said.containsKey(UPSTREAM_TIME);
            edge.host().trouble(server, itself ? null : new IOException("Envoy answers with " + status));
            giveUp();
        }
        Phase phase = Phase.RESPONSE_HEADERS;
        tell(
                picked
                        ? ProcessingResponse.with(phase, new ProcessingResponse.Header("x-berth-server", by))
                        : ProcessingResponse.on(phase));
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
        Piece piece = message.piece();
        meter.add(piece.buffer());
        tell(
                modes.answer() == Modes.FULL_DUPLEX
                        ? ProcessingResponse.passed(Phase.RESPONSE_BODY, piece, message.end())
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
        Request asked = request;
        request = null;
        boolean ours = elsewhere == null || elsewhere.equals(pool.endpoint(server));
        if (asked == null || !ours) {
            // Nothing is learnt of a server that did not do it.
            edge.desk().cancel(number);
            return;
        }
        long work = succeeded && question != null
                ? edge.arrivals().took(question, meter.tokens(), asked)
                : Balancer.NO_ANSWER;
        edge.desk().answered(server, asked, work);
    }

    /** The server that was picked does not answer it, and nobody else will be asked by us. */
    private void giveUp() {
        Request asked = request;
        over = true;
        request = null;
        if (asked != null) {
            edge.desk().answering(server, asked);
            edge.desk().failed(server, asked);
        }
    }

    /** Envoy needs us no more: all was said, or its client has left. */
    private void left() {
        held.clear();
        if (over) {
            return;
        }
        if (answering && modes.answer() == Modes.NONE) {
            // Envoy may go before the end of a stream of which it sends no piece: how long it took is not known.
            succeeded &= !events;
            finish();
            return;
        }
        over = true;
        if (number != 0) {
            edge.desk().cancel(number);
        }
    }

    private void refuse(WireError error) {
        left();
        send(ProcessingResponse.refused(error));
        close();
    }

    private void broken(Throwable problem) {
        if (!closed) {
            closed = true;
            stream.close(Status.INTERNAL.withCause(problem).withDescription(problem.toString()), new Metadata());
        }
        left();
    }

    /** Answers Envoy, after it knows the server. */
    private void tell(ProcessingResponse response) {
        if (picked || over) {
            send(response);
        } else {
            held.add(response);
        }
    }

    private void send(ProcessingResponse response) {
        if (!closed) {
            stream.sendMessage(response);
        }
    }

    private void close() {
        if (!closed) {
            closed = true;
            stream.close(Status.OK, new Metadata());
        }
    }

    /** Lets the next message come, unless much is held or Envoy does not take what it is sent. */
    private void more() {
        boolean full = !picked && received > edge.limits().bufferedBytes();
        if (due && !closed && !full && stream.isReady()) {
            due = false;
            stream.request(1);
        }
    }

    private long length() {
        return whole(headers.get("content-length"));
    }

    private static int whole(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
