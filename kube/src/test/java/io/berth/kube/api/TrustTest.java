package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TrustTest {
    @TempDir
    Path folder;

    private TestKey serverKey;
    private TestKey clientKey;
    private HttpsServer server;

    /** A server that says who asks, where it proves that. */
    @BeforeEach
    void start() throws Exception {
        serverKey = TestKey.make(folder, "server");
        clientKey = TestKey.make(folder, "client");
        SSLContext context = Trust.of(List.of(clientKey.certificate())).context(identity(serverKey));
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setWantClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.createContext("/", exchange -> {
            byte[] body = who((HttpsExchange) exchange).getBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_server_is_believed_where_an_authority_vouches_for_its_name() throws Exception {
        SSLContext trusting = Trust.of(List.of(clientKey.certificate(), serverKey.certificate()))
                .context(null);
        assertThat(asked(trusting, "localhost")).isEqualTo("nobody");
        assertThatThrownBy(() -> asked(trusting, "127.0.0.1")).isInstanceOf(SSLException.class);
        assertThatThrownBy(
                        () -> asked(Trust.of(List.of(clientKey.certificate())).context(null), "localhost"))
                .isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> asked(Trust.SYSTEM.context(null), "localhost")).isInstanceOf(SSLException.class);
    }

    @Test
    void anybody_is_believed_whatever_the_name() throws Exception {
        assertThat(asked(Trust.ANYBODY.context(null), "127.0.0.1")).isEqualTo("nobody");
    }

    @Test
    void a_client_proves_who_it_is() throws Exception {
        assertThat(asked(Trust.ANYBODY.context(identity(clientKey)), "localhost"))
                .isEqualTo("CN=client");
    }

    private static Identity identity(TestKey key) {
        return new Identity(List.of(key.certificate()), key.key());
    }

    private static String who(HttpsExchange exchange) {
        try {
            return exchange.getSSLSession().getPeerPrincipal().getName();
        } catch (SSLException e) {
            return "nobody";
        }
    }

    private String asked(SSLContext context, String host) throws IOException, InterruptedException {
        URI uri = URI.create("https://" + host + ":" + server.getAddress().getPort() + "/");
        try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
