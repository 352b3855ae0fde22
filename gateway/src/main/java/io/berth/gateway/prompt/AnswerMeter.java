package io.berth.gateway.prompt;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * How many tokens an answer has, read as it flows by: what it says of itself in its last bytes ({@code completion_tokens} or
 * {@code output_tokens}), else how many events it came in.
 */
public final class AnswerMeter {
    private static final byte[] COMPLETION = name("completion_tokens");
    private static final byte[] OUTPUT = name("output_tokens");
    private static final byte[] PROMPT = name("prompt_tokens");
    private static final byte[] INPUT = name("input_tokens");
    private static final int TAIL = 512;

    private final boolean events;
    private final byte[] tail = new byte[TAIL];
    private int kept;
    private long pieces;

    /** @param events whether it is a stream of events */
    public AnswerMeter(boolean events) {
        this.events = events;
    }

    /** The readable bytes of {@code piece} come next; it stays as it is. */
    public void add(ByteBuf piece) {
        int length = piece.readableBytes();
        if (length == 0) {
            return;
        }
        pieces += events ? ends(piece) : 0;
        int from = Math.max(0, length - TAIL);
        int added = length - from;
        int stays = Math.min(kept, TAIL - added);
        if (stays < kept) {
            System.arraycopy(tail, kept - stays, tail, 0, stays);
        }
        piece.getBytes(piece.readerIndex() + from, tail, stays, added);
        kept = stays + added;
    }

    /** 0 where nothing is known. */
    public long tokens() {
        long said = Math.max(said(COMPLETION), said(OUTPUT));
        return said > 0 ? said : Math.max(0, pieces - 1);
    }

    /** Tokens of the prompt, as the answer says; 0 where it does not. */
    public long promptTokens() {
        return Math.max(said(PROMPT), said(INPUT));
    }

    private static byte[] name(String member) {
        return ('"' + member + '"').getBytes(StandardCharsets.US_ASCII);
    }

    private static long ends(ByteBuf piece) {
        long ends = 0;
        int end = piece.writerIndex();
        byte before = 0;
        for (int at = piece.readerIndex(); at < end; at++) {
            byte next = piece.getByte(at);
            ends += next == '\n' && before == '\n' ? 1 : 0;
            before = next;
        }
        return ends;
    }

    private long said(byte[] name) {
        for (int at = kept - name.length - 2; at >= 0; at--) {
            if (tail[at] == name[0] && matches(at, name)) {
                return number(at + name.length);
            }
        }
        return 0;
    }

    private boolean matches(int from, byte[] name) {
        for (int i = 1; i < name.length; i++) {
            if (tail[from + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    private long number(int from) {
        int at = from;
        while (at < kept && (tail[at] == ':' || tail[at] == ' ')) {
            at++;
        }
        long number = 0;
        for (int digits = 0; at < kept && digits < 9 && tail[at] >= '0' && tail[at] <= '9'; at++, digits++) {
            number = number * 10 + tail[at] - '0';
        }
        return number;
    }
}
