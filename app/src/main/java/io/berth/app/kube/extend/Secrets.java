package io.berth.app.kube.extend;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;

/** What every path begins with where not everybody may ask: kube-scheduler sends no header, so it stands in its {@code urlPrefix}. */
public final class Secrets {
    private static final int LEAST = 16;

    private Secrets() {}

    /** The secret in {@code file}, one word of {@code A-Z a-z 0-9 - _}. */
    public static String read(Path file) {
        String secret = Source.file(file).text().strip();
        if (!secret.matches("[A-Za-z0-9_-]{" + LEAST + ",200}")) {
            throw new InputException(
                    file.toString(), "must hold one word of " + LEAST + " to 200 of A-Z, a-z, 0-9, - and _");
        }
        return secret;
    }

    /** Takes as long whatever differs. */
    static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
