package io.berth.console.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of jobs, by which their tasks say how far they are and nothing else. A token is the number of its job, the moment of
 * its submission, and the HMAC-SHA256 of both (RFC 2104) under a key that only this system knows, so none is kept, and one job's is
 * of no use for another, not even for one that was given the same number after a journal lost its end.
 */
public final class JobTokens {
    /** What begins a job's token, so that it is not looked for among those of people. */
    private static final String PREFIX = "berth-job-";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int RADIX = 36;

    private final SecretKeySpec key;

    private JobTokens(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * The tokens under the key in {@code file}; where there is none a key is drawn and kept there, for nobody else's eyes.
     *
     * @throws UncheckedIOException where it cannot be read or written
     */
    public static JobTokens open(Path file) {
        try {
            if (!Files.exists(file)) {
                byte[] drawn = new byte[KEY_BYTES];
                new SecureRandom().nextBytes(drawn);
                Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
                Files.deleteIfExists(unfinished);
                Files.createFile(
                        unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(unfinished, HexFormat.of().formatHex(drawn));
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return new JobTokens(HexFormat.of().parseHex(Files.readString(file).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + file + ": " + e.getMessage(), e);
        }
    }

    /** The token of {@code job}, submitted at {@code submitNanos}, UTC; 0 makes one that does not say when. */
    public String of(long job, long submitNanos) {
        String who = submitNanos == 0 ? Long.toString(job) : job + "." + Long.toString(submitNanos, RADIX);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] digest = mac.doFinal(who.getBytes(StandardCharsets.UTF_8));
            return PREFIX + who + "-" + HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HMAC-SHA256.", e);
        }
    }

    /** The task whose token {@code token} is; null for none. Those of earlier builds do not say when their job was submitted. */
    @Nullable
    Caller find(String token) {
        int end = token.indexOf('-', PREFIX.length());
        if (!token.startsWith(PREFIX) || end < 0) {
            return null;
        }
        try {
            String[] who = token.substring(PREFIX.length(), end).split("\\.", 2);
            long job = Long.parseLong(who[0]);
            long submitNanos = who.length == 1 ? 0 : Long.parseLong(who[1], RADIX);
            boolean same = MessageDigest.isEqual(
                    of(job, submitNanos).getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
            return same && job > 0 ? Caller.task(job, submitNanos) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
