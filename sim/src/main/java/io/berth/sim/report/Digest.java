package io.berth.sim.report;

import io.berth.core.journal.ByteSink;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The first 64 bits of the SHA-256 of bytes that come one part after the other. */
final class Digest {
    private static final int BYTES = 8;

    private final MessageDigest digest;

    Digest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    void add(ByteSink sink) {
        digest.update(sink.array(), 0, sink.size());
    }

    /** As hexadecimal digits; nothing may be added after that. */
    String text() {
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }
}
