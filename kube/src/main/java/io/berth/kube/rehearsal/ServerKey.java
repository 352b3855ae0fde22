package io.berth.kube.rehearsal;

import io.berth.kube.http.Identity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.List;

/** Keys with a certificate of their own for {@code localhost}, made by the JDK's {@code keytool}. */
public final class ServerKey {
    private static final String PASSWORD = "changeit";

    private ServerKey() {}

    /** One of {@code name}, whose store is left in {@code folder}. */
    public static Identity make(Path folder, String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve(name + ".p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        return new Identity(List.of(keys.getCertificate(name)), (PrivateKey) keys.getKey(name, PASSWORD.toCharArray()));
    }
}
