package io.berth.console.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.api.Sources;
import io.berth.console.browser.Tab.Look;
import io.berth.console.output.Outputs;
import io.berth.console.view.DeviceLinks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
class PagesInBrowserTest {
    private static Cluster cluster;
    private static ConsoleServer server;
    private static Playwright playwright;
    private static Browser browser;

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
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        PlaywrightAssertions.setDefaultAssertionTimeout(15_000);
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(Path.of(System.getProperty("berth.chromium", "/usr/bin/chromium")))
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
    }

    @AfterAll
    static void close() {
        playwright.close();
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
        try (Cluster own = Cluster.of(1, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            tab.open("", ".state.live");
            assertThat(tab.at("tbody")).containsText("0 / 8");
            own.submit(Cluster.endless("train", "research", 6));
            assertThat(tab.at("tbody")).containsText("6 / 8");
            tab.check();
        }
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
    void severalJobsAreCancelledAtOnceAndAListIsSortedAndSearched() {
        try (Cluster own = Cluster.of(2, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            for (int job = 0; job < 4; job++) {
                own.submit(Cluster.endless("job-" + job, "research", 1 + job % 3));
            }
            tab.open("#/jobs", "tbody .badge.running");
            assertThat(tab.at("tbody tr").first()).containsText("job-3");
            tab.at("button.sort[data-key=gpus]").click();
            assertThat(tab.at("tbody tr").first()).containsText("job-2");
            assertThat(tab.at("th[aria-sort=descending]")).containsText("GPUs");
            tab.at("h1").focus();
            tab.page().keyboard().press("/");
            tab.page().keyboard().type("job-1");
            assertThat(tab.at("tbody tr")).hasCount(1);
            tab.at("#job-search").fill("");
            assertThat(tab.at("tbody tr")).hasCount(4);
            tab.at("thead input[type=checkbox]").check();
            tab.at("td.pick input").first().uncheck();
            tab.at("button.danger:has-text('Cancel 3')").click();
            tab.picture("cancel-several");
            tab.at("dialog button.danger").click();
            assertThat(tab.at("tbody tr")).hasCount(1);
            assertThat(tab.at("tbody tr")).containsText("job-2");
            tab.check();
        }
    }

    @Test
    void aJobIsSubmittedFromThePage() {
        try (Cluster own = Cluster.of(1, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            tab.open("#/jobs", "a[href='#/submit']");
            tab.at("a[href='#/submit']").click();
            tab.at("#submit-name").fill("by hand");
            tab.at("#submit-gpus").fill("2");
            tab.at("form button.main").click();
            assertThat(tab.at("h1")).hasText("Job 1");
            assertThat(tab.at(".facts").first()).containsText("by hand");
            tab.check();
            tab.open("#/submit", "textarea");
            tab.at("textarea").fill("{\"tsks\": 1}");
            tab.at("form button.main").click();
            assertThat(tab.at(".alert")).containsText("tasks");
            assertThat(tab.forgive()).allMatch(it -> it.contains("400"));
        }
    }

    @Test
    void gpusAreColouredByTheirHoldersAndSeveralNodesDrained() {
        try (Cluster own = Cluster.of(3, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            own.submit(Cluster.endless("a", "research", 6));
            own.submit(Cluster.endless("b", "vision", 8));
            tab.open("", ".map canvas[width]");
            tab.at("#map-color").selectOption("queue");
            assertThat(tab.at(".coloring .legend")).containsText("research");
            assertThat(tab.at(".coloring .legend")).containsText("vision");
            tab.picture("cluster-queues");
            tab.at("thead input[type=checkbox]").check();
            tab.at("button.danger:has-text('Drain 3')").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at("tbody .badge.draining")).hasCount(3);
            tab.check();
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
    void theStrategyIsChangedAndAWrongOneIsExplained() {
        try (Cluster own = Cluster.of(2, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            tab.open("#/strategy", "textarea");
            tab.at("#part-order").selectOption("sjf");
            tab.at("form button.main").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".facts")).containsText("sjf");
            tab.check();
            tab.at("textarea").fill("{\"order\": \"sjff\"}");
            tab.at("form button.main").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".alert")).containsText("did you mean \"sjf\"");
            tab.picture("strategy-wrong");
            assertThat(tab.forgive()).allMatch(it -> it.contains("400"));
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
        Path tokens = folder.resolve("tokens.yaml");
        Files.writeString(
                tokens,
                "tokens:\n  - {name: a, sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824,"
                        + " role: viewer}\n");
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
        Path tokens = folder.resolve("tokens.yaml");
        Files.writeString(
                tokens,
                "tokens:\n  - {name: a, sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824,"
                        + " role: viewer}\n");
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

    /** What a task wrote, from byte {@code offset} on. */
    private static Outputs.Reader said(long offset) {
        ByteArrayInputStream bytes = new ByteArrayInputStream("step 1\n".getBytes(UTF_8));
        bytes.skip(offset);
        return bytes::readNBytes;
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
        try (Cluster own = Cluster.of(2, folder.resolve("journal"));
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
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
        }
    }

    @Test
    void whatIsBrushedIsShownCloserAndTheSliderGoesThere() {
        try (Cluster own = Cluster.of(2, folder.resolve("journal"));
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
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
        }
    }

    @Test
    void strategiesAreComparedAndOneIsUsed() {
        try (Cluster own = Cluster.of(1, folder.resolve("journal"));
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT);
                Tab phone = new Tab(browser, console.uri(), Look.DARK_PHONE)) {
            for (int job = 0; job < 30; job++) {
                own.submit(HostileCluster.brief("job-" + job));
            }
            own.await(state -> state.liveJobs() == 0);
            tab.open("#/strategy", ".choices");
            tab.at(".choices label:has-text('sjf') input").first().check();
            tab.at("section form button.main").click();
            assertThat(tab.at("section p[role=status]")).hasText("Done");
            assertThat(tab.at("section tbody")).containsText("as it really was");
            assertThat(tab.at("section tbody")).containsText("fgd-greedy, in force");
            tab.picture("compared");
            phone.open("#/strategy", "section tbody").picture("compared-phone");
            phone.check();
            tab.at("button[aria-label='Use sjf']").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".facts")).containsText("sjf");
            tab.check();
            assertThat(tab.findings()).isEmpty();
        }
    }

    @Test
    void aNodeIsDrainedAfterAYesAndTakesTasksAgain() {
        try (Cluster own = Cluster.of(2, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            tab.open("#/node/node-1", "main button.danger:visible");
            tab.at("main button.danger:visible").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at("main .badge.draining")).isVisible();
            tab.picture("node-drained");
            tab.at("main button:has-text('Take tasks again')").click();
            assertThat(tab.at("main .badge.up")).isVisible();
            tab.check();
        }
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

    @Test
    void aJobIsSubmittedWatchedReadAndCancelled() {
        try (Cluster own = Cluster.of(1, null);
                ConsoleServer console = own.serve(ConsoleOptions.local(0)
                        .withSources(Sources.NONE.withOutputs((_, _, begin) -> said(begin.offset()))));
                Client program = new Client(console);
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            tab.open("#/jobs", ".state.live");
            String job =
                    "{\"name\": \"%s\", \"command\": \"train\", \"demand\": {\"gpus\": 8, \"cpu\": 1, \"memory\": \"1Gi\"}}";
            long first = program.post("/api/v1/jobs", job.formatted("first")).id();
            long second = program.post("/api/v1/jobs", job.formatted("second")).id();
            tab.at("a[href='#/job/" + first + "']").click();
            assertThat(tab.at(".log")).containsText("step 1");
            tab.open("#/job/" + second, ".why");
            assertThat(tab.at(".why")).containsText("GPU");
            tab.open("#/job/" + first, "main button.danger");
            tab.at("main button.danger").click();
            tab.at("dialog button.danger").click();
            assertThat(tab.at(".badge.cancelled").first()).isVisible();
            tab.check();
        }
    }
}
