package io.berth.edge.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A file of a page, as it is sent. */
public final class WebFile {
    /** Half of a SHA-256 tells versions of a file apart. */
    private static final int TAG_BYTES = 16;

    private final byte[] bytes;
    private final String type;
    private final String tag;

    private WebFile(byte[] bytes, String type) {
        this.bytes = bytes;
        this.type = type;
        this.tag = '"' + digest(bytes) + '"';
    }

    /**
     * The file at {@code path}, absolute or of the package of {@code near}, as what {@code name} says that it is.
     *
     * @throws IllegalStateException where it is not in the archive
     */
    public static WebFile load(Class<?> near, String name, String path) {
        try (InputStream in = near.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("The archive has no file (" + path + ").");
            }
            return new WebFile(in.readAllBytes(), type(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is in it; nobody changes that. */
    public byte[] bytes() {
        return bytes;
    }

    /** Its type of media. */
    public String type() {
        return type;
    }

    /** Its entity tag (RFC 9110 §8.8.3), quoted. */
    public String tag() {
        return tag;
    }

    /**
     * Whether the reader has this very file.
     *
     * @param ifNoneMatch the tags of the files that the reader has (RFC 9110 §13.1.2); empty for none
     */
    public boolean isNamed(String ifNoneMatch) {
        if (ifNoneMatch.strip().equals("*")) {
            return true;
        }
        // A proxy that compresses makes a tag weak; for this comparison that is the same.
        return Arrays.stream(ifNoneMatch.split(","))
                .map(String::strip)
                .map(given -> given.startsWith("W/") ? given.substring(2) : given)
                .anyMatch(tag::equals);
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "json" -> "application/json";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException("The file (" + name + ") is of no type that is known here.");
        };
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(whole, 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
