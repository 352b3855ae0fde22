package io.berth.console.web;

import io.berth.console.access.Guard;
import io.berth.console.http.Handler;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;
import io.berth.edge.web.WebFile;
import io.berth.edge.web.WebFiles;
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

    /** What the page is made of, beside {@link #INDEX} and what all pages have. */
    static final List<String> FILES = List.of(
            "access.js",
            "app.js",
            "client.js",
            "cluster-map.js",
            "compare.js",
            "curve.js",
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
            "remedies.js",
            "said.js",
            "text-en.json",
            "text-zh.json",
            "time-slider.js",
            "wishes.js");

    private final Guard guard;
    private final Handler api;
    private final WebFile index;
    private final Map<String, WebFile> files;

    /**
     * @param guard says from where the page may be asked for
     * @param api answers all else
     */
    public WebPage(Guard guard, Handler api) {
        this.guard = guard;
        this.api = api;
        index = WebFile.load(WebPage.class, INDEX, INDEX);
        files = WebFiles.load(WebPage.class, FILES);
    }

    @Override
    public Response answer(Request request) {
        @Nullable WebFile file = file(request.segments());
        if (file == null) {
            return api.answer(request);
        }
        guard.checkPlace(request);
        return switch (request.method()) {
            case "GET", "HEAD" -> answer(file, request.list("If-None-Match"));
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

    /** Nothing where the reader has this very file. */
    private static Response answer(WebFile file, String ifNoneMatch) {
        Map<String, String> headers = new LinkedHashMap<>(WebFiles.HEADERS);
        headers.put("ETag", file.tag());
        return file.isNamed(ifNoneMatch)
                ? new Response.Whole(304, "", new byte[0], headers)
                : new Response.Whole(200, file.type(), file.bytes(), headers);
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
