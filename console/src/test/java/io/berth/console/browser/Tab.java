package io.berth.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab that remembers what went wrong in it. */
final class Tab implements AutoCloseable {
    private static final Path PICTURES = Path.of("target/browser/pages");
    private static final String AXE = axe();

    /** Findings of axe-core that keep somebody out (its impacts "serious" and "critical"), one line each. */
    private static final String FINDINGS = """
            async () => (await axe.run(document, {resultTypes: ['violations']})).violations
              .filter(it => ['serious', 'critical'].includes(it.impact))
              .flatMap(it => it.nodes.map(node => `${it.id}: ${node.target} ${node.failureSummary}`))""";

    /** What is not wholly shown: regions of tables, but for matrices, that are wider than their room, and cells wider than theirs. */
    private static final String CUT = """
            () => [...document.querySelectorAll('.scroll:not(.matrix)')].flatMap((region) => {
              const right = region.getBoundingClientRect().right + 1;
              const cells = [...region.querySelectorAll('th, td')].filter((cell) => cell.offsetParent !== null);
              const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > right);
              return [...(region.scrollWidth > region.clientWidth + 1 ? [`${region.getAttribute('aria-label')}: wider than its room`] : []),
                ...cut.map((cell) => `${region.getAttribute('aria-label')}: ${cell.textContent.slice(0, 60)}`)];
            })""";

    /** Keys of texts that are shown in place of their texts. */
    private static final String RAW = """
            async () => {
              const keys = Object.keys(await (await fetch('web/text-en.json')).json());
              const begins = [...new Set(keys.map((key) => key.split('.')[0]))].join('|');
              const raw = new RegExp(`(^|\\\\s)(${begins})\\\\.[A-Za-z_][A-Za-z_.]*`, 'g');
              const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
                .flatMap((element) => [element.ariaLabel, element.title, element.placeholder]).filter((text) => text);
              const body = document.body.cloneNode(true);
              // Names of parameters have dots too.
              body.querySelectorAll('code, pre, textarea').forEach((element) => element.remove());
              const texts = [...body.querySelectorAll('*')].flatMap((element) => [...element.childNodes])
                .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
              return [...texts, ...labels].flatMap((text) => text.match(raw) ?? []);
            }""";

    /** English sentences that are shown to one who reads Chinese; names, code and what is marked as English are none. */
    private static final String ENGLISH = """
            () => {
              const body = document.body.cloneNode(true);
              body.querySelectorAll('bdi, code, pre, textarea, noscript, [lang=en], [translate=no], datalist').forEach((element) => element.remove());
              const texts = [...body.querySelectorAll('*')].flatMap((element) => [...element.childNodes])
                .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
              const labels = [...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel);
              return [...texts, ...labels].filter((text) => /[a-z]{2,},? [a-z]{2,}/.test(text));
            }""";

    private final BrowserContext context;
    private final Page page;
    private final URI server;
    private final boolean chinese;
    private final List<String> wrong = new CopyOnWriteArrayList<>();

    /**
     * How it looks.
     *
     * @param locale of the browser, which chooses the language
     */
    record Look(String name, ColorScheme scheme, int width, int height, String locale) {
        static final Look LIGHT = of(ColorScheme.LIGHT, 1280, "en-US");
        static final Look DARK_PHONE = of(ColorScheme.DARK, 390, "en-US");

        /** In each language and theme, at the width of a desk and of a phone. */
        static List<Look> all() {
            List<Look> all = new ArrayList<>();
            for (String locale : List.of("en-US", "zh-CN")) {
                for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                    all.add(of(scheme, 1280, locale));
                    all.add(of(scheme, 390, locale));
                }
            }
            return all;
        }

        private static Look of(ColorScheme scheme, int width, String locale) {
            String name = scheme.name().toLowerCase(Locale.ROOT) + "-" + width + "-" + locale.substring(0, 2);
            return new Look(name, scheme, width, 800, locale);
        }
    }

    Tab(Browser browser, URI server, Look look) {
        this.server = server;
        chinese = look.locale().startsWith("zh");
        context = browser.newContext(new Browser.NewContextOptions()
                .setColorScheme(look.scheme())
                .setViewportSize(look.width(), look.height())
                .setLocale(look.locale()));
        page = context.newPage();
        page.setDefaultTimeout(15_000);
        page.onConsoleMessage(message -> {
            // A browser writes of answers that are problems too; those are checked below.
            boolean complaint = List.of("error", "warning").contains(message.type());
            if (complaint && !message.text().contains("Failed to load resource")) {
                wrong.add("console: " + message.text());
            }
        });
        page.onPageError(error -> wrong.add("error: " + error));
        page.onRequest(request -> {
            if (!request.url().startsWith(server.toString())) {
                wrong.add("elsewhere: " + request.url());
            }
        });
        page.onRequestFailed(request -> {
            // What a page that is left had asked for.
            if (!request.failure().contains("ERR_ABORTED")) {
                wrong.add("failed: " + request.url() + " " + request.failure());
            }
        });
        page.onResponse(answer -> {
            // Emulated tasks write nothing.
            boolean expected = answer.status() < 400
                    || (answer.status() == 404 && answer.url().contains("/logs?"));
            if (!expected) {
                wrong.add("answer: " + answer.status() + " " + answer.url());
            }
        });
    }

    Page page() {
        return page;
    }

    /** Opens {@code place}, such as {@code #/jobs}, and waits until its content is there. */
    Tab open(String place, String content) {
        page.navigate(server + "/" + place);
        page.waitForSelector(content);
        return this;
    }

    Locator at(String selector) {
        return page.locator(selector);
    }

    /** What went wrong so far, and from now on nothing did. */
    List<String> forgive() {
        List<String> all = List.copyOf(wrong);
        wrong.clear();
        return all;
    }

    /** Nothing went wrong, nothing was run that a name says, nothing is wider than the window. */
    void check() {
        assertThat(wrong).isEmpty();
        assertThat(page.evaluate("window.harmed ?? 0")).isEqualTo(0);
        assertThat(at("main img, main script, main b, main i, main u, main s").count())
                .isZero();
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth - innerWidth"))
                .as("pixels wider than the window")
                .isLessThanOrEqualTo(0);
        assertThat((List<?>) page.evaluate(CUT)).as("what is cut").isEmpty();
        assertThat((List<?>) page.evaluate(RAW)).as("keys without a text").isEmpty();
        if (chinese) {
            assertThat((List<?>) page.evaluate(ENGLISH))
                    .as("English for who reads Chinese")
                    .isEmpty();
        }
    }

    /** What axe-core says keeps somebody from using the page. */
    List<?> findings() {
        page.evaluate(AXE);
        return (List<?>) page.evaluate(FINDINGS);
    }

    void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(PICTURES.resolve(name + ".png")));
    }

    @Override
    public void close() {
        context.close();
    }

    private static String axe() {
        try (InputStream in = Tab.class.getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
