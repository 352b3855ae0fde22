package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Views;
import io.berth.console.comparison.Comparison;
import io.berth.console.comparison.Comparisons;
import io.berth.console.history.Past;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.view.job.JobEntry;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.edge.access.Caller;
import io.berth.sim.comparison.Difference;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.strategy.StrategyReader;
import io.berth.spec.strategy.StrategyWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Strategies compared on the last hours. What comes of it is about the jobs of all, so it is for those who see all. */
record ComparisonResource(Comparisons comparisons, Views views, CatalogNames names, StrategyReader reader) {
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_STRATEGIES = 8;
    private static final double MOST_HOURS = 31 * 24;

    ComparisonResource(Comparisons comparisons, Views views, CatalogNames names) {
        this(comparisons, views, names, StrategyReader.ofText(names));
    }

    /** {@code POST /comparisons}. */
    Response begin(Call call) {
        checkSeesAll(call.caller());
        Tree document = Documents.read(call.request(), MOST_BYTES);
        double hours;
        List<StrategySpec> strategies = new ArrayList<>();
        strategies.add(views.live().totals().strategy());
        try {
            hours = hours(document);
            for (StrategySpec other : reader.readAll(document.require("strategies"))) {
                names.check(other, Documents.NAME);
                if (!other.equals(strategies.getFirst())) {
                    strategies.add(other);
                }
            }
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
        if (strategies.size() > MOST_STRATEGIES) {
            throw Problem.input(
                            "strategies",
                            "strategies must be at most " + MOST_STRATEGIES + " with the one in force, but are "
                                    + strategies.size())
                    .exception();
        }
        views.past(call.caller(), _ -> true);
        @Nullable Comparison begun = comparisons.begin(hours, strategies, this::last);
        if (begun == null) {
            throw Problem.of(
                            409,
                            "conflict",
                            "the state does not allow it",
                            "another comparison is under way; wait for it or cancel it")
                    .exception();
        }
        return Response.json(202, document(begun));
    }

    /** {@code GET /comparisons}. */
    Response list(Call call) {
        checkSeesAll(call.caller());
        return Response.json(
                200,
                new Documented.ComparisonList(
                        comparisons.all().stream().map(this::document).toList()));
    }

    /** {@code GET /comparisons/ID}. */
    Response get(Call call) {
        checkSeesAll(call.caller());
        return Response.json(200, document(known(call, comparisons.get(call.whole("id")))));
    }

    /** {@code DELETE /comparisons/ID}. */
    Response cancel(Call call) {
        checkSeesAll(call.caller());
        Documents.none(call.request());
        return Response.json(202, document(known(call, comparisons.cancel(call.whole("id")))));
    }

    private Past.Rest last(double hours) {
        while (!views.past(past -> past.catchUp(Nanos.SECOND))) {
            // Others who ask for the past come in between.
            Thread.yield();
        }
        return views.past(past -> past.after(past.toNanos() - (long) (hours * Nanos.HOUR)));
    }

    private static double hours(Tree document) {
        Tree hours = document.get("hours");
        double value = hours == null ? 6 : hours.number();
        if (hours != null && !(value > 0 && value <= MOST_HOURS)) {
            throw InputException.at(hours, "must be above 0 and at most " + (long) MOST_HOURS + ", but is " + value);
        }
        for (Tree.Entry entry : document.entries()) {
            if (!List.of("hours", "strategies").contains(entry.key())) {
                throw InputException.about(
                        entry.position(),
                        entry.key(),
                        entry.key(),
                        InputException.unknown("key", entry.key(), List.of("hours", "strategies")));
            }
        }
        return value;
    }

    private static void checkSeesAll(Caller caller) {
        if (!caller.seesAll()) {
            throw Problem.of(
                            403,
                            "forbidden",
                            "this is not allowed",
                            "a comparison is about the jobs of all, and " + caller.name() + " may not see all of them")
                    .exception();
        }
    }

    private static Comparison known(Call call, @Nullable Comparison found) {
        if (found == null) {
            throw Problem.of(
                            404,
                            "not-found",
                            "there is no such thing",
                            "there is no comparison " + call.whole("id") + ", or it is not known any more")
                    .exception();
        }
        return found;
    }

    private Documented.ComparisonDocument document(Comparison comparison) {
        Comparison.Span span = comparison.span();
        return new Documented.ComparisonDocument(
                comparison.id(),
                comparison.phase().name().toLowerCase(Locale.ROOT),
                comparison.progress(),
                comparison.problem(),
                comparison.hours(),
                comparison.strategies().stream().map(StrategySpec::name).toList(),
                span == null ? null : span(span),
                comparison.rows().stream()
                        .map(row -> new Documented.ComparedStrategy(
                                StrategyWriter.document(row.strategy()),
                                row.figures() == null ? null : figures(row.figures()),
                                row.differences().isEmpty() ? null : differences(row.differences()),
                                row.wallSeconds()))
                        .toList());
    }

    private Documented.ComparedSpan span(Comparison.Span span) {
        Comparison.Jobs jobs = span.counts();
        WallClock wall = views.live().wall();
        return new Documented.ComparedSpan(
                JobEntry.time(wall.wallNanos(span.fromNanos())),
                JobEntry.time(wall.wallNanos(span.toNanos())),
                span.nodes(),
                jobs.jobs(),
                jobs.ended(),
                jobs.running(),
                jobs.waiting(),
                figures(span.measured()));
    }

    private static Documented.ComparedFigures figures(Comparison.Figures figures) {
        return new Documented.ComparedFigures(
                figures.jobs(),
                figures.rejected(),
                known(figures.waitMeanSeconds()),
                known(figures.waitP99Seconds()),
                known(figures.jctMeanSeconds()),
                known(figures.jctP99Seconds()),
                known(figures.gpuAllocationPct()));
    }

    private static Documented.ComparedDifferences differences(SortedMap<String, Difference> differences) {
        return new Documented.ComparedDifferences(
                difference(differences.get("wait_mean_s")),
                difference(differences.get("jct_mean_s")),
                difference(differences.get("bounded_slowdown_mean")));
    }

    private static Documented.@Nullable ComparedDifference difference(@Nullable Difference difference) {
        return difference == null
                ? null
                : new Documented.ComparedDifference(
                        difference.mean(),
                        difference.low(),
                        difference.high(),
                        difference.pairs(),
                        difference.blocks(),
                        difference.block(),
                        difference.verdict().name().toLowerCase(Locale.ROOT));
    }

    private static @Nullable Double known(double figure) {
        return Double.isNaN(figure) ? null : figure;
    }
}
