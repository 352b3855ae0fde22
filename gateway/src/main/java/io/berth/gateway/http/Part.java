package io.berth.gateway.http;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.gateway.setting.Backend;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** One call of a server that is a part of what clients asked, or all that several did. Its answer is kept until it is whole. Of one event loop. */
final class Part implements Inquiry {
    private final Joint joint;
    private final Need need;
    private final int items;
    private final byte[] body;
    private final Attempts attempts;
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private @Nullable HttpResponse head;
    private boolean whole;
    private long sentNanos;

    /** @param need by which the desk knows it */
    Part(Joint joint, ClientHandler client, Need need, int items, byte[] body) {
        this.joint = joint;
        this.need = need;
        this.items = items;
        this.body = body;
        attempts = new Attempts(this, client);
    }

    Need need() {
        return need;
    }

    int items() {
        return items;
    }

    Attempts attempts() {
        return attempts;
    }

    /** Whether its answer is all there. */
    boolean whole() {
        return whole;
    }

    byte[] answer() {
        return answer.toByteArray();
    }

    /** The head of its answer, once that is whole. */
    HttpResponse response() {
        if (head == null) {
            throw new IllegalStateException("The part is not answered.");
        }
        return head;
    }

    boolean succeeded() {
        return head != null && HttpStatusClass.SUCCESS.contains(head.status().code());
    }

    /** How long the server took that answered it. */
    long tookNanos() {
        return System.nanoTime() - sentNanos;
    }

    @Override
    public void sentTo(int server) {
        joint.sentTo(server);
    }

    @Override
    public void send(BackendHandler handler, Backend where) {
        head = null;
        answer.reset();
        sentNanos = System.nanoTime();
        HttpRequest asked = joint.head();
        HttpHeaders headers = asked.headers().copy();
        headers.remove(HttpHeaderNames.TRANSFER_ENCODING)
                // The answer is looked into, so that it must not come packed.
                .remove(HttpHeaderNames.ACCEPT_ENCODING)
                .set(HttpHeaderNames.HOST, where.authority())
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
        HttpRequest sent =
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, asked.method(), where.path() + asked.uri(), headers);
        Heads.authorize(sent, where.key() == null ? joint.credentials() : "Bearer " + where.key());
        Heads.trace(sent, joint.trace());
        handler.write(sent);
        handler.write(new DefaultLastHttpContent(Unpooled.wrappedBuffer(body)));
        handler.flush();
    }

    @Override
    public boolean bodyEnded() {
        return true;
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public boolean begun() {
        return head != null;
    }

    @Override
    public boolean bound() {
        return false;
    }

    @Override
    public void answer(HttpResponse response) {
        head = response;
    }

    @Override
    public void answerPart(BackendHandler handler, HttpContent content) {
        int length = content.content().readableBytes();
        boolean last = content instanceof LastHttpContent;
        if (joint.mayKeep(length)) {
            byte[] piece = new byte[length];
            content.content().readBytes(piece);
            answer.writeBytes(piece);
        }
        content.release();
        if (last) {
            whole = true;
            Request asked = attempts.answered(handler);
            joint.answered(this, asked);
        }
    }

    @Override
    public void flushAnswer() {}

    @Override
    public void serverWritable(boolean writable) {}
}
