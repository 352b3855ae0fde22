package io.berth.gateway.http.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameOrderTest {
    /** Frames as letters: H a head, D a part, R a reset, P a priority, W a window; small letters end the stream. */
    @ParameterizedTest
    @CsvSource({
        "h1 h3 h5, ''",
        "H1 D1 d1 h3, ''",
        "H1 H3 D1 d3 h1, ''",
        "h1 W1 R1 P1, ''",
        "H1 R1 h3, ''",
        "h1 D1, STREAM_CLOSED",
        "H1 d1 D1, STREAM_CLOSED",
        "h1 h1, STREAM_CLOSED",
        "H1 R1 D1, STREAM_CLOSED",
        "h5 h3, PROTOCOL_ERROR",
        "h1 Q1, FRAME_SIZE_ERROR",
        // No stream yet: the codec says what is wrong with that.
        "D1, ''",
    })
    void whatMayFollowWhat(String frames, String error) {
        for (int seed = 0; seed < 5; seed++) {
            EmbeddedChannel channel = new EmbeddedChannel(new FrameOrder());
            ByteBuf bytes = bytes(frames);
            int all = bytes.readableBytes();
            Random random = new Random(seed);
            if (error.isEmpty()) {
                feed(channel, bytes, random);
                assertThat(channel.inboundMessages().stream()
                                .mapToInt(each -> ((ByteBuf) each).readableBytes())
                                .sum())
                        .isEqualTo(all);
            } else {
                assertThatThrownBy(() -> feed(channel, bytes, random))
                        .isInstanceOfSatisfying(
                                Http2Exception.class, e -> assertThat(e.error()).isEqualTo(Http2Error.valueOf(error)));
            }
            channel.releaseInbound();
        }
    }

    /** Many streams that their clients never end are forgotten, not held against them. */
    @Test
    void boundedMemory() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameOrder());
        StringBuilder frames = new StringBuilder();
        for (int stream = 1; stream < 6_000; stream += 2) {
            frames.append('H').append(stream).append(' ');
        }
        channel.writeInbound(bytes(frames + "D1 d5999"));
        assertThatThrownBy(() -> channel.writeInbound(frames("D5999"))).isInstanceOf(Http2Exception.class);
    }

    private static void feed(EmbeddedChannel channel, ByteBuf bytes, Random random) {
        while (bytes.isReadable()) {
            channel.writeInbound(bytes.readRetainedSlice(Math.min(bytes.readableBytes(), 1 + random.nextInt(20))));
        }
    }

    private static ByteBuf bytes(String frames) {
        return Unpooled.wrappedBuffer(Http2CodecUtil.connectionPrefaceBuf(), frames(frames));
    }

    private static ByteBuf frames(String frames) {
        ByteBuf all = Unpooled.buffer();
        for (String frame : frames.split(" ")) {
            char kind = frame.charAt(0);
            int length = kind == 'P' ? 5 : 4;
            all.writeMedium(length);
            all.writeByte(
                    switch (Character.toUpperCase(kind)) {
                        case 'D' -> 0;
                        case 'H' -> 1;
                        case 'P', 'Q' -> 2;
                        case 'R' -> 3;
                        default -> 8;
                    });
            all.writeByte(Character.isLowerCase(kind) ? 1 : 0);
            all.writeInt(Integer.parseInt(frame.substring(1)));
            all.writeZero(length);
        }
        return all;
    }
}
