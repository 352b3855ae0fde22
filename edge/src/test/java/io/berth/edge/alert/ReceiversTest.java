package io.berth.edge.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ReceiversTest {
    private static final Instant SINCE = Instant.parse("2026-11-29T08:00:00Z");
    private static final Alert IDLE = alert("gpu_idle", "train\r\nBcc: all@example.com", "GPU 0 is held and idle");
    private static final Alert OVER = alert("no_output", "other", "task 0 prints nothing");
    private static final Changes CHANGES = new Changes(List.of(IDLE), List.of(OVER), List.of());

    @TempDir
    Path folder;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private static Alert alert(String name, String job, String text) {
        return new Alert(name, new TreeMap<>(Map.of("job", "17", "job_name", job)), text, SINCE);
    }

    private Receiver receiver(String yaml) {
        return ReceiverSettings.read(
                        TreeReader.read(Source.text("berth.yaml", yaml)).items(), folder)
                .getFirst();
    }

    private HttpServer server(int status) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            heard.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
            byte[] answer = "no\n".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void anAlertmanagerHearsWhenEachEnds() throws Exception {
        HttpServer server = server(200);
        try {
            Receiver receiver = receiver("[{alertmanager: '" + address(server) + "/prefix/'}]");
            receiver.tell(CHANGES, Instant.now());
            String said = heard.take();
            assertThat(said).startsWith("/prefix/api/v2/alerts null ");
            List<Tree> alerts = JsonReader.read(Source.text("said", said.substring(said.indexOf('['))))
                    .items();
            assertThat(alerts).hasSize(2);
            Tree raised = alerts.getFirst();
            assertThat(raised.require("labels").require("alertname").text()).isEqualTo("gpu_idle");
            assertThat(raised.require("labels").require("job").text()).isEqualTo("17");
            assertThat(raised.require("annotations").require("summary").text()).isEqualTo(IDLE.text());
            assertThat(raised.require("startsAt").text()).isEqualTo("2026-11-29T08:00:00Z");
            Instant now = Instant.now();
            assertThat(Instant.parse(raised.require("endsAt").text())).isAfter(now.plus(Duration.ofMinutes(2)));
            assertThat(Instant.parse(alerts.getLast().require("endsAt").text())).isBeforeOrEqualTo(now);
            assertThat(receiver.againNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aWebhookGetsWhatOneOfAnAlertmanagerGets() throws Exception {
        HttpServer server = server(201);
        try {
            Files.writeString(folder.resolve("token"), "secret\n");
            receiver("[{webhook: '" + address(server) + "/hook?team=x', token_file: token}]")
                    .tell(CHANGES, Instant.now());
            String said = heard.take();
            assertThat(said).startsWith("/hook?team=x Bearer secret ");
            Tree document = JsonReader.read(Source.text("said", said.substring(said.indexOf('{'))));
            assertThat(document.require("version").text()).isEqualTo("4");
            assertThat(document.require("status").text()).isEqualTo("firing");
            List<Tree> alerts = document.require("alerts").items();
            assertThat(alerts.getFirst().require("status").text()).isEqualTo("firing");
            assertThat(alerts.getFirst().require("endsAt").text()).isEqualTo("0001-01-01T00:00:00Z");
            assertThat(alerts.getFirst().require("fingerprint").text()).matches("[0-9a-f]{16}");
            assertThat(alerts.getLast().require("status").text()).isEqualTo("resolved");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatIsNotTakenHasNotBeenHeard() throws Exception {
        HttpServer server = server(503);
        try {
            Receiver receiver = receiver("[{webhook: '" + address(server) + "/secret'}]");
            assertThatThrownBy(() -> receiver.tell(CHANGES, Instant.now()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("it answers 503: no");
            assertThat(receiver.name()).isEqualTo("webhook " + address(server));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void peopleGetAMail() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> take(socket));
            receiver(
                            "[{mail: {to: [ops@example.com, 'On Call <call@example.com>'], from: berth@example.com, server: 'smtp://127.0.0.1:"
                                    + socket.getLocalPort() + "'}}]")
                    .tell(CHANGES, Instant.now());
            String mail = heard.poll(30, TimeUnit.SECONDS);
            assertThat(mail)
                    .contains(
                            "MAIL FROM:<berth@example.com>",
                            "RCPT TO:<ops@example.com>",
                            "RCPT TO:<call@example.com>",
                            "Subject: [berth] gpu_idle job=17 job_name=train  Bcc: all@example.com",
                            "Raised:\n  gpu_idle job=17 job_name=train  Bcc: all@example.com\n    GPU 0 is held and idle (since 2026-11-29T08:00:00Z)",
                            "Cleared:\n  no_output job=17 job_name=other\n    task 0 prints nothing")
                    .doesNotContain("\nBcc:");
        }
    }

    @Test
    void aPasswordIsNotToldWithoutTls() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> take(socket));
            Files.writeString(folder.resolve("password"), "hidden");
            Receiver receiver = receiver(
                    "[{mail: {to: [ops@example.com], from: berth@example.com, user: berth, password_file: password, server: 'smtp://127.0.0.1:"
                            + socket.getLocalPort() + "'}}]");
            assertThatThrownBy(() -> receiver.tell(CHANGES, Instant.now())).hasMessageContaining("STARTTLS");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                   | must have one of webhook, alertmanager and mail
            {webhook: 'http://a', mail: {to: [a@b], from: a@b}}  | must have one of webhook, alertmanager and mail
            {webhook: 'ftp://a'}                                 | must be an address http://HOST or https://HOST
            {webhook: 'http://u:p@a'}                            | must be an address http://HOST or https://HOST
            {alertmanager: 'http://a b'}                         | is no address
            {webhok: 'http://a'}                                 | webhook
            {mail: {to: [], from: a@b}}                          | must name somebody
            {mail: {to: ['a b'], from: a@b}}                     | is no address of mail
            {mail: {to: [a@b], from: a@b, server: 'a:25'}}       | must be an address smtp://HOST or smtps://HOST
            {mail: {to: [a@b], from: a@b}, token_file: t}        | does not go with mail
            """)
    void whatIsNoReceiverIsSaid(String yaml, String said) {
        assertThatThrownBy(() -> receiver("[" + yaml + "]"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(said);
    }

    /** A mail server that takes one mail. */
    private void take(ServerSocket socket) {
        StringBuilder all = new StringBuilder();
        try (Socket client = socket.accept();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            say(client, "220 here");
            boolean data = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                all.append(line).append('\n');
                String word = line.toUpperCase(Locale.ROOT);
                if (data && !line.equals(".")) {
                    continue;
                }
                if (data) {
                    heard.add(all.toString());
                }
                data = word.equals("DATA");
                say(client, data ? "354 go on" : word.startsWith("QUIT") ? "221 bye" : "250 here");
            }
        } catch (IOException e) {
            heard.add("broken: " + e);
        }
    }

    private static void say(Socket client, String line) throws IOException {
        client.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        client.getOutputStream().flush();
    }
}
