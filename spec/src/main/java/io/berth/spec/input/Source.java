package io.berth.spec.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A named text that a user wrote.
 *
 * @param name what errors call it: the file as the user named it, or an option of the command line
 * @param text all of it
 * @param folder what relative file names in it are relative to
 * @param lined true where a line and column help the reader; false for the text of one option
 */
public record Source(String name, String text, Path folder, boolean lined) {
    /** Text for people: more is not a file somebody wrote. The YAML scanner is also slow on one scalar of megabytes. */
    public static final int MAX_BYTES = 1 << 20;

    /** The content of {@code file}. */
    public static Source file(Path file) {
        String name = file.toString();
        Path parent = file.toAbsolutePath().normalize().getParent();
        return new Source(name, decode(name, bytes(file)), parent == null ? file.toAbsolutePath() : parent, true);
    }

    /** The content of the file called {@code name}. */
    public static Source file(String name) {
        return file(InputFile.path(name));
    }

    /** A text from elsewhere; relative file names in it are relative to the working folder. */
    public static Source text(String name, String text) {
        return new Source(name, text, Path.of("").toAbsolutePath(), true);
    }

    /** A short text, such as the value of an option, in which lines mean nothing. */
    public static Source inline(String name, String text) {
        return new Source(name, text, Path.of("").toAbsolutePath(), false);
    }

    /** The same, as if it stood in {@code folder}. */
    public Source in(Path folder) {
        return new Source(name, text, folder, lined);
    }

    /** The name without folder and ending: what a file without a name of its own is called. */
    public String baseName() {
        String file = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    /** A line (from 1) and column (from 1) of this text. */
    public Position position(int line, int column) {
        return lined ? new Position(name, line, column) : Position.of(name);
    }

    private static byte[] bytes(Path file) {
        String name = file.toString();
        try (InputStream in = InputFile.open(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new InputException(name, "is too large: more than " + MAX_BYTES + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw InputFile.unreadable(name, e);
        }
    }

    private static String decode(String name, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        if (result.isError()) {
            long line = out.chars().filter(c -> c == '\n').count() + 1;
            throw new InputException(name + ":" + line, "is not UTF-8 text (byte " + in.position() + ")");
        }
        String text = out.toString();
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }
}
