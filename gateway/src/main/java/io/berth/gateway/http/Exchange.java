package io.berth.gateway.http;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.dispatch.predict.LengthForecast;
import io.berth.core.time.Nanos;
import io.berth.gateway.desk.Call;
import io.berth.gateway.prompt.BodyScan;
import io.netty.buffer.ByteBuf;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request of a client, from its first byte to the last of its answer; of one event loop. */
final class Exchange implements Call {
    private final ClientHandler client;
    private final GatewayEdge edge;
    private final HttpRequest head;
    private final boolean keepAlive;
    /** By what the client says who it is; null for nothing. */
    private final @Nullable String credentials;

    private final @Nullable BodyScan scan;
    /** Of the body: what was not sent yet, and what would be sent again. */
    private final List<ByteBuf> parts = new ArrayList<>(1);

    private long received;
    private boolean bodyEnded;
    private boolean repeatable = true;
    /** The desk knows it, under this number; 0 before. */
    private long number;

    /** What the length of its answer is forecast from. */
    private LengthForecast.Asked kind = LengthForecast.Asked.NOTHING;

    private int server;
    private @Nullable Request request;
    /** A request that was given up before it was known here. */
    private long leftBefore = -1;

    private @Nullable BackendHandler back;
    private boolean sentAgain;
    private @Nullable AnswerMeter meter;
    private boolean answering;
    private boolean succeeded;
    private boolean serverKeeps;
    private boolean interim;
    private boolean events;
    private boolean over;

    Exchange(ClientHandler client, HttpRequest head) {
        this.client = client;
        this.edge = client.edge();
        this.head = head;
        keepAlive = HttpUtil.isKeepAlive(head);
        credentials = head.headers().get(HttpHeaderNames.AUTHORIZATION);
        boolean json = head.method().equals(HttpMethod.POST) && isJson(head);
        scan = json ? new BodyScan(edge.host().modelsMatter(), edge.limits().promptBytes()) : null;
    }

    boolean bodyEnded() {
        return bodyEnded;
    }

    /** The headers are there. */
    void begin() {
        WireError wrong = Heads.wrong(head, edge.limits());
        if (wrong != null) {
            refuse(wrong);
            return;
        }
        FullHttpResponse own = edge.host().own(head);
        if (own != null) {
            respond(own);
            return;
        }
        if (HttpUtil.is100ContinueExpected(head)) {
            client.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
            client.flush();
        }
        Heads.forServer(head);
        if (scan == null) {
            offer();
        }
    }

    /** The next piece of the body, which is the exchange's from now on. */
    void body(HttpContent content) {
        ByteBuf piece = content.content();
        received += piece.readableBytes();
        bodyEnded = content instanceof LastHttpContent;
        if (over) {
            content.release();
            return;
        }
        if (received > edge.limits().bodyBytes()) {
            content.release();
            refuse(WireError.invalid(
                    HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                    "body_too_large",
                    "the body is larger than " + edge.limits().bodyBytes() + " bytes"));
            return;
        }
        if (scan != null && number == 0) {
            scan.feed(piece);
        }
        boolean kept = received <= edge.limits().bufferedBytes();
        if (back != null) {
            send(back, piece, kept && !answering);
        } else if (piece.isReadable()) {
            parts.add(piece);
        } else {
            piece.release();
        }
        if (number == 0 && scan != null && (scan.done() || bodyEnded || !kept)) {
            offer();
        }
        if (back == null && !kept && !over) {
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
    public void leave(Request asked) {
        inLoop(() -> leaveNow(asked));
    }

    @Override
    public void ended(Outcome outcome) {
        inLoop(() -> endNow(WireError.of(outcome, edge.retrySeconds())));
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
        sent.setProtocolVersion(HttpVersion.HTTP_1_1);
        handler.write(sent);
        boolean again = received <= edge.limits().bufferedBytes();
        for (ByteBuf piece : parts) {
            handler.write(new DefaultHttpContent(again ? piece.retainedDuplicate() : piece));
        }
        if (!again) {
            parts.clear();
            repeatable = false;
        }
        if (bodyEnded) {
            handler.write(LastHttpContent.EMPTY_LAST_CONTENT);
        }
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
        if (asked != null && edge.worthAnother(response.status(), repeatable && !sentAgain)) {
            sentAgain = true;
            back = null;
            handler.close();
            edge.host().trouble(server, null);
            giveUp(asked);
            return;
        }
        answering = true;
        release();
        succeeded = response.status().codeClass() == HttpStatusClass.SUCCESS;
        serverKeeps = HttpUtil.isKeepAlive(response);
        String type = response.headers().get(HttpHeaderNames.CONTENT_TYPE);
        events = type != null && type.startsWith("text/event-stream");
        meter = new AnswerMeter(events);
        Heads.forClient(response, head, keeps());
        response.headers()
                .set(GatewayEdge.SERVER_HEADER, client.backends().server(server).name());
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
        if (!answering && handler.used() && !sentAgain && repeatable) {
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
        release();
        if (known) {
            edge.desk().cancel(number);
        }
    }

    /** Whether the next step is the client's: to send more of the body, or to take what it was sent. */
    boolean waitsForClient(boolean writable) {
        return answering ? !writable : !bodyEnded && (back == null ? number == 0 : back.writable());
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

    /** Asks the desk which server it goes to. */
    private void offer() {
        BodyScan read = scan;
        int model = model(read);
        if (model < Request.NO_MODEL) {
            return;
        }
        number = edge.nextNumber();
        Prompt prompt = read == null ? Prompt.NONE : read.prompt(HttpUtil.getContentLength(head, received));
        String name = read == null ? null : read.model();
        kind = new LengthForecast.Asked(
                name == null ? model : name.hashCode(), 0, prompt.bytes(), read == null ? 0 : read.mostTokens());
        long work = edge.lengths().expected(kind);
        Stage stage = new Stage(new Need(model, work, 0, prompt), false, Stage.NOT_KEPT);
        edge.desk().arrive(new Arrival(number, 0, 0, Nanos.NEVER, List.of(stage)), this);
    }

    /** The number of its model; below that of none where no server has it, which the client then hears. */
    private int model(@Nullable BodyScan read) {
        String name = read == null || !edge.host().modelsMatter() ? null : read.model();
        int model = name == null ? Request.NO_MODEL : edge.host().model(name);
        if (model < Request.NO_MODEL) {
            refuse(WireError.invalid(
                    HttpResponseStatus.NOT_FOUND, "model_not_found", "no server has the model \"" + name + "\""));
        }
        return model;
    }

    private void goNow(int where, Request asked) {
        if (asked.id() == leftBefore) {
            return;
        }
        server = where;
        request = asked;
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
        if (answering || !repeatable) {
            edge.desk().answering(server, asked);
        }
        edge.desk().failed(server, asked);
    }

    private void endNow(WireError error) {
        if (over) {
            return;
        }
        if (!answering) {
            over = true;
            release();
            respond(error.response());
            return;
        }
        over = true;
        if (events) {
            client.write(new DefaultHttpContent(error.event()));
            client.write(LastHttpContent.EMPTY_LAST_CONTENT);
            client.done(false, bodyEnded);
        } else {
            client.abort();
        }
    }

    private void refuse(WireError error) {
        clientLeft();
        respond(error.response());
    }

    /** Answers by itself. */
    private void respond(FullHttpResponse response) {
        over = true;
        boolean keep = keeps() && (bodyEnded || !hasBody());
        Heads.forClient(response, head, keep);
        client.write(response);
        client.done(keep, bodyEnded || !hasBody());
    }

    private void finish(BackendHandler handler, AnswerMeter read) {
        Request asked = request;
        over = true;
        back = null;
        request = null;
        handler.end(serverKeeps && bodyEnded);
        if (asked != null) {
            long work = Balancer.NO_ANSWER;
            if (succeeded) {
                work = edge.lengths().took(kind, read.tokens(), asked.workNanos());
            }
            edge.desk().answered(server, asked, work);
        }
        client.done(keeps(), bodyEnded);
    }

    private void send(BackendHandler handler, ByteBuf piece, boolean keep) {
        if (keep && piece.isReadable()) {
            parts.add(piece.retainedDuplicate());
        } else if (!keep && !answering) {
            release();
            repeatable = false;
        }
        handler.write(bodyEnded ? Heads.last(piece) : new DefaultHttpContent(piece));
        if (!handler.writable()) {
            client.hold(true);
        }
    }

    private boolean keeps() {
        return keepAlive && !edge.draining();
    }

    private boolean hasBody() {
        return HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
    }

    private void release() {
        parts.forEach(ByteBuf::release);
        parts.clear();
    }

    private static boolean isJson(HttpRequest head) {
        String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE);
        return type == null || type.startsWith("application/json");
    }
}
