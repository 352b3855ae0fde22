package io.berth.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.browser.Tab.Look;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.page.Rehearsal;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.system.Gateway;
import io.berth.gateway.tenant.ApiKeys;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of a gateway in a browser, over servers with hostile names. {@code .ci/console} runs it. */
@Timeout(120)
class GatewayInBrowserTest extends InBrowser {
    private static final String HOSTILE = "<img src=x onerror=window.harmed=1>";
    private static final int MANY = 32;
    private static final List<FakeServer> SERVERS = new ArrayList<>();
    private static Gateway none;
    private static Gateway many;

    /** Says what a simulator might. */
    private static final Rehearsal REHEARSAL = new Rehearsal() {
        @Override
        public List<String> balancers() {
            return List.of("least-connections", "predicted", "round-robin");
        }

        @Override
        public void check(List<String> balances) {}

        @Override
        public Map<String, Object> compare(Asked asked, BooleanSupplier unwanted) {
            return Map.of(
                    "slo_s", 2,
                    "servers", List.of(Map.of("name", HOSTILE, "tokens_per_s", 99.5, "slots", 8, "answers", 3)),
                    "results", List.of(row("predicted", false), row("predicted", true), row("round-robin", true)));
        }

        private Map<String, Object> row(String name, boolean replayed) {
            return Map.of(
                    "name",
                    name,
                    "replayed",
                    replayed,
                    "requests",
                    1_000,
                    "mean_s",
                    1.25,
                    "p99_s",
                    4.5,
                    "goodput_share",
                    0.9,
                    "difference",
                    Map.of("mean_s", 0.2, "low_s", 0.1, "high_s", 0.3, "pairs", 1_000, "verdict", "worse"));
        }
    };

    /** A page, and what is there when it has been filled. */
    private record Place(String name, String address, String content) {}

    private static final List<Place> PLACES = List.of(
            new Place("gateway-fleet", "#/fleet", ".servers .badge"),
            new Place("gateway-requests", "#/requests", ".requests .badge"),
            new Place("gateway-compare", "#/compare", ".choices input"));

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        StringBuilder file = new StringBuilder("servers:\n");
        for (int i = 0; i < MANY; i++) {
            FakeServer server = FakeServer.start(FakeSpec.usual().with(FakeSpec.Pace.INSTANT), 0);
            SERVERS.add(server);
            file.append("- {url: \"")
                    .append(server.url())
                    .append("\", name: \"")
                    .append(i == 0 ? HOSTILE : "server-" + i)
                    .append("\"}\n");
        }
        many = gateway(file + "console: {}\n");
        none = gateway("servers: [{file: none.yaml}]\nconsole: {}\n");
        for (int i = 0; i < 60; i++) {
            ask(many);
        }
    }

    @AfterAll
    static void close() {
        many.close();
        none.close();
        SERVERS.forEach(FakeServer::close);
    }

    static List<Arguments> pagesAndLooks() {
        List<Arguments> all = new ArrayList<>();
        for (Place place : PLACES) {
            for (Look look : Look.all()) {
                all.add(Arguments.of(place, look));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("pagesAndLooks")
    void aPageIsShownWithoutErrorsToEverybody(Place place, Look look) {
        try (Tab tab = new Tab(browser, page(many), look)) {
            tab.open(place.address(), place.content());
            assertThat(tab.at(".state.live")).isVisible();
            if (place.address().endsWith("fleet")) {
                assertThat(tab.at(".servers tbody tr")).hasCount(MANY);
                assertThat(tab.at(".chart .u-legend").first()).isVisible();
            }
            tab.picture(place.name() + "-" + look.name());
            tab.check();
            assertThat(tab.findings()).isEmpty();
        }
    }

    @Test
    void aFleetWithoutServersIsShownToo() {
        for (Look look : List.of(Look.LIGHT, Look.DARK_PHONE)) {
            try (Tab tab = new Tab(browser, page(none), look)) {
                tab.open("", "td.none");
                assertThat(tab.at("td.none")).hasText("There is no server.");
                tab.picture("gateway-none-" + look.name());
                tab.check();
                assertThat(tab.findings()).isEmpty();
            }
        }
    }

    @Test
    void whatHappensIsShownAsItDoes() throws IOException, InterruptedException {
        try (Tab tab = new Tab(browser, page(many), Look.LIGHT)) {
            tab.open("#/requests", ".requests .badge");
            String newest = tab.at(".requests tbody button").first().textContent();
            ask(many);
            assertThat(tab.at(".requests tbody button").first()).not().hasText(newest);
            tab.check();
        }
    }

    @Test
    void aRequestTellsItsStepsAndWhyItsServer() {
        try (Tab tab = new Tab(browser, page(many), Look.LIGHT)) {
            tab.open("#/requests", ".requests .badge");
            tab.at("#filter-server").selectOption(HOSTILE);
            assertThat(tab.at(".requests tbody tr td:nth-child(5)").first()).hasText(HOSTILE);
            tab.at(".requests tbody button").first().click();
            assertThat(tab.at("dialog .timeline li")).hasCount(4);
            assertThat(tab.at("dialog")).containsText("Servers were compared by what the request costs there; 32");
            tab.picture("gateway-trace");
            tab.check();
            assertThat(tab.findings()).isEmpty();
        }
    }

    @Test
    void balancersAreComparedWhereSomebodyAsks() {
        for (Look look : List.of(Look.LIGHT, Look.DARK_PHONE)) {
            try (Tab tab = new Tab(browser, page(many), look)) {
                tab.open("#/compare", ".choices input");
                tab.at("button.main").click();
                assertThat(tab.at(".results tbody tr")).hasCount(3);
                assertThat(tab.at(".results .difference.worse").first()).containsText("+0.2 s (+0.1 to +0.3)");
                tab.picture("gateway-compared-" + look.name());
                tab.check();
                assertThat(tab.findings()).isEmpty();
            }
        }
    }

    @Test
    void aKeyIsAskedForAndForgottenWithTheTab() {
        String file = "servers: [{url: \"" + SERVERS.getFirst().url() + "\"}]\nconsole: {keys: [\""
                + ApiKeys.written("hello") + "\"]}\n";
        try (Gateway guarded = gateway(file);
                Tab tab = new Tab(browser, page(guarded), Look.LIGHT)) {
            tab.open("", "dialog[open] #key");
            tab.picture("gateway-key");
            tab.at("#key").fill("hello");
            tab.page().keyboard().press("Enter");
            assertThat(tab.at(".servers .badge")).isVisible();
            assertThat(tab.forgive()).allMatch(it -> it.contains("401"));
            assertThat(tab.page().evaluate("JSON.stringify(localStorage) + document.cookie"))
                    .isEqualTo("{}");
            tab.check();
        }
    }

    private static URI page(Gateway gateway) {
        return URI.create("http://127.0.0.1:" + gateway.port() + "/berth");
    }

    private static void ask(Gateway gateway) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/v1/chat/completions"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"model\":\"fake\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static Gateway gateway(String file) {
        GatewaySettings settings = GatewaySettings.read(
                TreeReader.read(Source.text("gateway.yaml", "port: 0\n" + file)),
                Path.of("target"),
                new DispatchReader(Path.of(""), _ -> {
                    throw new IllegalStateException("No model is stored.");
                }));
        return Gateway.start(
                settings,
                DispatchCatalog.standard().policies(settings.dispatch()),
                ServerSource.Maker.NONE,
                REHEARSAL,
                _ -> {});
    }
}
