package io.berth.gateway.http.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Ends a connection whose client sends more on a stream that it has ended, or begins streams out of order (RFC 9113, 5.1 and 5.1.1). The
 * codec passes over such frames where the answer was faster than they were. Looks at the nine bytes before each frame, and passes all on.
 */
public final class FrameOrder extends ChannelInboundHandlerAdapter {
    /** As many streams that were not ended, and that were, are remembered: what is older is left to the codec. */
    private static final int MOST = 1_024;

    private static final int PRIORITY_LENGTH = 5;

    private final ByteBuf head =
            Unpooled.buffer(Http2CodecUtil.FRAME_HEADER_LENGTH, Http2CodecUtil.FRAME_HEADER_LENGTH);
    /** Bytes until the next frame begins; at first those of the preface. */
    private long until = Http2CodecUtil.connectionPrefaceBuf().readableBytes();

    private final NavigableSet<Integer> open = new TreeSet<>();
    private final Deque<Integer> ended = new ArrayDeque<>();
    private int highest;
    private boolean wrong;

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        if (wrong) {
            ReferenceCountUtil.release(message);
            return;
        }
        try {
            if (message instanceof ByteBuf bytes) {
                look(bytes);
            }
        } catch (Http2Exception e) {
            wrong = true;
            ReferenceCountUtil.release(message);
            reading.fireExceptionCaught(e);
            return;
        }
        reading.fireChannelRead(message);
    }

    private void look(ByteBuf bytes) throws Http2Exception {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end) {
            int skipped = (int) Math.min(until, end - at);
            at += skipped;
            until -= skipped;
            int taken = Math.min(head.writableBytes(), end - at);
            head.writeBytes(bytes, at, taken);
            at += taken;
            if (!head.isWritable()) {
                until = head.getUnsignedMedium(0);
                frame(head.getByte(3), new Http2Flags(head.getUnsignedByte(4)), head.getInt(5) & Integer.MAX_VALUE);
                head.clear();
            }
        }
    }

    private void frame(byte type, Http2Flags flags, int stream) throws Http2Exception {
        switch (type) {
            case Http2FrameTypes.HEADERS -> {
                if (stream > highest) {
                    highest = stream;
                    open.add(stream);
                    if (open.size() > MOST) {
                        open.pollFirst();
                    }
                }
                goesOn(stream, flags);
            }
            case Http2FrameTypes.DATA -> {
                if (stream <= highest) {
                    goesOn(stream, flags);
                }
            }
            case Http2FrameTypes.RST_STREAM -> end(stream);
            case Http2FrameTypes.PRIORITY -> {
                if (until != PRIORITY_LENGTH) {
                    throw Http2Exception.connectionError(
                            Http2Error.FRAME_SIZE_ERROR, "a PRIORITY frame of %d bytes", until);
                }
            }
            default -> {
                // The codec looks at it.
            }
        }
    }

    private void goesOn(int stream, Http2Flags flags) throws Http2Exception {
        if (!open.contains(stream)) {
            if (ended.contains(stream)) {
                throw Http2Exception.connectionError(
                        Http2Error.STREAM_CLOSED, "more of stream %d after its end", stream);
            }
            if (open.size() < MOST && ended.size() < MOST) {
                throw Http2Exception.connectionError(
                        Http2Error.PROTOCOL_ERROR, "stream %d begins after %d", stream, highest);
            }
        } else if (flags.endOfStream()) {
            end(stream);
        }
    }

    private void end(int stream) {
        if (open.remove(stream)) {
            ended.addLast(stream);
            if (ended.size() > MOST) {
                ended.removeFirst();
            }
        }
    }
}
