package io.berth.kube.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.berth.kube.rehearsal.Http2Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server of HTTP/2, and one that has HTTP/1.1 alone. */
@Timeout(60)
class TrustTest {
    @TempDir
    Path folder;

    private TestKey serverKey;
    private TestKey clientKey;
    private HttpsServer older;
    private Http2Server newer;

    /** Servers that say who asks, where he proves that. */
    @BeforeEach
    void start() throws Exception {
        serverKey = TestKey.make(folder, "server");
        clientKey = TestKey.make(folder, "client");
        newer = new Http2Server(
                serverKey.identity(),
                List.of(clientKey.certificate()),
                10,
                call -> call.reply(200, "text/plain", call.who().getBytes(StandardCharsets.UTF_8)));
        SSLContext context = Trust.of(List.of(clientKey.certificate())).context(serverKey.identity());
        older = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        older.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setWantClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        older.createContext("/", exchange -> {
            byte[] body = who((HttpsExchange) exchange).getBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        older.start();
    }

    @AfterEach
    void stop() {
        older.stop(0);
        newer.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_server_is_believed_where_an_authority_vouches_for_its_name(boolean http2) throws Exception {
        Trust trusting = Trust.of(List.of(clientKey.certificate(), serverKey.certificate()));
        assertThat(asked(http2, trusting, null, "localhost")).isEqualTo("nobody");
        assertThatThrownBy(() -> asked(http2, trusting, null, "127.0.0.1")).isInstanceOf(SSLException.class);
        Trust others = Trust.of(List.of(clientKey.certificate()));
        assertThatThrownBy(() -> asked(http2, others, null, "localhost")).isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> asked(http2, Trust.SYSTEM, null, "localhost")).isInstanceOf(SSLException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anybody_is_believed_whatever_the_name(boolean http2) throws Exception {
        assertThat(asked(http2, Trust.ANYBODY, null, "127.0.0.1")).isEqualTo("nobody");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_proves_who_it_is(boolean http2) throws Exception {
        assertThat(asked(http2, Trust.ANYBODY, clientKey.identity(), "localhost"))
                .isEqualTo("CN=client");
    }

    private static String who(HttpsExchange exchange) {
        try {
            return exchange.getSSLSession().getPeerPrincipal().getName();
        } catch (SSLException e) {
            return "nobody";
        }
    }

    private String asked(boolean http2, Trust trust, @Nullable Identity identity, String host)
            throws IOException, InterruptedException {
        int port = http2 ? newer.address().getPort() : older.getAddress().getPort();
        try (Transport transport = Transport.to(URI.create("https://" + host + ":" + port), new Tls(trust, identity))) {
            Request request = new Request("GET", "/", "text/plain", "", new byte[0], "");
            String streamed = new String(transport.stream(request).body().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(transport.send(request).join().body())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(streamed);
            return streamed;
        }
    }
}
