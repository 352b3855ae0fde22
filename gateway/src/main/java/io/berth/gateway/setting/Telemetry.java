package io.berth.gateway.setting;

import io.berth.gateway.journey.Trails.Explain;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.Fields;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is told of requests beside their answers.
 *
 * @param access where a line for each goes; null for nowhere
 * @param record where a trace that can be simulated goes; null for nowhere
 * @param kept how many of the last ones a page shows; 0 for no such page
 * @param explain who is told why its server was chosen
 * @param traces where spans go; null for nowhere
 * @param console the page for people; null for none
 */
public record Telemetry(
        @Nullable Path access,
        @Nullable Path record,
        int kept,
        Explain explain,
        @Nullable Traces traces,
        @Nullable ConsolePage console) {
    /** How many of the last requests the page shows where nothing else is said. */
    private static final int SHOWN = 1_000;

    /**
     * Where spans go.
     *
     * @param sample the share of traces that begin here, 0 to 1
     */
    public record Traces(URI endpoint, double sample) {}

    /** Nothing but figures. */
    public static final Telemetry USUAL = new Telemetry(null, null, 0, Explain.ASKED, null, null);

    static Telemetry read(Fields fields, Path folder) {
        Fields log = fields.section("log");
        ConsolePage console = ConsolePage.read(fields);
        int kept = log.integer("requests");
        return new Telemetry(
                log.has("access") ? folder.resolve(log.text("access")) : null,
                null,
                console != null && kept == 0 ? SHOWN : kept,
                Explain.valueOf(log.text("explain").toUpperCase(Locale.ROOT)),
                fields.has("traces") ? traces(fields.section("traces")) : null,
                console);
    }

    /** The same that records a trace in {@code file}. */
    public Telemetry recording(Path file) {
        return new Telemetry(access, file, kept, explain, traces, console);
    }

    private static Traces traces(Fields traces) {
        String text = traces.text("endpoint");
        try {
            URI uri = new URI(text.endsWith("/") ? text + "v1/traces" : text + "/v1/traces");
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web && uri.getHost() != null) {
                return new Traces(uri, traces.number("sample"));
            }
        } catch (URISyntaxException e) {
            // The same words as for another scheme.
        }
        throw InputException.at(
                traces.value("endpoint"), "must be http://HOST:PORT or https://HOST:PORT, but is \"" + text + "\"");
    }
}
