package io.berth.console.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.browser.Tab.Look;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A browser for the tests of a class. */
abstract class InBrowser {
    private static Playwright playwright;
    static Browser browser;

    /** What is done at a console that nobody else is at. */
    interface Visit {
        void at(Cluster own, Tab tab);
    }

    @BeforeAll
    static void openBrowser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        PlaywrightAssertions.setDefaultAssertionTimeout(15_000);
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(Path.of(System.getProperty("berth.chromium", "/usr/bin/chromium")))
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")));
    }

    /** Serves {@code cluster} and opens it in the light, until {@code visit} is over. */
    static void alone(Cluster cluster, Visit visit) {
        try (cluster;
                ConsoleServer console = cluster.serve(ConsoleOptions.local(0));
                Tab tab = new Tab(browser, console.uri(), Look.LIGHT)) {
            visit.at(cluster, tab);
        }
    }

    @AfterAll
    static void closeBrowser() {
        playwright.close();
    }
}
