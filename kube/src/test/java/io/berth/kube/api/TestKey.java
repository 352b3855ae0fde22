package io.berth.kube.api;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Base64;

/**
 * A key, and a certificate of its own for {@code localhost}.
 *
 * @param certificatePem as files have it
 * @param keyPem as files have it
 */
record TestKey(PrivateKey key, Certificate certificate, String certificatePem, String keyPem) {
    private static final String PASSWORD = "changeit";

    static TestKey make(Path folder, String name) throws IOException, InterruptedException, GeneralSecurityException {
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
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        PrivateKey key = (PrivateKey) keys.getKey(name, PASSWORD.toCharArray());
        Certificate certificate = keys.getCertificate(name);
        return new TestKey(
                key, certificate, pem("CERTIFICATE", certificate.getEncoded()), pem("PRIVATE KEY", key.getEncoded()));
    }

    /** As {@code -data} keys have it. */
    static String inline(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes());
    }

    private static String pem(String title, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + title + "-----\n" + text + "\n-----END " + title + "-----\n";
    }
}
