package io.berth.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.TokenFile;
import io.berth.console.api.call.Sources;
import io.berth.console.browser.Tab.Look;
import io.berth.console.view.DeviceLinks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every page in a browser, over an emulated cluster with hostile names. {@code .ci/console} runs it. */
@Timeout(120)
class PagesInBrowserTest extends InBrowser {
    private static Cluster cluster;
    private static ConsoleServer server;

    @TempDir
    Path folder;

    /** A page, and what is there when it has been filled. */
    private record Place(String name, String address, String content) {}

    private static final List<Place> PLACES = List.of(
            new Place("cluster", "", ".map canvas[width]"),
            new Place("node", "#/node/hgx-0", "td.way.nvlink"),
            new Place("queue", "#/queue", "tbody td:has-text('GPU') >> nth=0"),
            new Place("jobs", "#/jobs", "tbody .badge.running"),
            new Place("job-running", "#/job/2", ".timeline li"),
            new Place("job-waiting", "#/job/54", ".why"),
            new Place("job-cancelled", "#/job/3", ".badge.cancelled"),
            new Place("submit", "#/submit", "textarea"),
            new Place("trends", "#/trends", ".chart .u-legend"),
            new Place("strategy", "#/strategy", "textarea"),
            new Place("events", "#/events", "tbody td"));

    @BeforeAll
    static void open() {
        cluster = HostileCluster.busy();
        server = cluster.serve(ConsoleOptions.local(0).withSources(Sources.NONE.withLinks(PagesInBrowserTest::links)));
    }

    @AfterAll
    static void close() {
        server.close();
        cluster.close();
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
        try (Tab tab = new Tab(browser, server.uri(), look)) {
            tab.open(place.address(), place.content());
            assertThat(tab.at(".state.live")).isVisible();
            tab.picture(place.name() + "-" + look.name());
            tab.check();
            assertThat(tab.findings()).isEmpty();
        }
    }

    @Test
    void fiveThousandNodesAreOnOnePage() {
        try (Cluster large = HostileCluster.large();
                ConsoleServer console = large.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT);
                Tab phone = new Tab(browser, console.uri(), Look.DARK_PHONE)) {
            tab.open("", ".map canvas[width]").picture("large-light");
            phone.open("", ".map canvas[width]").picture("large-phone");
            tab.check();
            phone.check();
        }
    }

    @Test
    void whatHappensIsShownAsItDoes() {
        try (Tab tab = new Tab(browser, server.uri(), Look.LIGHT)) {
            tab.open("#/events", ".state.live");
            long job = cluster.submit(HostileCluster.brief("<img src=x onerror=\"window.harmed=1\">"));
            assertThat(tab.at("a[href='#/job/" + job + "']").first()).isVisible();
            tab.picture("events-live");
            tab.check();
        }
    }

    @Test
    void whatAJobTakesIsShownOnItsNode() {
        alone(Cluster.of(1, null), (own, tab) -> {
            tab.open("", ".state.live");
            assertThat(tab.at("tbody")).containsText("0 / 8");
            own.submit(Cluster.endless("train", "research", 6));
            assertThat(tab.at("tbody")).containsText("6 / 8");
            tab.check();
        });
    }

    @Test
    void withoutAStreamListsAreReadAgain() {
        try (Tab tab = new Tab(browser, server.uri(), Look.LIGHT)) {
            tab.page().route("**/api/v1/events", route -> route.abort());
            tab.open("#/jobs?state=ended", ".state.polling");
            long job = cluster.submit(HostileCluster.brief("polled"));
            assertThat(tab.at("a[href='#/job/" + job + "']")).isVisible();
            assertThat(tab.forgive()).allMatch(it -> it.contains("/events"));
        }
    }

    @Test
    void aJobIsCancelledOnlyAfterAYes() {
        long job = cluster.submit(Cluster.endless(HostileCluster.NAMES.getFirst(), "research", 0));
        try (Tab tab = new Tab(browser, server.uri(), Look.LIGHT)) {
            tab.open("#/job/" + job, ".badge.running");
            tab.page().keyboard().press("Tab");
            tab.at("main button.danger").click();
            tab.picture("cancel");
            tab.page().keyboard().press("Escape");
            assertThat(tab.at("dialog")).isHidden();
            tab.at("main button.danger").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".badge.cancelled").first()).isVisible();
            assertThat(tab.at("main button.danger")).isHidden();
            tab.check();
        }
    }

    @Test
    void theMapIsReadByArrowKeysAndByThePointer() {
        try (Tab tab = new Tab(browser, server.uri(), Look.LIGHT)) {
            tab.open("", ".map canvas[width]");
            tab.at(".map").first().focus();
            tab.page().keyboard().press("ArrowRight");
            tab.page().keyboard().press("ArrowRight");
            assertThat(tab.at("#said")).containsText("hgx-1");
            tab.at(".map").first().hover();
            assertThat(tab.at(".tip")).containsText("GPUs allocated");
            tab.picture("cluster-tip");
            tab.check();
        }
    }

    @Test
    void theLanguageIsKept() {
        try (Tab tab = new Tab(browser, server.uri(), Look.LIGHT)) {
            tab.open("#/jobs", "tbody td").at("#language").selectOption("zh");
            assertThat(tab.at("h1")).hasText("作业");
            tab.page().reload();
            assertThat(tab.at("h1")).hasText("作业");
            assertThat(tab.at("html")).hasAttribute("lang", "zh-CN");
            tab.check();
        }
    }

    @Test
    void aTokenIsAskedForAndForgottenWithTheTab() throws IOException {
        Path tokens = TokenFile.in(folder, TokenFile.line("hello", "name: a, role: viewer"));
        try (ConsoleServer guarded = cluster.serve(ConsoleOptions.local(0).withTokens(tokens));
                Tab tab = new Tab(browser, guarded.uri(), Look.LIGHT)) {
            tab.open("#/jobs", "dialog[open] #token");
            tab.picture("token");
            tab.at("#token").fill("hello");
            tab.page().keyboard().press("Enter");
            assertThat(tab.at("tbody .badge.running").first()).isVisible();
            assertThat(tab.at(".state.live")).isVisible();
            assertThat(tab.forgive()).allMatch(it -> it.contains("401"));
            assertThat(tab.page().evaluate("JSON.stringify(localStorage) + document.cookie"))
                    .isEqualTo("{}");
            tab.check();
        }
    }

    @Test
    void anAddressWithACodeLetsABrowserInOnce() throws IOException {
        Path tokens = TokenFile.in(folder, TokenFile.line("hello", "name: a, role: viewer"));
        try (Cluster own = Cluster.of(1, null);
                ConsoleServer guarded = own.serve(ConsoleOptions.local(0).withTokens(tokens));
                Tab tab = new Tab(browser, guarded.uri(), Look.LIGHT);
                Tab other = new Tab(browser, guarded.uri(), Look.LIGHT)) {
            long job = own.submit(Cluster.endless("train", "research", 1));
            String way = guarded.page().substring(guarded.page().indexOf('#'));
            tab.open(way, ".state.live");
            assertThat(tab.page()).hasURL(guarded.uri() + "/#/cluster");
            tab.open("#/job/" + job, "main button.danger");
            tab.at("main button.danger").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".badge.cancelled").first()).isVisible();
            assertThat(tab.page().evaluate("document.cookie")).isEqualTo("");
            tab.page().reload();
            assertThat(tab.at(".badge.cancelled").first()).isVisible();
            assertThat(tab.forgive()).allMatch(it -> it.contains("401") && it.contains("/session"));

            other.open(way, "dialog[open]");
            assertThat(other.at("dialog")).containsText("The code is not good");
            other.picture("code-used");
            other.at("dialog button").click();
            assertThat(other.at("dialog[open] #token")).isVisible();
            other.picture("access");
            assertThat(other.findings()).isEmpty();
        }
    }

    /** Eight GPUs, of which four each are bonded, as in machines of two sockets. */
    private static List<DeviceLinks.Link> links(String node) {
        List<DeviceLinks.Link> links = new ArrayList<>();
        for (int from = 0; node.startsWith("hgx") && from < 8; from++) {
            for (int to = from + 1; to < 8; to++) {
                boolean near = from / 4 == to / 4;
                links.add(new DeviceLinks.Link(from, to, near ? "nvlink" : "sys", near ? 4 : 0));
            }
        }
        return links;
    }

    @Test
    void theSliderGoesBackAndReturns() {
        alone(Cluster.of(2, folder.resolve("journal")), (own, tab) -> {
            own.submit(Cluster.endless("train", "research", 6));
            own.submit(Cluster.endless("more", "research", 8));
            own.submit(Cluster.endless("third", "research", 8));
            tab.open("", ".state.live");
            assertThat(tab.at("tbody")).containsText("6 / 8");
            tab.at("#moment").focus();
            tab.page().keyboard().press("Home");
            assertThat(tab.at(".time.past output")).isVisible();
            assertThat(tab.at("tbody")).not().containsText("6 / 8");
            tab.picture("cluster-past");
            tab.at("nav a[href='#/queue']").click();
            assertThat(tab.at(".time.past output")).isVisible();
            assertThat(tab.at("main")).not().containsText("third");
            tab.at(".time button.main").click();
            assertThat(tab.at("main")).containsText("third");
            tab.at("#moment").focus();
            tab.page().keyboard().press("ArrowLeft");
            assertThat(tab.at(".time.past output")).isVisible();
            tab.page().keyboard().press("End");
            assertThat(tab.at(".time.past")).isHidden();
            tab.picture("queue-live");
            tab.check();
            assertThat(tab.findings()).isEmpty();
        });
    }

    @Test
    void whatIsBrushedIsShownCloserAndTheSliderGoesThere() {
        alone(Cluster.of(2, folder.resolve("journal")), (own, tab) -> {
            own.submit(Cluster.endless("train", "research", 6));
            tab.open("#/trends", ".chart .u-over");
            assertThat(tab.at(".charts")).containsText("GPUs allocated");
            BoundingBox box = tab.at(".chart .u-over").first().boundingBox();
            tab.page().mouse().move(box.x + box.width * 0.3, box.y + 40);
            tab.page().mouse().down();
            tab.page().mouse().move(box.x + box.width * 0.99, box.y + 60);
            tab.page().mouse().up();
            assertThat(tab.at(".time.past output")).isVisible();
            assertThat(tab.at("#span")).hasValue("chosen");
            tab.picture("trends-brushed");
            tab.at("button:has-text('Hour')").click();
            assertThat(tab.at(".time.past")).isHidden();
            tab.at("#trends-by").selectOption("queue");
            assertThat(tab.at(".charts")).containsText("research");
            tab.at("#theme").selectOption("dark");
            tab.picture("trends-queue");
            tab.check();
            assertThat(tab.findings()).isEmpty();
        });
    }

    @Test
    void whatIsOnAGpuIsShownWhereOnePointsAtIt() {
        try (Tab tab = new Tab(browser, server.uri(), Look.LIGHT)) {
            tab.open("", ".map canvas[width]");
            tab.at(".map").first().hover(new Locator.HoverOptions().setPosition(12, 30));
            assertThat(tab.at(".tip")).containsText("NVLink ×4 to GPU 1–3");
            tab.picture("cluster-gpu");
            tab.at(".map").first().click(new Locator.ClickOptions().setPosition(12, 30));
            assertThat(tab.at("h1")).containsText("hgx-0");
            tab.check();
        }
    }
}
