package io.berth.app.queueing;

import io.berth.core.queueing.Load;
import io.berth.core.queueing.Waits;
import io.berth.core.time.Nanos;
import io.berth.sim.report.TextTable;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.Percents;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth queueing} prints.
 *
 * @param servers the servers that there are, then one more; none where nobody said
 * @param enough how many are enough, where that was asked
 */
record WaitsDocument(
        double arrivalsPerSecond,
        double arrivalCv2,
        double serviceSeconds,
        double serviceCv2,
        int batch,
        List<Row> servers,
        @Nullable Enough enough) {
    private static final double MANY_SECONDS = 1e9;

    /**
     * Waits with so many servers. Times are null where more comes than they serve.
     *
     * @param delayed which part of arrivals waits at all
     */
    record Row(
            int servers,
            double utilisation,
            double delayed,
            @Nullable Double meanSeconds,
            @Nullable Double p90Seconds,
            @Nullable Double p99Seconds) {
        static Row of(int servers, Waits waits) {
            boolean grows = Double.isInfinite(waits.mean());
            return new Row(
                    servers,
                    waits.utilisation(),
                    waits.delayed(),
                    grows ? null : (Double) waits.mean(),
                    grows ? null : (Double) waits.percentile(0.9),
                    grows ? null : (Double) waits.percentile(0.99));
        }
    }

    /**
     * How many servers are enough.
     *
     * @param with null where a million are too few
     */
    record Enough(double waitSeconds, double part, @Nullable Row with) {}

    static WaitsDocument of(Load load, int batch, List<Row> servers, @Nullable Enough enough) {
        return new WaitsDocument(
                load.arrivals(),
                load.arrivalVariation(),
                load.service(),
                load.serviceVariation(),
                batch,
                servers,
                enough);
    }

    String text() {
        List<Row> rows = new ArrayList<>(servers);
        Row with = enough == null ? null : enough.with();
        if (with != null && rows.stream().noneMatch(row -> row.servers() == with.servers())) {
            rows.add(with);
        }
        TextTable table =
                new TextTable(List.of("servers", "utilisation", "wait at all", "mean wait", "p90 wait", "p99 wait"));
        for (Row row : rows) {
            table.row(List.of(
                    Integer.toString(row.servers()),
                    percent(row.utilisation()),
                    percent(row.delayed()),
                    time(row.meanSeconds()),
                    time(row.p90Seconds()),
                    time(row.p99Seconds())));
        }
        return (rows.isEmpty() ? "" : table.text()) + more() + enoughText();
    }

    private String more() {
        if (servers.isEmpty()) {
            return "";
        }
        Double now = servers.getFirst().meanSeconds();
        Double then = servers.getLast().meanSeconds();
        if (now == null) {
            return "\nMore comes than is served: the queue grows for ever"
                    + (then == null ? ", with one more server too.\n" : "; with one more server it does not.\n");
        }
        String less = then == null || now == 0 ? "0.0 %" : percent(1 - then / now);
        return "\nOne more server makes the mean wait " + less + " shorter.\n";
    }

    private String enoughText() {
        if (enough == null) {
            return "";
        }
        String whom = "\n" + Percents.format(enough.part()) + " of arrivals wait at most " + time(enough.waitSeconds());
        Row with = enough.with();
        return with == null
                ? whom + " with no number of servers up to a million.\n"
                : whom + " with " + with.servers() + (with.servers() == 1 ? " server.\n" : " servers or more.\n");
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    private static String time(@Nullable Double seconds) {
        if (seconds == null || seconds > MANY_SECONDS) {
            return "grows";
        }
        if (seconds < 1) {
            return String.format(Locale.ROOT, seconds < 0.01 ? "%.3fms" : "%.0fms", 1000 * seconds);
        }
        return seconds < 60
                ? String.format(Locale.ROOT, "%.2fs", seconds)
                : Durations.format((long) (seconds * Nanos.SECOND) / Nanos.SECOND * Nanos.SECOND);
    }
}
