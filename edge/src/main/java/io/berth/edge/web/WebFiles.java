package io.berth.edge.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of one page beside its index: those that all pages have, and its own. */
public final class WebFiles {
    /** What all pages look like, say and draw by. */
    public static final List<String> SHARED =
            List.of("chart.js", "console.css", "dom.js", "icon.svg", "theme.js", "words.js");

    /** What others wrote (NOTICE names them), by the name under which it is served; the folder of an archive holds its version. */
    static final Map<String, String> LIBRARIES = Map.of(
            "uPlot.esm.js", "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot.esm.js",
            "uPlot.min.css", "/META-INF/resources/webjars/uplot/1.6.30/dist/uPlot.min.css");

    /**
     * Everything comes from here, and nothing runs or is shown that does not: names that somebody chose are no markup, even where a page
     * had an error (Content Security Policy Level 3).
     */
    public static final Map<String, String> HEADERS = Map.of(
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

    private WebFiles() {}

    /**
     * By name.
     *
     * @param near a class of the package that has the page's own
     * @throws IllegalStateException where one is not in the archive
     */
    public static Map<String, WebFile> load(Class<?> near, List<String> own) {
        Map<String, WebFile> files = new LinkedHashMap<>();
        SHARED.forEach(name -> files.put(name, WebFile.load(WebFiles.class, name, name)));
        LIBRARIES.forEach((name, path) -> files.put(name, WebFile.load(WebFiles.class, name, path)));
        own.forEach(name -> files.put(name, WebFile.load(near, name, name)));
        return files;
    }
}
