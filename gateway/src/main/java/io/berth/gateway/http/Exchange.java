package io.berth.gateway.http;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.gateway.cache.Answer;
import io.berth.gateway.cache.AnswerCache;
import io.berth.gateway.desk.Call;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.journey.Decision;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.prompt.BodyScan;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.Pipeline;
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
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/** One request of a client, from its first byte to the last of its answer; of one event loop. */
final class Exchange implements Call, Inquiry {
    private final ClientHandler client;
    private final GatewayEdge edge;
    private final HttpRequest head;
    private final boolean keepAlive;
    /** By what the client says who it is; null for nothing. */
    private final @Nullable String credentials;

    private final RequestBody body;
    private final Hearers hearers;

    /** The desk knows it, under this number; 0 before. */
    private long number;
    /** Whether its answer has begun. */
    private volatile boolean streams;

    /** What it asks for, from when that is read. */
    private Arrivals.@Nullable Question question;

    private final Attempts attempts;
    /** Where it is done in stages; null where it is not. */
    private @Nullable Staged staged;

    /** Whether its body is read whole, as it may be split or merged. */
    private final boolean gathers;
    /** What it asks, where that may be so; null else. */
    private @Nullable Errand errand;

    /** When a server was asked last. */
    private long sentNanos;

    private boolean over;

    Exchange(ClientHandler client, HttpRequest head) {
        this.client = client;
        this.edge = client.edge();
        this.head = head;
        attempts = new Attempts(this, client);
        keepAlive = HttpUtil.isKeepAlive(head);
        Visit visit = new Visit(edge.host().tenants(), edge.turns(), head.headers());
        credentials = visit.credentials();
        hearers = new Hearers(visit, edge.host().trail(head.method().name(), head.uri(), head.headers()));
        boolean json = head.method().equals(HttpMethod.POST) && isJson(head);
        Grouped grouped = edge.grouped();
        gathers = json && grouped != null && grouped.at(head.uri());
        body = new RequestBody(
                edge.limits(),
                json
                        ? visit.reads(new BodyScan(
                                visit.needsModel() || edge.host().modelsMatter(),
                                edge.limits().promptBytes()))
                        : null);
    }

    @Override
    public boolean bodyEnded() {
        return body.ended();
    }

    @Override
    public boolean repeatable() {
        return body.repeatable();
    }

    @Override
    public boolean begun() {
        return hearers.begun();
    }

    @Override
    public boolean bound() {
        return hearers.begun() || !body.repeatable();
    }

    @Override
    public void sentTo(int server) {
        sentNanos = System.nanoTime();
        hearers.trail().sent(server);
    }

    @Override
    public void flushAnswer() {
        client.flush();
    }

    @Override
    public void serverWritable(boolean writable) {
        client.hold(!writable);
    }

    /** Who hears of it. */
    Hearers hearers() {
        return hearers;
    }

    /** The headers are there. */
    void begin() {
        WireError wrong = Heads.wrong(head, edge.limits());
        if (wrong != null) {
            refuse(wrong);
            return;
        }
        FullHttpResponse own = edge.host().own(head, hearers.visit().sees());
        if (own != null) {
            respond(own);
            return;
        }
        WireError stranger = hearers.visit().wrong();
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
        Pipeline pipeline = head.method().equals(HttpMethod.POST) ? edge.pipeline(head.uri()) : null;
        if (pipeline != null) {
            staged = new Staged(edge, pipeline, new Staged.ToClient(this));
        } else if (body.scan() == null) {
            offer();
        } else if (cache != null && Reuse.wanted(head.headers()) && !waitsItsTurn()) {
            hearers.reuse(new Reuse(cache, hearers.visit().tenant(), head.uri()));
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
        BackendHandler back = attempts.back();
        if (back == null) {
            body.keep(content.content());
        } else {
            body.send(back, content.content(), hearers.begun());
            client.hold(!back.writable());
        }
        if (number == 0 && staged != null && (body.ended() || !body.small())) {
            offer(staged);
        } else if (number == 0
                && staged == null
                && body.scan() != null
                && (body.ended() || !body.small() || !gathers && hearers.reuse() == null && body.told())) {
            reuseOrOffer();
        }
        if (attempts.back() == null && !body.small() && !over) {
            client.hold(true);
        }
    }

    void flushRequest() {
        BackendHandler back = attempts.back();
        if (back != null) {
            back.flush();
        }
    }

    @Override
    public void go(int where, Request asked) {
        inLoop(() -> attempts.go(where, asked));
    }

    @Override
    public boolean explains() {
        return hearers.trail().explains();
    }

    @Override
    public void decided(Decision decision) {
        inLoop(() -> hearers.trail().decided(decision));
    }

    @Override
    public void leave(Request asked) {
        inLoop(() -> attempts.leave(asked));
    }

    @Override
    public void evict(Request asked, boolean streaming) {
        inLoop(() -> attempts.evict(asked, streaming));
    }

    @Override
    public boolean streams() {
        return streams;
    }

    @Override
    public void ended(Outcome outcome, long againNanos) {
        inLoop(() -> endNow(outcome, againNanos));
    }

    @Override
    public void send(BackendHandler handler, Backend where) {
        // What came whole over HTTP/2 is its own body, which must not be sent twice.
        HttpRequest sent = where.path().isEmpty() && !(head instanceof HttpContent)
                ? head
                : new DefaultHttpRequest(
                        head.protocolVersion(), head.method(), where.path() + head.uri(), head.headers());
        sent.headers().set(HttpHeaderNames.HOST, where.authority());
        // One server's key is nothing for the next one that the request is sent to.
        Heads.authorize(sent, where.key() == null ? credentials : "Bearer " + where.key());
        Heads.trace(sent, hearers.trail().traceForServer());
        sent.setProtocolVersion(HttpVersion.HTTP_1_1);
        handler.write(sent);
        body.sendAll(handler);
        handler.flush();
        client.hold(!handler.writable());
    }

    @Override
    public void answer(HttpResponse response) {
        streams = true;
        body.release();
        hearers.begins(response);
        Heads.forClient(response, head, keeps());
        response.headers()
                .set(
                        GatewayEdge.SERVER_HEADER,
                        client.backends().server(attempts.server()).name());
        hearers.mark(response);
        client.write(response);
    }

    @Override
    public void answerPart(BackendHandler handler, HttpContent content) {
        hearers.piece(content.content());
        client.write(content);
        if (content instanceof LastHttpContent) {
            finish(handler);
        } else if (!client.writable()) {
            handler.reading(false);
        }
    }

    void clientWritable(boolean writable) {
        BackendHandler back = attempts.back();
        if (back != null && hearers.begun()) {
            back.reading(writable);
        }
        if (writable && staged != null) {
            staged.writable();
        }
    }

    /** The client is gone. */
    void clientLeft() {
        boolean known = !over && number != 0;
        over = true;
        hearers.cut(attempts.request() != null || errand != null && errand.atServers());
        hearers.over(Journey.End.CANCELLED, "", 0);
        body.release();
        if (known && staged != null) {
            staged.leave();
        } else if (known && (errand == null || !errand.left())) {
            edge.desk().cancel(number);
        }
    }

    /** Whether the next step is the client's: to send more of the body, or to take what it was sent. */
    boolean waitsForClient(boolean writable) {
        BackendHandler back = attempts.back();
        return hearers.begun() ? !writable : !body.ended() && (back == null ? number == 0 : back.writable());
    }

    /** The client does nothing. */
    void clientStalled() {
        if (hearers.begun()) {
            clientLeft();
            client.abort();
            return;
        }
        refuse(WireError.invalid(HttpResponseStatus.REQUEST_TIMEOUT, "timeout", "the body did not come in time"));
    }

    void inLoop(Runnable told) {
        if (client.inLoop()) {
            told.run();
        } else {
            client.execute(told);
        }
    }

    /** Takes the answer to an equal request where there is one. */
    private void reuseOrOffer() {
        Reuse reuse = body.small() ? hearers.reuse() : null;
        if (reuse == null) {
            hearers.reuse(null);
            offer();
            return;
        }
        FullHttpResponse kept = reuse.ask(body, answer -> inLoop(() -> reused(answer)));
        if (kept != null) {
            respondReused(kept);
        } else if (!reuse.waits()) {
            offer();
        }
    }

    /** Somebody else's equal request has come to {@code answer}; null for nothing. */
    private void reused(@Nullable Answer answer) {
        Reuse reuse = hearers.reuse();
        if (over || reuse == null) {
            return;
        }
        if (answer == null) {
            reuseOrOffer();
        } else {
            respondReused(reuse.shared(answer));
        }
    }

    private void respondReused(FullHttpResponse answer) {
        body.release();
        respond(answer);
        Visit visit = hearers.visit();
        if (!visit.ties().name().isEmpty()) {
            edge.desk().answeredElsewhere(visit.tenant(), visit.ties().name());
        }
    }

    /** Whether it may have to wait for others, so that no answer that is there already is its own. */
    private boolean waitsItsTurn() {
        Ties ties = hearers.visit().ties();
        return !ties.after().isEmpty()
                || edge.turns().spec().ordered() && !ties.session().isEmpty();
    }

    /** Asks the desk which server it goes to. */
    private void offer() {
        BodyScan read = body.scan();
        Visit visit = hearers.visit();
        int model = model(read);
        if (model < Request.NO_MODEL) {
            return;
        }
        question = edge.arrivals()
                .question(model, visit.tenant(), read, HttpUtil.getContentLength(head, body.received()))
                .of(visit.ties().sessionOf(visit.tenant()));
        WireError refused = visit.enter(
                read, body.ended(), question.need().prompt(), edge.arrivals().tokens(question));
        if (refused != null) {
            refuse(refused);
            return;
        }
        arrive(edge.arrivals().of(question, visit.asking(System.nanoTime())), this);
    }

    private void arrive(Arrival arrival, Call call) {
        BodyScan read = body.scan();
        Visit visit = hearers.visit();
        number = arrival.number();
        hearers.trail().asked(arrival, read);
        String key = visit.credentials();
        int who = key == null ? client.address().hashCode() + visit.tenant() : key.hashCode();
        long likeness = Arrivals.likeness(who, head.uri(), read, HttpUtil.getContentLength(head, 0L));
        Desk.Likeness like = new Desk.Likeness(likeness, visit.fresh());
        if (call != this || !grouped(arrival, like)) {
            edge.desk().arrive(arrival, visit.ties(), like, call);
        }
    }

    /** Whether it goes with others or in parts; what waits for others goes as it is. */
    private boolean grouped(Arrival arrival, Desk.Likeness like) {
        Grouped grouped = edge.grouped();
        boolean may = gathers
                && body.ended()
                && body.small()
                && hearers.visit().ties().equals(Ties.NONE);
        errand = grouped == null || !may || question == null
                ? null
                : grouped.errand(this, new Errand.Asked(arrival, like, question), head.uri(), body.bytes());
        return errand != null && errand.take();
    }

    /** Has it done in stages. */
    private void offer(Staged stages) {
        Visit visit = hearers.visit();
        long next = edge.arrivals().number();
        WireError wrong = stages.prepare(next, body, head.headers().get(HttpHeaderNames.CONTENT_TYPE), credentials);
        WireError refused = wrong != null ? wrong : visit.enter(body.scan(), body.ended(), Prompt.NONE, 0);
        if (refused != null) {
            refuse(refused);
            return;
        }
        body.release();
        arrive(
                Arrivals.of(
                        next,
                        stages.stages(visit.tenant(), visit.ties().sessionOf(visit.tenant())),
                        visit.asking(System.nanoTime())),
                stages.begun());
    }

    /** It goes to {@code server}, with others or in parts. */
    void told(int server) {
        inLoop(() -> {
            if (!over) {
                sentTo(server);
            }
        });
    }

    /** Whether its client has heard all that it will. */
    boolean over() {
        return over;
    }

    /** Its client hears nothing more. */
    void end() {
        over = true;
    }

    /** Whose connection it is. */
    ClientHandler client() {
        return client;
    }

    /** What servers are asked, but for the body. */
    HttpRequest head() {
        return head;
    }

    /** By what the client says who it is; null for nothing. */
    @Nullable
    String credentials() {
        return credentials;
    }

    /** It goes its way as it came, whatever was to become of it with others or in parts. */
    void alone() {
        inLoop(() -> {
            Errand whole = errand;
            if (over || whole == null) {
                return;
            }
            whole.alone();
            Arrival arrival =
                    edge.arrivals().of(whole.asked().question(), hearers.visit().asking(System.nanoTime()));
            number = arrival.number();
            edge.desk().arrive(arrival, hearers.visit().ties(), whole.asked().likeness(), this);
        });
    }

    /** It was answered in parts, or with others; {@code answer} is its own. */
    void joined(FullHttpResponse answer) {
        inLoop(() -> {
            if (over) {
                answer.release();
                return;
            }
            over = true;
            body.release();
            hearers.begins(answer);
            hearers.piece(answer.content());
            hearers.whole();
            Heads.forClient(answer, head, keeps());
            hearers.mark(answer);
            client.write(answer);
            hearers.over(Journey.End.ANSWERED, "", 0);
            client.done(keeps(), body.ended());
        });
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

    private void endNow(Outcome outcome, long againNanos) {
        if (over) {
            return;
        }
        hearers.cut(false);
        WireError error = WireError.of(outcome, againNanos);
        hearers.over(
                Journey.End.of(outcome),
                Journey.End.reason(outcome),
                error.status().code());
        if (!hearers.begun()) {
            over = true;
            body.release();
            respond(error.response());
            return;
        }
        breakOff(error);
    }

    /** What the client has heard of an answer ends before that does. */
    void breakOff(WireError error) {
        over = true;
        if (hearers.events()) {
            client.write(new DefaultHttpContent(error.event()));
            client.write(LastHttpContent.EMPTY_LAST_CONTENT);
            client.done(false, body.ended());
        } else {
            client.abort();
        }
    }

    private void refuse(WireError error) {
        hearers.over(Journey.End.INVALID, error.code(), error.status().code());
        clientLeft();
        respond(error.response());
    }

    /** Answers by itself. */
    void respond(FullHttpResponse response) {
        over = true;
        boolean keep = keeps() && (body.ended() || !hasBody());
        Heads.forClient(response, head, keep);
        hearers.mark(response.headers());
        client.write(response);
        client.done(keep, body.ended() || !hasBody());
    }

    private void finish(BackendHandler handler) {
        over = true;
        hearers.whole();
        Request asked = attempts.answered(handler);
        edge.host().answered(attempts.server(), hearers.status());
        try {
            if (asked != null) {
                edge.desk().answered(attempts.server(), asked, work(asked));
            }
            if (errand != null && hearers.succeeded()) {
                errand.answeredWhole(attempts.server(), System.nanoTime() - sentNanos);
            }
        } finally {
            // Whatever becomes of the desk, the client has its answer and goes on.
            hearers.over(Journey.End.ANSWERED, "", 0);
            client.done(keeps(), body.ended());
        }
    }

    private long work(Request asked) {
        return hearers.succeeded() && question != null
                ? edge.arrivals().took(question, hearers.tokens(), asked)
                : Balancer.NO_ANSWER;
    }

    boolean keeps() {
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
