package io.berth.console.web;

import io.berth.console.access.Guard;
import io.berth.console.http.Handler;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The console's page: {@code /} and the files below {@code /web/}; whatever else is asked for, the API answers. The files hold
 * nothing secret and need no token; what they show is asked from the API with the reader's own.
 */
public final class WebPage implements Handler {
    private static final String INDEX = "index.html";
    private static final String FOLDER = "web";
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    /** What the page is made of, beside {@link #INDEX}. */
    static final List<String> FILES = List.of(
            "access.js",
            "app.js",
            "chart.js",
            "client.js",
            "cluster-map.js",
            "compare.js",
            "console.css",
            "curve.js",
            "dom.js",
            "icon.svg",
            "job-list.js",
            "job-places.js",
            "live.js",
            "map-color.js",
            "moment.js",
            "node-detail.js",
            "node-table.js",
            "page-cluster.js",
            "page-events.js",
            "page-job.js",
            "page-jobs.js",
            "page-node.js",
            "page-queue.js",
            "page-strategy.js",
            "page-submit.js",
            "page-trends.js",
            "said.js",
            "text-en.json",
            "text-zh.json",
            "theme.js",
            "time-slider.js",
            "wishes.js",
            "words.js");

    /** What others wrote (NOTICE names them), by the name under which it is served; the folder of an archive holds its version. */
    static final Map<String, String> LIBRARIES = Map.of(
            "uPlot.esm.js", "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot.esm.js",
            "uPlot.min.css", "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot.min.css");

    /**
     * Everything comes from here, and nothing runs or is shown that does not: names of jobs are no markup, even where the page
     * had an error (Content Security Policy Level 3).
     */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cache-Control",
            "no-cache",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    private final Guard guard;
    private final Handler api;
    private final WebFile index;
    private final Map<String, WebFile> files = new LinkedHashMap<>();

    /**
     * @param guard says from where the page may be asked for
     * @param api answers all else
     */
    public WebPage(Guard guard, Handler api) {
        this.guard = guard;
        this.api = api;
        index = WebFile.load(INDEX);
        FILES.forEach(name -> files.put(name, WebFile.load(name)));
        LIBRARIES.forEach((name, path) -> files.put(name, WebFile.load(name, path)));
    }

    @Override
    public Response answer(Request request) {
        @Nullable WebFile file = file(request.segments());
        if (file == null) {
            return api.answer(request);
        }
        guard.checkPlace(request);
        return switch (request.method()) {
            case "GET", "HEAD" -> file.answer(request.list("If-None-Match"), HEADERS);
            case "OPTIONS" -> Response.empty(204).with("Allow", ALLOW);
            default ->
                throw Problem.of(
                                405,
                                "method-not-allowed",
                                "the method is not allowed here",
                                "the method is not one of " + ALLOW)
                        .with("Allow", ALLOW)
                        .exception();
        };
    }

    private @Nullable WebFile file(List<String> segments) {
        boolean root = segments.isEmpty()
                || (segments.size() == 1 && segments.getFirst().isEmpty());
        if (root) {
            return index;
        }
        return segments.size() == 2 && segments.getFirst().equals(FOLDER) ? files.get(segments.getLast()) : null;
    }
}
