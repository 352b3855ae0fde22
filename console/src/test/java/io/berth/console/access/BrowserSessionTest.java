package io.berth.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.TokenFile;
import io.berth.edge.access.Attempts;
import io.berth.edge.access.Tokens;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BrowserSessionTest {
    private static final String JOB = "{\"demand\": {\"gpus\": 1}}";

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private Cluster cluster;
    private ConsoleServer server;
    private Client red;
    private Client looker;
    private Client browser;

    @BeforeEach
    void aConsoleWithTokens() throws IOException {
        Path tokens = Files.writeString(folder.resolve("tokens.yaml"), tokens("red"));
        cluster = Cluster.of(2, null);
        server = cluster.serve(ConsoleOptions.local(0).withTokens(tokens).reporting(said::add));
        red = new Client(server, "red");
        looker = new Client(server, "looker");
        browser = new Client(server);
    }

    @AfterEach
    void end() {
        List.of(red, looker, browser).forEach(Client::close);
        server.close();
        cluster.close();
        assertThat(said).isEmpty();
    }

    private static String tokens(String red) {
        return TokenFile.text(TokenFile.submitter(red, "red"), TokenFile.line("looker", "name: looker, role: viewer"));
    }

    /** What a browser sends of the session that a code of {@code client} becomes. */
    private String[] session(Client client) {
        Answer begun = handIn(code(client));
        return new String[] {"Cookie", cookie(begun), Guard.SESSION_KEY, begun.text("key")};
    }

    private String code(Client client) {
        Answer given = client.post("/api/v1/codes", "");
        assertThat(given.status()).isEqualTo(201);
        assertThat(given.text("page")).isEqualTo("#/code/" + given.text("code"));
        return given.text("code");
    }

    private Answer handIn(String code, String... headers) {
        return browser.post("/api/v1/sessions", "{\"code\": \"" + code + "\"}", headers);
    }

    private static String cookie(Answer begun) {
        return begun.header("Set-Cookie").split(";")[0];
    }

    @Test
    void aCodeBecomesASessionThatMayDoWhatWhoAskedMay() {
        Answer begun = handIn(code(red));
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.json().require("who").require("name").text()).isEqualTo("red-ci");
        assertThat(begun.header("Set-Cookie"))
                .matches("berth-session-" + server.uri().getPort() + "=[0-9a-f]{48}; HttpOnly; SameSite=Strict");
        String cookie = cookie(begun);
        Answer who = browser.send(browser.request("/api/v1/session").header("Cookie", "a=b; " + cookie));
        assertThat(who.text("role")).isEqualTo("submitter");
        assertThat(who.text("tenant")).isEqualTo("red");
        String key = begun.text("key");
        assertThat(browser.post("/api/v1/jobs", JOB, "Cookie", cookie, Guard.SESSION_KEY, key)
                        .status())
                .isEqualTo(201);
        assertThat(red.get("/api/v1/jobs/1").text("queue")).isEqualTo("red");
        assertThat(browser.post("/api/v1/nodes/node-0/drain", "", "Cookie", cookie, Guard.SESSION_KEY, key)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aViewersCodeOnlySees() {
        String[] both = session(looker);
        assertThat(browser.post("/api/v1/jobs", JOB, both).status()).isEqualTo(403);
        assertThat(browser.send("GET", "/api/v1/jobs", "", both).status()).isEqualTo(200);
    }

    @Test
    void whatIsNoGoodCodeIsRefusedInTheSameWords() {
        String used = code(red);
        assertThat(handIn(used).status()).isEqualTo(201);
        Answer again = handIn(used);
        Answer wrong = handIn("0".repeat(used.length()));
        Answer brief = handIn("x");

        assertThat(again.status()).isEqualTo(401);
        assertThat(List.of(wrong.body(), brief.body())).containsOnly(again.body());
        assertThat(again.header("Set-Cookie")).isEmpty();
        assertThat(again.header("WWW-Authenticate")).isEqualTo(wrong.header("WWW-Authenticate"));
    }

    @Test
    void whoGuessesIsToldToWaitAndWhoKnowsComesIn() {
        String good = code(red);
        Answer answer = handIn("guess");
        for (int i = 0; i < 2 * Attempts.AT_ONCE && answer.status() == 401; i++) {
            answer = handIn("guess");
        }
        assertThat(answer.status()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
        try (Client liar = new Client(server, "guess")) {
            Answer token = liar.get("/api/v1/jobs");
            while (token.status() == 401) {
                token = liar.get("/api/v1/jobs");
            }
            assertThat(token.text("detail").replaceAll("[0-9]", ""))
                    .isEqualTo(answer.text("detail").replaceAll("[0-9]", ""));
        }
        assertThat(red.get("/api/v1/jobs").status()).isEqualTo(200);
        assertThat(handIn(good).status()).isEqualTo(201);
    }

    @Test
    void aCookieAloneChangesNothing() {
        Answer begun = handIn(code(red));
        String cookie = cookie(begun);
        Answer other = handIn(code(red));

        for (String key : List.of("", other.text("key"), cookie.split("=")[1])) {
            Answer refused = browser.post("/api/v1/jobs", JOB, "Cookie", cookie, Guard.SESSION_KEY, key);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text("detail")).contains("needs its key");
        }
        assertThat(red.get("/api/v1/jobs").json().require("jobs").items()).isEmpty();
    }

    @Test
    void otherSitesNeitherHandInNorAct() {
        String code = code(red);
        for (String[] other : List.of(
                new String[] {"Origin", "http://evil.example"}, new String[] {"Sec-Fetch-Site", "cross-site"})) {
            assertThat(handIn(code, other).status()).isEqualTo(403);
        }
        assertThat(browser.post("/api/v1/sessions", "code: " + code, "Content-Type", "text/plain")
                        .status())
                .isEqualTo(415);
        Answer begun = handIn(code);
        assertThat(begun.status()).isEqualTo(201);
        assertThat(browser.post(
                                "/api/v1/jobs",
                                JOB,
                                "Cookie",
                                cookie(begun),
                                Guard.SESSION_KEY,
                                begun.text("key"),
                                "Sec-Fetch-Site",
                                "same-site")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aSessionEndsWhenItIsEnded() {
        String[] both = session(red);
        Answer ended = browser.send("DELETE", "/api/v1/session", "", both);
        assertThat(ended.status()).isEqualTo(204);
        assertThat(ended.header("Set-Cookie")).contains("Max-Age=0");
        Answer after = browser.send("GET", "/api/v1/jobs", "", both);
        assertThat(after.status()).isEqualTo(401);
        assertThat(after.text("detail")).contains("berth console");
    }

    @Test
    void whoHasNoTokenAnyMoreHasNoSessionEither() {
        Answer mine = handIn(code(red));
        Answer other = handIn(code(looker));
        server.setTokens(Tokens.read(Source.text("tokens", tokens("red-anew"))));

        assertThat(browser.send("GET", "/api/v1/jobs", "", "Cookie", cookie(mine))
                        .status())
                .isEqualTo(401);
        assertThat(browser.send("GET", "/api/v1/jobs", "", "Cookie", cookie(other))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whoHasNoneGetsNoCode() {
        assertThat(browser.post("/api/v1/codes", "").status()).isEqualTo(401);
        assertThat(server.page()).startsWith(server.uri() + "/#/code/");
        String code = server.page().substring(server.page().lastIndexOf('/') + 1);
        assertThat(handIn(code).json().require("who").require("role").text()).isEqualTo("operator");
    }
}
