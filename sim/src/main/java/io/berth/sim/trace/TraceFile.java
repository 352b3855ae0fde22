package io.berth.sim.trace;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.SiblingName;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The file that is read: opens it, unpacks it where it begins with gzip's magic number, and makes its errors.
 *
 * @param name how errors name it
 */
public record TraceFile(String name) {
    // RFC 1952 §2.3.1
    private static final int GZIP_ID1 = 0x1f;
    private static final int GZIP_ID2 = 0x8b;
    private static final int UNPACK_BUFFER_BYTES = 1 << 16;

    /** The bytes of {@code path}. */
    public InputStream open(Path path) {
        if (Files.isDirectory(path)) {
            throw problem(0, "", "", "is a folder", "a file");
        }
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw problem(0, "", "", "does not exist" + SiblingName.hint(path), "a file");
        } catch (IOException e) {
            throw broken(0, e);
        }
    }

    /** {@code raw} itself, or what is packed in it. */
    public InputStream unpacked(InputStream raw) {
        PushbackInputStream in = new PushbackInputStream(raw, 2);
        byte[] magic = new byte[2];
        try {
            int got = in.readNBytes(magic, 0, 2);
            in.unread(magic, 0, got);
            boolean packed = got == 2 && (magic[0] & 0xff) == GZIP_ID1 && (magic[1] & 0xff) == GZIP_ID2;
            return packed ? new GZIPInputStream(in, UNPACK_BUFFER_BYTES) : in;
        } catch (IOException e) {
            throw broken(1, e);
        }
    }

    /** The reading of the bytes themselves failed. */
    public InputException broken(long line, IOException cause) {
        String why = cause instanceof EOFException ? "ends early" : "cannot be read (" + cause.getMessage() + ")";
        return problem(line, "", "", why, "a complete plain or gzip file");
    }

    /** Counts the row at {@code line} as skipped, or ends the reading. */
    public void skip(Lenience lenience, long line, BadRow bad) {
        if (!lenience.skips()) {
            throw problem(line, bad.where(), bad.value(), bad.fault(), bad.allowed() + lenience.wayOut());
        }
        lenience.count(bad.reason());
    }

    /** The one exception of reading: {@code pods.csv:17: num_gpu: "x" is not a whole number; allowed: ...}. */
    public InputException problem(long line, String column, String value, String fault, String allowed) {
        String place = line > 0 ? name + ":" + line : name;
        String where = column.isEmpty() ? "" : column + ": ";
        String what = value.isEmpty() ? "" : Quote.of(value) + " ";
        return new InputException(place, where + what + fault + "; allowed: " + allowed);
    }
}
