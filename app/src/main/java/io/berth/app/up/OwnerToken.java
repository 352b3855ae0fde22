package io.berth.app.up;

import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The token that lets commands in. Whoever submits a job runs a program as the user who started Berth, so on a machine of many
 * users it is not enough to be on that machine: who may read the home may submit.
 */
final class OwnerToken {
    private static final int BYTES = 24;

    private OwnerToken() {}

    /** Draws a new one, writes its digest for the console and returns it. */
    static String renew(BerthHome home) {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String token = HexFormat.of().formatHex(random);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            String line = "tokens:\n  - {name: owner, role: operator, sha256: "
                    + HexFormat.of().formatHex(digest) + "}\n";
            Address.writePrivately(home.tokens(), line);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + home.tokens() + ": " + e.getMessage(), e);
        }
        return token;
    }
}
