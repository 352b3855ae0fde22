package io.berth.gateway.http;

import io.berth.gateway.prompt.BodyScan;
import io.berth.gateway.setting.Limits;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request on its way to a server: looked at while it comes, kept until a server was chosen, and longer while it is small
 * enough to be sent to another one. Of one event loop.
 */
final class RequestBody {
    private final Limits limits;
    private final @Nullable BodyScan scan;
    /** What was not sent yet, and what would be sent again. */
    private final List<ByteBuf> parts = new ArrayList<>(1);

    private long received;
    private boolean ended;
    private boolean repeatable = true;

    /** @param scan null for a body that nobody looks at */
    RequestBody(Limits limits, @Nullable BodyScan scan) {
        this.limits = limits;
        this.scan = scan;
    }

    /** Counts {@code content}, which is somebody else's still; what it says is read where {@code read}. */
    void came(HttpContent content, boolean read) {
        received += content.content().readableBytes();
        ended = content instanceof LastHttpContent;
        if (scan != null && read && !tooLarge()) {
            scan.feed(content.content());
        }
    }

    /** Whether all of it has come. */
    boolean ended() {
        return ended;
    }

    /** Bytes that have come. */
    long received() {
        return received;
    }

    boolean tooLarge() {
        return received > limits.bodyBytes();
    }

    /** Whether all that has come may be kept. */
    boolean small() {
        return received <= limits.bufferedBytes();
    }

    /** Whether it can be sent once more. */
    boolean repeatable() {
        return repeatable;
    }

    /** What its beginning says; null where nobody looks at it. */
    @Nullable
    BodyScan scan() {
        return scan;
    }

    /** Whether enough is known of it to choose a server. */
    boolean told() {
        return scan == null || scan.done() || ended || !small();
    }

    /** Keeps {@code piece} for a server that is still to be chosen; it is the body's from now on. */
    void keep(ByteBuf piece) {
        if (piece.isReadable()) {
            parts.add(piece);
        } else {
            piece.release();
        }
    }

    /** Adds all that has come to {@code digest}; nothing of it was sent yet. */
    void digest(MessageDigest digest) {
        for (ByteBuf piece : parts) {
            for (ByteBuffer bytes : piece.nioBuffers()) {
                digest.update(bytes);
            }
        }
    }

    /** All that has come; nothing of it was sent yet. */
    byte[] bytes() {
        byte[] all = new byte[(int) received];
        int at = 0;
        for (ByteBuf piece : parts) {
            int length = piece.readableBytes();
            piece.getBytes(piece.readerIndex(), all, at, length);
            at += length;
        }
        return all;
    }

    /** Sends {@code server} all that has come. */
    void sendAll(BackendHandler server) {
        boolean again = small();
        for (ByteBuf piece : parts) {
            server.write(new DefaultHttpContent(again ? piece.retainedDuplicate() : piece));
        }
        if (!again) {
            parts.clear();
            repeatable = false;
        }
        if (ended) {
            server.write(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /**
     * Sends {@code server} the next piece, which is the body's from now on.
     *
     * @param answering whether the answer has begun, so that it will not be sent again
     */
    void send(BackendHandler server, ByteBuf piece, boolean answering) {
        if (!answering && small()) {
            if (piece.isReadable()) {
                parts.add(piece.retainedDuplicate());
            }
        } else if (!answering) {
            release();
            repeatable = false;
        }
        server.write(ended ? Heads.last(piece) : new DefaultHttpContent(piece));
    }

    /** Lets go what is kept. */
    void release() {
        parts.forEach(ByteBuf::release);
        parts.clear();
    }
}
