package io.berth.gateway.http;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.gateway.cache.Answer;
import io.berth.gateway.cache.AnswerCache;
import io.berth.gateway.desk.Call;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.Trail;
import io.berth.gateway.prompt.BodyScan;
import io.berth.gateway.setting.Backend;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/** One request of a client, from its first byte to the last of its answer; of one event loop. */
final class Exchange implements Call {
    private final ClientHandler client;
    private final GatewayEdge edge;
    private final HttpRequest head;
    private final boolean keepAlive;
    /** By what the client says who it is; null for nothing. */
    private final @Nullable String credentials;

    private final Visit visit;
    private final RequestBody body;
    private final Trail trail;
    /** Where its answer may be another's; null where it may not. */
    private @Nullable Reuse reuse;

    /** The desk knows it, under this number; 0 before. */
    private long number;

    /** What it asks for, from when that is read. */
    private Arrivals.@Nullable Question question;

    private int server;
    private @Nullable Request request;
    /** A request that was given up before it was known here. */
    private long leftBefore = -1;

    private @Nullable BackendHandler back;
    private boolean sentAgain;
    private @Nullable AnswerMeter meter;
    private boolean answering;
    private int status;
    private boolean serverKeeps;
    private boolean interim;
    private boolean events;
    private boolean over;

    Exchange(ClientHandler client, HttpRequest head) {
        this.client = client;
        this.edge = client.edge();
        this.head = head;
        keepAlive = HttpUtil.isKeepAlive(head);
        visit = new Visit(edge.host().tenants(), head);
        credentials = visit.credentials();
        trail = edge.host().trail(head);
        boolean json = head.method().equals(HttpMethod.POST) && isJson(head);
        body = new RequestBody(
                edge.limits(),
                json
                        ? visit.reads(new BodyScan(
                                visit.needsModel() || edge.host().modelsMatter(),
                                edge.limits().promptBytes()))
                        : null);
    }

    boolean bodyEnded() {
        return body.ended();
    }

    /** The headers are there. */
    void begin() {
        WireError wrong = Heads.wrong(head, edge.limits());
        if (wrong != null) {
            refuse(wrong);
            return;
        }
        FullHttpResponse own = edge.host().own(head, visit.sees());
        if (own != null) {
            respond(own);
            return;
        }
        WireError stranger = visit.wrong();
        if (stranger != null) {
            refuse(stranger);
            return;
        }
        if (HttpUtil.is100ContinueExpected(head)) {
            client.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
            client.flush();
        }
        Heads.forServer(head);
        AnswerCache cache = edge.cache(head.uri());
        if (body.scan() == null) {
            offer();
        } else if (cache != null && Reuse.wanted(head.headers())) {
            reuse = new Reuse(cache, visit.tenant(), head.uri());
        }
    }

    /** The next piece of the body, which is the exchange's from now on. */
    void body(HttpContent content) {
        if (over) {
            body.came(content, false);
            content.release();
            return;
        }
        body.came(content, number == 0);
        if (body.tooLarge()) {
            content.release();
            refuse(WireError.tooLarge(edge.limits()));
            return;
        }
        if (back == null) {
            body.keep(content.content());
        } else {
            body.send(back, content.content(), answering);
            client.hold(!back.writable());
        }
        if (number == 0 && body.scan() != null && (body.ended() || !body.small() || reuse == null && body.told())) {
            reuseOrOffer();
        }
        if (back == null && !body.small() && !over) {
            client.hold(true);
        }
    }

    void flushRequest() {
        if (back != null) {
            back.flush();
        }
    }

    @Override
    public void go(int where, Request asked) {
        inLoop(() -> goNow(where, asked));
    }

    @Override
    public boolean explains() {
        return trail.explains();
    }

    @Override
    public void decided(Decision decision) {
        inLoop(() -> trail.decided(decision));
    }

    @Override
    public void leave(Request asked) {
        inLoop(() -> leaveNow(asked));
    }

    @Override
    public void ended(Outcome outcome, long againNanos) {
        inLoop(() -> endNow(outcome, againNanos));
    }

    /** There is a connection for {@code asked}. */
    void connected(BackendHandler handler, Request asked) {
        if (!has(asked)) {
            handler.end(true);
            return;
        }
        back = handler;
        Backend where = client.backends().server(server);
        HttpRequest sent = where.path().isEmpty()
                ? head
                : new DefaultHttpRequest(
                        head.protocolVersion(), head.method(), where.path() + head.uri(), head.headers());
        sent.headers().set(HttpHeaderNames.HOST, where.authority());
        // One server's key is nothing for the next one that the request is sent to.
        Heads.authorize(sent, where.key() == null ? credentials : "Bearer " + where.key());
        Heads.trace(sent, trail.traceForServer());
        sent.setProtocolVersion(HttpVersion.HTTP_1_1);
        handler.write(sent);
        body.sendAll(handler);
        handler.flush();
        client.hold(!handler.writable());
    }

    /** There is no connection for {@code asked}. */
    void unreachable(Request asked, Throwable cause) {
        if (has(asked)) {
            edge.host().trouble(server, cause);
            giveUp(asked);
        }
    }

    /** The head of the answer is there. */
    void answer(BackendHandler handler, HttpResponse response) {
        interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (handler != back || interim) {
            return;
        }
        Request asked = request;
        if (asked != null && edge.worthAnother(response.status(), body.repeatable() && !sentAgain)) {
            sentAgain = true;
            back = null;
            handler.close();
            edge.host().answered(server, response.status().code());
            edge.host().trouble(server, null);
            giveUp(asked);
            return;
        }
        answering = true;
        body.release();
        status = response.status().code();
        serverKeeps = HttpUtil.isKeepAlive(response);
        String type = response.headers().get(HttpHeaderNames.CONTENT_TYPE);
        events = type != null && type.startsWith("text/event-stream");
        if (reuse != null) {
            reuse.begins(response, events);
        }
        meter = new AnswerMeter(events);
        trail.began(response.status().code());
        Heads.forClient(response, head, keeps());
        Heads.told(response, trail);
        response.headers()
                .set(GatewayEdge.SERVER_HEADER, client.backends().server(server).name());
        visit.mark(response.headers());
        client.write(response);
    }

    /** The next piece of the answer, which is the exchange's from now on. */
    void answerPart(BackendHandler handler, HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        if (handler != back || interim || meter == null) {
            interim &= !last;
            content.release();
            return;
        }
        meter.add(content.content());
        if (reuse != null) {
            reuse.add(content.content());
        }
        if (content.content().isReadable()) {
            trail.piece();
        }
        client.write(content);
        if (last) {
            finish(handler, meter);
        } else if (!client.writable()) {
            handler.reading(false);
        }
    }

    void flushAnswer() {
        client.flush();
    }

    void clientWritable(boolean writable) {
        if (back != null && answering) {
            back.reading(writable);
        }
    }

    void serverWritable(boolean writable) {
        client.hold(!writable);
    }

    /** The connection to the server is of no more use. */
    void broken(BackendHandler handler, Throwable cause) {
        Request asked = request;
        if (handler != back || asked == null) {
            return;
        }
        back = null;
        if (!answering && handler.used() && !sentAgain && body.repeatable()) {
            // The server had given the connection up before it could see the request.
            sentAgain = true;
            client.backends().connect(server, this, asked, true);
            return;
        }
        edge.host().trouble(server, cause);
        giveUp(asked);
    }

    /** The client is gone. */
    void clientLeft() {
        boolean known = !over && number != 0;
        over = true;
        visit.left(answering && succeeded() ? meter : null, request != null);
        reuseEnds(false);
        note(Journey.End.CANCELLED, "", 0);
        body.release();
        if (known) {
            edge.desk().cancel(number);
        }
    }

    /** Whether the next step is the client's: to send more of the body, or to take what it was sent. */
    boolean waitsForClient(boolean writable) {
        return answering ? !writable : !body.ended() && (back == null ? number == 0 : back.writable());
    }

    /** The client does nothing. */
    void clientStalled() {
        if (answering) {
            clientLeft();
            client.abort();
            return;
        }
        refuse(WireError.invalid(HttpResponseStatus.REQUEST_TIMEOUT, "timeout", "the body did not come in time"));
    }

    private void inLoop(Runnable told) {
        if (client.inLoop()) {
            told.run();
        } else {
            client.execute(told);
        }
    }

    /** Takes the answer to an equal request where there is one. */
    private void reuseOrOffer() {
        if (reuse == null || !body.small()) {
            reuse = null;
            offer();
            return;
        }
        FullHttpResponse kept = reuse.ask(body, answer -> inLoop(() -> reused(answer)));
        if (kept != null) {
            body.release();
            respond(kept);
        } else if (!reuse.waits()) {
            offer();
        }
    }

    /** Somebody else's equal request has come to {@code answer}; null for nothing. */
    private void reused(@Nullable Answer answer) {
        if (over || reuse == null) {
            return;
        }
        if (answer == null) {
            reuseOrOffer();
        } else {
            body.release();
            respond(reuse.shared(answer));
        }
    }

    /** Asks the desk which server it goes to. */
    private void offer() {
        BodyScan read = body.scan();
        int model = model(read);
        if (model < Request.NO_MODEL) {
            return;
        }
        question =
                edge.arrivals().question(model, visit.tenant(), read, HttpUtil.getContentLength(head, body.received()));
        WireError refused = visit.enter(
                read, body.ended(), question.need().prompt(), edge.arrivals().tokens(question));
        if (refused != null) {
            refuse(refused);
            return;
        }
        Arrival arrival = edge.arrivals().of(question, visit.asking(System.nanoTime()));
        number = arrival.number();
        trail.asked(arrival, read);
        String key = visit.credentials();
        int who = key == null ? client.address().hashCode() + visit.tenant() : key.hashCode();
        long likeness = Arrivals.likeness(who, head.uri(), read, HttpUtil.getContentLength(head, 0L));
        edge.desk().arrive(arrival, new Desk.Likeness(likeness, visit.fresh()), this);
    }

    /** The number of its model; below that of none where no server has it, which the client then hears. */
    private int model(@Nullable BodyScan read) {
        String name = read == null || !edge.host().modelsMatter() ? null : read.model();
        int model = name == null ? Request.NO_MODEL : edge.host().model(name);
        if (model < Request.NO_MODEL) {
            refuse(WireError.unknownModel(String.valueOf(name)));
        }
        return model;
    }

    private void goNow(int where, Request asked) {
        if (asked.id() == leftBefore) {
            return;
        }
        server = where;
        request = asked;
        trail.sent(where);
        client.backends().connect(where, this, asked, false);
    }

    /** Whether {@code asked} is what its server is asked now. */
    private boolean has(Request asked) {
        return request != null && request.id() == asked.id();
    }

    private void leaveNow(Request asked) {
        if (!has(asked)) {
            leftBefore = asked.id();
            return;
        }
        request = null;
        if (back != null) {
            back.close();
            back = null;
        }
    }

    /** What the server was asked as {@code asked} came to nothing. */
    private void giveUp(Request asked) {
        request = null;
        if (answering || !body.repeatable()) {
            edge.desk().answering(server, asked);
        }
        edge.desk().failed(server, asked);
    }

    private void endNow(Outcome outcome, long againNanos) {
        if (over) {
            return;
        }
        visit.left(answering && succeeded() ? meter : null, false);
        reuseEnds(false);
        WireError error = WireError.of(outcome, againNanos);
        note(
                Journey.End.of(outcome),
                Journey.End.reason(outcome),
                error.status().code());
        if (!answering) {
            over = true;
            body.release();
            respond(error.response());
            return;
        }
        over = true;
        if (events) {
            client.write(new DefaultHttpContent(error.event()));
            client.write(LastHttpContent.EMPTY_LAST_CONTENT);
            client.done(false, body.ended());
        } else {
            client.abort();
        }
    }

    private void refuse(WireError error) {
        note(Journey.End.INVALID, error.code(), error.status().code());
        clientLeft();
        respond(error.response());
    }

    /** Answers by itself. */
    private void respond(FullHttpResponse response) {
        over = true;
        boolean keep = keeps() && (body.ended() || !hasBody());
        Heads.forClient(response, head, keep);
        visit.mark(response.headers());
        client.write(response);
        client.done(keep, body.ended() || !hasBody());
    }

    private void finish(BackendHandler handler, AnswerMeter read) {
        Request asked = request;
        over = true;
        back = null;
        request = null;
        visit.answered(succeeded() ? read : null);
        reuseEnds(true);
        handler.end(serverKeeps && body.ended());
        edge.host().answered(server, status);
        try {
            if (asked != null) {
                edge.desk().answered(server, asked, work(read, asked));
            }
        } finally {
            // Whatever becomes of the desk, the client has its answer and goes on.
            note(Journey.End.ANSWERED, "", 0);
            client.done(keeps(), body.ended());
        }
    }

    private long work(AnswerMeter read, Request asked) {
        return succeeded() && question != null
                ? edge.arrivals().took(question, read.tokens(), asked)
                : Balancer.NO_ANSWER;
    }

    private void reuseEnds(boolean whole) {
        if (reuse != null) {
            reuse.ends(whole);
        }
    }

    private boolean succeeded() {
        return HttpStatusClass.SUCCESS.contains(status);
    }

    private void note(Journey.End end, String reason, int status) {
        if (meter != null && trail.heard()) {
            trail.tokens(meter.promptTokens(), meter.tokens());
        }
        trail.ended(end, reason, status);
    }

    private boolean keeps() {
        return keepAlive && !edge.draining();
    }

    private boolean hasBody() {
        return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
    }

    private static boolean isJson(HttpRequest head) {
        String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE);
        return type == null || type.startsWith("application/json");
    }
}
