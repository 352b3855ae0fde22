package io.berth.kube.http;

import io.berth.kube.rehearsal.ServerKey;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.util.Base64;

/**
 * A key, and a certificate of its own for {@code localhost}.
 *
 * @param certificatePem as files have it
 * @param keyPem as files have it
 */
public record TestKey(Identity identity, String certificatePem, String keyPem) {
    public static TestKey make(Path folder, String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Identity identity = ServerKey.make(folder, name);
        return new TestKey(
                identity,
                pem("CERTIFICATE", identity.chain().getFirst().getEncoded()),
                pem("PRIVATE KEY", identity.key().getEncoded()));
    }

    /** Its own. */
    Certificate certificate() {
        return identity.chain().getFirst();
    }

    /** As {@code -data} keys have it. */
    public static String inline(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes());
    }

    private static String pem(String title, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + title + "-----\n" + text + "\n-----END " + title + "-----\n";
    }
}
