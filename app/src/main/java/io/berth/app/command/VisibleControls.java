package io.berth.app.command;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Makes what would command a terminal visible: control characters but tab, line feed and carriage return become {@code ^X}, those of C1
 * {@code <9B>}. Colours pass (ECMA-48, SGR). Text is UTF-8, and may come in any pieces.
 */
public final class VisibleControls extends FilterOutputStream {
    private static final int ESCAPE = 0x1b;
    private static final int DELETE = 0x7f;
    private static final int C1_LEAD = 0xc2;

    /** Longer ones are no colours. */
    private static final int LONGEST_COLOUR = 32;

    /** What may become a colour or a character of C1: as it came, not written yet. */
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    public VisibleControls(OutputStream out) {
        super(out);
    }

    /** {@code text} with its controls visible. */
    public static String of(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (VisibleControls out = new VisibleControls(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("A buffer is never full.", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        for (int at = from; at < from + count; at++) {
            write(bytes[at]);
        }
    }

    @Override
    public void write(int value) throws IOException {
        int next = value & 0xff;
        if (held.size() == 0) {
            begin(next);
            return;
        }
        int first = held.toByteArray()[0] & 0xff;
        if (first == C1_LEAD) {
            held.reset();
            if (next >= 0x80 && next < 0xa0) {
                put(String.format("<%02X>", next));
            } else {
                out.write(C1_LEAD);
                begin(next);
            }
        } else {
            colour(next);
        }
    }

    /** Nothing that is held is of use once there is no more. */
    @Override
    public void close() throws IOException {
        letGo();
        super.close();
    }

    private void begin(int next) throws IOException {
        if (next == ESCAPE || next == C1_LEAD) {
            held.write(next);
        } else if ((next < 0x20 && next != '\n' && next != '\t' && next != '\r') || next == DELETE) {
            put("^" + (char) (next ^ 0x40));
        } else {
            out.write(next);
        }
    }

    /** Behind an escape: {@code [}, digits with semicolons or colons, {@code m}; anything else makes none. */
    private void colour(int next) throws IOException {
        int size = held.size();
        boolean fits = size == 1
                ? next == '['
                : size < LONGEST_COLOUR && (next == 'm' || next == ';' || next == ':' || (next >= '0' && next <= '9'));
        if (!fits) {
            letGo();
            begin(next);
            return;
        }
        held.write(next);
        if (next == 'm') {
            held.writeTo(out);
            held.reset();
        }
    }

    private void letGo() throws IOException {
        byte[] bytes = held.toByteArray();
        held.reset();
        for (byte one : bytes) {
            if (one == ESCAPE) {
                put("^[");
            } else {
                out.write(one);
            }
        }
    }

    private void put(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
