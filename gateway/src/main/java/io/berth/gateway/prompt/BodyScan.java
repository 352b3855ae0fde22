package io.berth.gateway.prompt;

import io.berth.core.dispatch.Prompt;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON body as it comes, in pieces of any size, for the few members of the outermost object that decisions need, and hashes its
 * prompt. It neither checks nor keeps the body: what is no JSON has no members here, and its server says so.
 *
 * <p>It stops where all that is wanted was seen.
 */
public final class BodyScan {
    /** No member that is wanted has a longer name, and no value that is read is longer. */
    private static final int LONGEST_NAME = 24;

    private static final int LONGEST_VALUE = 256;
    private static final int WINDOW = 16 << 10;
    private static final ThreadLocal<byte[]> WINDOWS = ThreadLocal.withInitial(() -> new byte[WINDOW]);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;
    private static final long QUOTES = '"' * ONES;
    private static final long ESCAPES = '\\' * ONES;

    private final boolean wholeForModel;
    private final PromptHash hash;
    private final StringBuilder text = new StringBuilder();
    private boolean begun;
    private boolean done;
    private boolean toEnd;
    private boolean disguised;
    private int depth;
    private boolean inString;
    private boolean escaped;
    /** A string that begins now is the name of a member of the outermost object. */
    private boolean nameNext;

    private boolean reading;
    private String name = "";
    private boolean inPrompt;
    private boolean promptSeen;
    private @Nullable String model;
    private boolean stream;
    private long mostTokens;
    private long scanned;

    /**
     * @param wholeForModel whether it goes on until the model was seen
     * @param mostHashed bytes of the prompt that are hashed
     */
    public BodyScan(boolean wholeForModel, int mostHashed) {
        this.wholeForModel = wholeForModel;
        hash = new PromptHash(mostHashed);
    }

    /** The readable bytes of {@code piece} come next; it stays as it is. */
    public void feed(ByteBuf piece) {
        byte[] window = WINDOWS.get();
        int at = piece.readerIndex();
        int end = piece.writerIndex();
        while (at < end && !done) {
            // A window stays in the nearest cache, and its words are read without asking the buffer for each.
            int length = Math.min(window.length, end - at);
            piece.getBytes(at, window, 0, length);
            scan(window, length);
            at += length;
        }
    }

    private void scan(byte[] piece, int end) {
        int at = 0;
        while (at < end && !done) {
            int from = at;
            boolean within = inPrompt;
            at = inString ? string(piece, at, end) : structure(piece, at, end);
            if (within && inPrompt) {
                hash.add(piece, from, at - from);
                stopEarly();
            }
        }
        scanned += at;
    }

    /** It goes on until the body ends, so that of members that come twice the last counts, as it does for most servers. */
    public void goOnToEnd() {
        toEnd = true;
    }

    /** Whether the name of a member was written with escapes: another reader may know it for one that is wanted. */
    public boolean disguised() {
        return disguised;
    }

    /** Whether nothing that follows would tell more. */
    public boolean done() {
        return done;
    }

    /** The value of {@code model}; null where there is none so far. */
    public @Nullable String model() {
        return model;
    }

    /** Whether the answer is to come token by token. */
    public boolean stream() {
        return stream;
    }

    /** The value of {@code max_completion_tokens} or {@code max_tokens}; 0 where there is none so far. */
    public long mostTokens() {
        return mostTokens;
    }

    /**
     * The prompt: the value of {@code messages}, {@code prompt} or {@code input}, as it is written.
     *
     * @param wholeBody bytes of the body where they are known, else 0
     */
    public Prompt prompt(long wholeBody) {
        return hash.prompt(inPrompt ? Math.max(0, wholeBody - scanned) : 0);
    }

    /** Equal for bodies that ask for the same with the same prompt, as far as it was looked at, and hardly ever for others. */
    public long likeness() {
        return hash.whole() * 31 + (model == null ? 0 : model.hashCode()) + mostTokens;
    }

    private void stopEarly() {
        done = !toEnd && hash.full() && (!wholeForModel || model != null);
    }

    /** Goes on within a string; where its end is, or the end of what is there. */
    private int string(byte[] piece, int from, int end) {
        int at = from;
        while (at < end) {
            if (!reading && !escaped) {
                at = plain(piece, at, end);
                if (at == end) {
                    return at;
                }
            }
            byte next = piece[at++];
            if (escaped) {
                escaped = false;
                read((char) (next & 0xFF));
            } else if (next == '\\') {
                escaped = true;
                read('\\');
            } else if (next == '"') {
                inString = false;
                stringEnds();
                return at;
            } else {
                read((char) (next & 0xFF));
            }
        }
        return at;
    }

    /** Passes over what is neither a quote nor an escape, a word at a time. */
    private static int plain(byte[] piece, int from, int end) {
        int at = from;
        while (at + Long.BYTES <= end) {
            long word = (long) PromptHash.WORDS.get(piece, at);
            long quote = word ^ QUOTES;
            long escape = word ^ ESCAPES;
            long found = (quote - ONES & ~quote | escape - ONES & ~escape) & TOPS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < end) {
            byte next = piece[at];
            if (next == '"' || next == '\\') {
                return at;
            }
            at++;
        }
        return at;
    }

    private void read(char next) {
        if (reading && text.length() <= LONGEST_VALUE) {
            text.append(next);
        }
    }

    private void stringEnds() {
        if (!reading) {
            return;
        }
        reading = false;
        if (nameNext) {
            nameNext = false;
            disguised |= text.indexOf("\\") >= 0;
            name = text.length() > LONGEST_NAME ? "" : text.toString();
        } else {
            member();
        }
    }

    /** Goes on outside of strings until one begins, the prompt begins or ends, or the end of what is there. */
    private int structure(byte[] piece, int from, int end) {
        int at = from;
        while (at < end) {
            byte next = piece[at++];
            if (!begun) {
                begin(next);
                if (done) {
                    return at;
                }
                continue;
            }
            if (next == '"') {
                inString = true;
                reading = depth == 1 && (nameNext || wanted());
                text.setLength(0);
                return at;
            }
            boolean before = inPrompt;
            step(next);
            if (done || before != inPrompt) {
                return at;
            }
        }
        return at;
    }

    private void begin(byte next) {
        if (next == '{') {
            begun = true;
            depth = 1;
            nameNext = true;
        } else if (next > ' ' || next < 0) {
            done = true;
        }
    }

    private void step(byte next) {
        switch (next) {
            case '{', '[' -> depth++;
            case '}', ']' -> {
                depth--;
                if (depth == 0) {
                    bare();
                    inPrompt = false;
                    done = true;
                }
            }
            case ',' -> {
                if (depth == 1) {
                    bare();
                    nameNext = true;
                    inPrompt = false;
                }
            }
            case ':' -> {
                if (depth == 1) {
                    text.setLength(0);
                    inPrompt = !promptSeen && isPrompt(name);
                    promptSeen |= inPrompt;
                }
            }
            default -> {
                if (depth == 1 && next > ' ' && text.length() <= LONGEST_VALUE) {
                    text.append((char) next);
                }
            }
        }
    }

    /** A value that is no string ends. */
    private void bare() {
        if (!text.isEmpty() && wanted()) {
            member();
        }
        text.setLength(0);
        name = "";
    }

    private boolean wanted() {
        return switch (name) {
            case "model", "stream", "max_tokens", "max_completion_tokens", "max_output_tokens" -> true;
            default -> false;
        };
    }

    private void member() {
        String value = text.toString();
        text.setLength(0);
        switch (name) {
            case "model" ->
                model = unescaped(new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
            case "stream" -> stream = value.equals("true");
            case "max_tokens", "max_completion_tokens", "max_output_tokens" -> mostTokens = tokens(value);
            default -> {}
        }
        name = "";
    }

    /** RFC 8259 §7; an escape that is none stays as it is. */
    private static String unescaped(String value) {
        int escape = value.indexOf('\\');
        if (escape < 0) {
            return value;
        }
        StringBuilder plain = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at++) {
            char next = value.charAt(at);
            if (next != '\\' || at + 1 == value.length()) {
                plain.append(next);
                continue;
            }
            char kind = value.charAt(++at);
            int code = "bfnrt".indexOf(kind);
            if (code >= 0) {
                plain.append("\b\f\n\r\t".charAt(code));
            } else if (kind == 'u'
                    && value.length() - at > 4
                    && value.substring(at + 1, at + 5).matches("[0-9a-fA-F]{4}")) {
                plain.append((char) Integer.parseInt(value, at + 1, at + 5, 16));
                at += 4;
            } else {
                plain.append(kind);
            }
        }
        return plain.toString();
    }

    private static long tokens(String value) {
        boolean whole = !value.isEmpty() && value.length() < 12 && value.chars().allMatch(Character::isDigit);
        return whole ? Long.parseLong(value) : 0;
    }

    private static boolean isPrompt(String name) {
        return switch (name) {
            case "messages", "prompt", "input" -> true;
            default -> false;
        };
    }
}
