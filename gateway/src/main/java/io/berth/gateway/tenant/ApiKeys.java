package io.berth.gateway.tenant;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of clients: 256 bits drawn at random. So nobody finds one by trying, and a plain SHA-256 of it gives it away no more than a slow
 * hash would.
 */
public final class ApiKeys {
    /** No key is longer. */
    static final int LONGEST = 512;

    private static final String PREFIX = "sk-berth-";
    private static final int BYTES = 32;
    private static final ThreadLocal<MessageDigest> DIGESTS = ThreadLocal.withInitial(ApiKeys::digest);

    private ApiKeys() {}

    /** A new one. */
    public static String draw() {
        byte[] drawn = new byte[BYTES];
        new SecureRandom().nextBytes(drawn);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(drawn);
    }

    /** What stands in the settings for {@code key}. */
    public static String written(String key) {
        return "sha256:" + HexFormat.of().formatHex(hash(key));
    }

    /** Whether one of {@code hashes}, in hexadecimal digits, is that of {@code key}. How long that takes says nothing of the keys. */
    public static boolean isOne(@Nullable String key, List<String> hashes) {
        if (key == null || key.length() > LONGEST) {
            return false;
        }
        byte[] hash = hash(key);
        boolean found = false;
        for (String each : hashes) {
            found |= MessageDigest.isEqual(HexFormat.of().parseHex(each), hash);
        }
        return found;
    }

    static byte[] hash(String key) {
        return DIGESTS.get().digest(key.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
