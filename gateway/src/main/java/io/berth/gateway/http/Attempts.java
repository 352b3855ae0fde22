package io.berth.gateway.http;

import io.berth.core.dispatch.Request;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * The server that is asked for an {@link Inquiry}, and the next one where that comes to nothing; at most one at a time. What its connection
 * says is told here, and reaches the inquiry only where it is of the server that is asked now. Of one event loop.
 */
final class Attempts {
    private final Inquiry inquiry;
    private final Backends backends;
    private final GatewayEdge edge;

    private int server;
    /** What is asked now; null for nothing. */
    private @Nullable Request request;
    /** A request that was given up before it was known here. */
    private long leftBefore = -1;

    private @Nullable BackendHandler back;
    private boolean sentAgain;
    private boolean serverKeeps;
    private boolean interim;

    /** @param client whose event loop it is of */
    Attempts(Inquiry inquiry, ClientHandler client) {
        this.inquiry = inquiry;
        this.backends = client.backends();
        this.edge = client.edge();
    }

    /** Which server is, or was last, asked. */
    int server() {
        return server;
    }

    /** What is asked of it; null for nothing. */
    @Nullable
    Request request() {
        return request;
    }

    /** The connection to it; null where there is none. */
    @Nullable
    BackendHandler back() {
        return back;
    }

    /** {@code where} is asked as {@code asked}. */
    void go(int where, Request asked) {
        if (asked.id() == leftBefore) {
            return;
        }
        server = where;
        request = asked;
        inquiry.sentTo(where);
        backends.connect(where, this, asked, false);
    }

    /** What was asked as {@code asked} is of no more use. */
    void leave(Request asked) {
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

    /** What was asked as {@code asked} should make room; it does unless its answer has begun, and that is not to be cut. */
    void evict(Request asked, boolean streaming) {
        boolean begun = inquiry.begun();
        if (!has(asked) || begun && !streaming) {
            edge.desk().spared(asked);
            return;
        }
        boolean repeatable = !inquiry.bound();
        leave(asked);
        edge.desk().evicted(server, asked, repeatable);
    }

    /** The answer is whole: the connection serves others, where it may. What was asked; null for nothing. */
    @Nullable
    Request answered(BackendHandler handler) {
        Request asked = request;
        back = null;
        request = null;
        handler.end(serverKeeps && inquiry.bodyEnded());
        return asked;
    }

    /** There is a connection for {@code asked}. */
    void connected(BackendHandler handler, Request asked) {
        if (!has(asked)) {
            handler.end(true);
            return;
        }
        back = handler;
        inquiry.send(handler, backends.server(server));
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
        if (asked != null && edge.worthAnother(response.status(), inquiry.repeatable() && !sentAgain)) {
            sentAgain = true;
            back = null;
            handler.close();
            edge.host().answered(server, response.status().code());
            edge.host().trouble(server, null);
            giveUp(asked);
            return;
        }
        serverKeeps = HttpUtil.isKeepAlive(response);
        inquiry.answer(response);
    }

    /** The next piece of the answer, which is this one's from now on. */
    void answerPart(BackendHandler handler, HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        if (handler != back || interim || !inquiry.begun()) {
            interim &= !last;
            content.release();
            return;
        }
        inquiry.answerPart(handler, content);
    }

    void flushAnswer() {
        inquiry.flushAnswer();
    }

    void serverWritable(boolean writable) {
        inquiry.serverWritable(writable);
    }

    boolean bodyEnded() {
        return inquiry.bodyEnded();
    }

    /** The connection to the server is of no more use. */
    void broken(BackendHandler handler, Throwable cause) {
        Request asked = request;
        if (handler != back || asked == null) {
            return;
        }
        back = null;
        if (!inquiry.begun() && handler.used() && !sentAgain && inquiry.repeatable()) {
            // The server had given the connection up before it could see the request.
            sentAgain = true;
            backends.connect(server, this, asked, true);
            return;
        }
        edge.host().trouble(server, cause);
        giveUp(asked);
    }

    /** Whether {@code asked} is what its server is asked now. */
    private boolean has(Request asked) {
        return request != null && request.id() == asked.id();
    }

    /** What the server was asked as {@code asked} came to nothing. */
    private void giveUp(Request asked) {
        request = null;
        if (inquiry.bound()) {
            edge.desk().answering(server, asked);
        }
        edge.desk().failed(server, asked);
    }
}
