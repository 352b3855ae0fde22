package io.berth.testkit.determinism;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest of the journals of many days; as a program it prints it, for comparison with another process. */
final class DayDigest {
    private DayDigest() {}

    public static void main(String[] args) {
        System.out.println(of(Integer.parseInt(args[0])));
    }

    static String of(int days) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (long seed = 1; seed <= days; seed++) {
                digest.update(SameBytesTest.journal(seed, 0));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
