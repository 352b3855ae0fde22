package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.edge.tls.KeyFiles;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    @Test
    void aServerProvesItselfByPkcs12OrPem() throws Exception {
        Path store = makeKey();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Path certificate = pem(
                "certificate.pem", "CERTIFICATE", keys.getCertificate("server").getEncoded());
        byte[] encoded = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
        Path key = pem("key.pem", "PRIVATE KEY", encoded);

        assertThat(healthOver(KeyFiles.pkcs12(store, PASSWORD), keys)).contains("ok");
        assertThat(healthOver(KeyFiles.pem(certificate, key), keys)).contains("ok");
        assertThatThrownBy(() -> KeyFiles.pkcs12(store, "wrong")).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> KeyFiles.pem(certificate, certificate))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("PKCS #8");
        assertThatThrownBy(() -> KeyFiles.pem(key, key)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> KeyFiles.pkcs12(folder.resolve("none.p12"), PASSWORD))
                .hasMessageContaining("no such file");
    }

    private static String healthOver(SSLContext server, KeyStore trusted) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer console = cluster.serve(ConsoleOptions.local(0).withTls(server));
                HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            URI uri = URI.create("https://localhost:" + console.uri().getPort() + "/healthz");
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** A key and a certificate of its own for localhost. */
    private Path makeKey() throws IOException, InterruptedException {
        Path store = folder.resolve("server.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=localhost",
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
        assertThat(process.waitFor()).as(said).isZero();
        return store;
    }

    private Path pem(String file, String title, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(file), "-----BEGIN " + title + "-----\n" + text + "\n-----END " + title + "-----\n");
    }
}
