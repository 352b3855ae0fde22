package io.berth.console.web;

import io.berth.console.http.message.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** A file of the page, as it is sent. */
final class WebFile {
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
     * The file {@code name} of this package.
     *
     * @throws IllegalStateException where it is not in the archive
     */
    static WebFile load(String name) {
        return load(name, name);
    }

    /**
     * The file at {@code path}, absolute or of this package, as what {@code name} says that it is.
     *
     * @throws IllegalStateException where it is not in the archive
     */
    static WebFile load(String name, String path) {
        try (InputStream in = WebFile.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("The archive has no file (" + path + ").");
            }
            return new WebFile(in.readAllBytes(), type(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Its answer, with {@code headers} besides its own: nothing where the reader has this very file.
     *
     * @param ifNoneMatch the tags of the files that the reader has (RFC 9110 §13.1.2); empty for none
     */
    Response answer(String ifNoneMatch, Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("ETag", tag);
        return isNamed(ifNoneMatch)
                ? new Response.Whole(304, "", new byte[0], all)
                : new Response.Whole(200, type, bytes, all);
    }

    private boolean isNamed(String ifNoneMatch) {
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
            case "json" -> Response.JSON;
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
