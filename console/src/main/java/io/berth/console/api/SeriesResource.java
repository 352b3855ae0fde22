package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Parameter;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.series.Figure;
import io.berth.console.series.Sample;
import io.berth.console.series.SeriesStore;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.edge.access.Caller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code GET /series}: what was when. */
record SeriesResource(SeriesStore store, LiveView view) {
    static final Parameter FROM = Parameter.instant("from", "From this moment on: UTC, ISO 8601; absent: an hour ago.");
    static final Parameter TO = Parameter.instant("to", "Up to this moment; absent: now.");
    static final Parameter FIGURE = Parameter.words(
            "figure",
            "Only these figures; all where it is absent.",
            Arrays.stream(Figure.values()).map(Figure::text).toList());
    static final Parameter BY = Parameter.words(
            "by",
            "Each queue, or each owner, by itself; the whole where it is absent. Of many queues those that hold little are"
                    + " told together, as *.",
            List.of("queue", "owner"));

    private static final long HOUR_SECONDS = 3_600;

    /**
     * Figures over time, in steps of ten seconds, a minute, an hour or more, as they are kept.
     *
     * @param from when the first step began, UTC, ISO 8601
     * @param to when the last one ends
     * @param first when the first that is known began; null where nothing is
     * @param stepSeconds how long each step is
     */
    record SeriesDocument(String from, String to, @Nullable String first, long stepSeconds, List<FigureLine> series) {}

    /**
     * One figure over time.
     *
     * @param by {@code queue}, {@code owner}, or empty for the whole
     * @param name of the queue or the owner; empty for the whole
     * @param values a number for each step; null where it is not known
     */
    record FigureLine(String figure, String by, String name, List<@Nullable Double> values) {}

    Response get(Call call) {
        Caller caller = call.caller();
        List<String> by = call.words(BY.name());
        if (by.contains("owner") && !caller.scope().seesOutlines()) {
            throw Problem.of(
                            403,
                            "forbidden",
                            "this is not allowed",
                            "owners are those of all jobs, and " + caller.name() + " may not see all of them")
                    .exception();
        }
        String to = call.text(TO.name());
        String from = call.text(FROM.name());
        long end = 1 + Math.floorDiv(to.isEmpty() ? view.nowNanos() : view.moment(TO.nanos(to)), Nanos.SECOND);
        long begin = from.isEmpty() ? end - HOUR_SECONDS : Math.floorDiv(view.moment(FROM.nanos(from)), Nanos.SECOND);
        SeriesStore.Slice slice = store.slice(begin, Math.max(end, lastLook(to)));
        List<FigureLine> lines = new ArrayList<>();
        for (Figure figure : figures(call.words(FIGURE.name()))) {
            if (by.isEmpty()) {
                lines.add(new FigureLine(
                        figure.text(), "", "", values(slice, figure, sample -> whole(sample, figure, caller))));
            } else if (figure.parted()) {
                by.forEach(part -> lines.addAll(parts(slice, figure, part, caller)));
            }
        }
        long first = store.firstSecond();
        return Response.json(
                200,
                new SeriesDocument(
                        time(slice.beginSecond()),
                        time(slice.beginSecond()
                                + slice.stepSeconds() * slice.samples().size()),
                        first == Long.MAX_VALUE ? null : time(first),
                        slice.stepSeconds(),
                        lines));
    }

    /** Samples are taken while nothing happens too, after the last instant. */
    private long lastLook(String to) {
        return to.isEmpty() ? store.lastSecond() + 1 : Long.MIN_VALUE;
    }

    private static List<Figure> figures(List<String> words) {
        return Arrays.stream(Figure.values())
                .filter(figure -> words.isEmpty() || words.contains(figure.text()))
                .toList();
    }

    /** Of a tenant's jobs, its own are the whole; the nodes are those of all. */
    private static double @Nullable [] whole(Sample sample, Figure figure, Caller caller) {
        if (caller.seesAll() || !figure.ofJobs()) {
            return sample.all();
        }
        double[] sum = null;
        for (Map.Entry<String, double[]> queue : sample.queues().entrySet()) {
            if (caller.enters(queue.getKey())) {
                sum = sum == null ? new double[queue.getValue().length] : sum;
                Sample.add(sum, queue.getValue());
            }
        }
        return sum == null ? new double[sample.all().length] : sum;
    }

    private static List<FigureLine> parts(SeriesStore.Slice slice, Figure figure, String by, Caller caller) {
        Function<Sample, Map<String, double[]>> rows = by.equals("queue") ? Sample::queues : Sample::owners;
        TreeSet<String> names = new TreeSet<>();
        for (Sample sample : slice.samples()) {
            if (sample != null) {
                names.addAll(rows.apply(sample).keySet());
            }
        }
        names.removeIf(name -> !caller.enters(name));
        double[] nothing = new double[Figure.values().length];
        return names.stream()
                .map(name -> new FigureLine(
                        figure.text(),
                        by,
                        name,
                        values(slice, figure, sample -> rows.apply(sample).getOrDefault(name, nothing))))
                .toList();
    }

    private static List<@Nullable Double> values(
            SeriesStore.Slice slice, Figure figure, Function<Sample, double @Nullable []> row) {
        List<@Nullable Double> values = new ArrayList<>();
        for (Sample sample : slice.samples()) {
            double[] known = sample == null ? null : row.apply(sample);
            double value = known == null ? Double.NaN : figure.shown(known);
            values.add(Double.isNaN(value) ? null : Double.valueOf(Math.rint(value * 1_000) / 1_000));
        }
        return values;
    }

    private String time(long second) {
        return JobEntry.time(view.wall().wallNanos(second * Nanos.SECOND));
    }
}
