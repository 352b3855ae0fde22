package io.berth.gateway.picker;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A part of an array: a piece of a body, in the message that it came in. */
record Piece(byte[] bytes, int from, int length) {
    static final Piece NONE = new Piece(new byte[0], 0, 0);

    ByteBuf buffer() {
        return Unpooled.wrappedBuffer(bytes, from, length);
    }
}
