package io.berth.gateway.http;

import io.berth.gateway.cache.Answer;
import io.berth.gateway.cache.AnswerCache;
import io.berth.gateway.cache.Asked;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request whose answer may be another's, or become that of others. Of one event loop. */
final class Reuse {
    private static final CharSequence HEADER = "x-berth-cache";

    private final AnswerCache cache;
    private final int tenant;
    private final String path;
    /** What it has a server asked, for others too; null where it does not. */
    private @Nullable Asked leads;

    private @Nullable ByteArrayOutputStream body;
    private String type = "";
    private boolean waits;
    /** Whether what is kept beyond this gateway was looked for. */
    private boolean looked;

    private String how = "shared";

    Reuse(AnswerCache cache, int tenant, String path) {
        this.cache = cache;
        this.tenant = tenant;
        this.path = path;
    }

    /** Whether a client that sends {@code headers} takes an answer that was another's. */
    static boolean wanted(HttpHeaders headers) {
        String said = headers.get(HttpHeaderNames.CACHE_CONTROL);
        return said == null || !said.contains("no-store") && !said.contains("no-cache");
    }

    /**
     * Asks for the answer to a request with {@code whole} for its body; null where a server must be asked, or where {@code waiter} will be
     * told: {@link #waits} says which.
     */
    @Nullable
    FullHttpResponse ask(RequestBody whole, Consumer<@Nullable Answer> waiter) {
        MessageDigest digest = sha256();
        whole.digest(digest);
        Asked asked = Asked.of(tenant, path, digest.digest());
        waits = false;
        boolean farther = !looked;
        looked = true;
        // Where it is kept may tell at once, while it is asked.
        how = "hit";
        return switch (cache.ask(asked, farther, System.nanoTime(), waiter)) {
            case AnswerCache.Hit hit -> response(hit.answer(), "hit");
            case AnswerCache.Not.THERE -> {
                leads = asked;
                yield null;
            }
            case AnswerCache.Not.YET -> {
                how = "shared";
                waits = true;
                yield null;
            }
            case AnswerCache.Not.FARTHER -> {
                waits = true;
                yield null;
            }
        };
    }

    /** Whether somebody else has its answer made. */
    boolean waits() {
        return waits;
    }

    /** {@code answer} as it is given to who waited for it, another's or from where answers are kept. */
    FullHttpResponse shared(Answer answer) {
        return response(answer, how);
    }

    /** The answer begins. */
    void begins(HttpResponse response, boolean events) {
        if (leads == null) {
            return;
        }
        HttpHeaders headers = response.headers();
        boolean plain = response.status().equals(HttpResponseStatus.OK)
                && !events
                && !headers.contains(HttpHeaderNames.CONTENT_ENCODING)
                && !headers.contains(HttpHeaderNames.SET_COOKIE);
        if (plain) {
            type = headers.get(HttpHeaderNames.CONTENT_TYPE, "");
            body = new ByteArrayOutputStream();
        } else {
            ends(false);
        }
    }

    /** {@code piece} of the answer goes by; it stays as it is. */
    void add(ByteBuf piece) {
        ByteArrayOutputStream whole = body;
        if (whole == null) {
            return;
        }
        if (whole.size() + piece.readableBytes() > cache.entryBytes()) {
            ends(false);
            return;
        }
        byte[] bytes = new byte[piece.readableBytes()];
        piece.getBytes(piece.readerIndex(), bytes);
        whole.writeBytes(bytes);
    }

    /** Nothing more comes of it; {@code whole} where the answer is all there. */
    void ends(boolean whole) {
        Asked asked = leads;
        ByteArrayOutputStream made = body;
        leads = null;
        body = null;
        if (asked != null) {
            cache.came(asked, whole && made != null ? new Answer(type, made.toByteArray()) : null, System.nanoTime());
        }
    }

    private static FullHttpResponse response(Answer answer, String how) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(answer.body()));
        if (!answer.type().isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, answer.type());
        }
        response.headers()
                .setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length)
                .set(HEADER, how);
        return response;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
