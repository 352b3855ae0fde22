package io.berth.edge.access;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of jobs, by which their tasks say how far they are and nothing else. A token names one start of one task and has the
 * HMAC-SHA256 of that (RFC 2104) under a key that only this system knows, so none is kept, and one is of no use for another task or
 * another start. Whether that start still holds is for whoever takes what is said.
 */
public final class JobTokens {
    /** What begins a job's token, so that it is not looked for among those of people. */
    private static final String PREFIX = "berth-job-";

    private static final Pattern TOKEN =
            Pattern.compile(PREFIX + "([0-9]{1,18})-([0-9]{1,9})-([0-9]{1,18})-([0-9]{1,19})-[0-9a-f]{64}");
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;

    private JobTokens(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * The tokens under the key in {@code file}; where there is none a key is drawn and kept there, for nobody else's eyes.
     *
     * @throws InputException where it is no such key
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
            return new JobTokens(key(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + file + ": " + e.getMessage(), e);
        }
    }

    private static byte[] key(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) <= 4 * KEY_BYTES) {
            try {
                byte[] key = HexFormat.of().parseHex(Files.readString(file).strip());
                if (key.length >= KEY_BYTES) {
                    return key;
                }
            } catch (CharacterCodingException | IllegalArgumentException e) {
                // Said below.
            }
        }
        throw new InputException(
                file.toString(),
                "is no key of the tokens of jobs, " + 2 * KEY_BYTES
                        + " hexadecimal digits: move it away, and another is drawn; what running jobs report with the one"
                        + " before is refused then");
    }

    /** The token of the task of {@code start}. */
    public String of(TaskStart start) {
        String named = start.job() + "-" + start.task() + "-" + start.decision() + "-" + start.submitNanos();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] digest = mac.doFinal(named.getBytes(StandardCharsets.UTF_8));
            return PREFIX + named + "-" + HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HMAC-SHA256.", e);
        }
    }

    /** The start whose token {@code token} is; null for none. */
    public @Nullable TaskStart start(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            return null;
        }
        TaskStart start = new TaskStart(
                Long.parseLong(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Long.parseLong(parts.group(3)),
                Long.parseLong(parts.group(4)));
        boolean same = MessageDigest.isEqual(
                of(start).getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
        return same ? start : null;
    }
}
