package io.berth.core.catalog;

import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.load.KoordinatorLoadAware;
import io.berth.core.policy.load.LeastLoad;
import io.berth.core.policy.load.LoadAware;
import io.berth.core.policy.load.Overload;
import io.berth.core.policy.load.VolcanoUsage;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import java.util.List;
import java.util.stream.Stream;

/** The policies that look at what nodes do, in the order in which they are shown. */
final class LoadPolicies {
    private static final Parameter SPAN =
            new Parameter("span", Type.INTEGER, "5", "over how many minutes: 5, 10 or 30");
    private static final Parameter STATISTIC =
            new Parameter("statistic", Type.TEXT, "p95", "what counts of what was measured: avg, p50, p90, p95 or p99");
    private static final Parameter AVERAGE =
            new Parameter("statistic", Type.TEXT, "avg", "what counts of what was measured: avg, p50, p90, p95 or p99");
    private static final Parameter DOMINANT =
            new Parameter("dominant", Type.INTEGER, "0", "1 where the scarcest resource counts alone");
    private static final Parameter WEIGHT =
            new Parameter("weight", Type.INTEGER, "5", "what each per cent is worth, 1 to 100");

    static final List<Entry<Placer>> PLACEMENTS = List.of(
            new Entry<>(
                    LoadAware.KOORDINATOR,
                    "least in use by Koordinator's rule",
                    "Koordinator, LoadAwareScheduling",
                    List.of(AVERAGE, SPAN, DOMINANT),
                    (p, _) -> Scored.upTo(
                            KoordinatorLoadAware.HIGHEST,
                            new KoordinatorLoadAware(span(p), statistic(p), bounded(p, DOMINANT, 0, 1) == 1))),
            new Entry<>(
                    LoadAware.LEAST_LOAD,
                    "least in use by what is measured",
                    "Koordinator and Volcano, with GPUs",
                    Stream.concat(Stream.of(STATISTIC, SPAN), LeastLoad.PARAMETERS.stream())
                            .toList(),
                    (p, _) -> Scored.upTo(LeastLoad.HIGHEST, new LeastLoad(span(p), statistic(p), p))),
            new Entry<>(
                    LoadAware.VOLCANO,
                    "least in use by Volcano's rule",
                    "Volcano, usage",
                    List.of(AVERAGE, SPAN, WEIGHT),
                    (p, _) -> {
                        VolcanoUsage usage = new VolcanoUsage(
                                span(p), statistic(p), bounded(p, WEIGHT, 1, VolcanoUsage.MOST_WEIGHT));
                        return Scored.upTo(usage.highest(), usage);
                    }));

    static final Entry<Filter> OVERLOAD = new Entry<>(
            Overload.NAME,
            "no new task to a node that does too much",
            "Koordinator and Volcano, with a margin",
            Overload.PARAMETERS,
            (p, _) -> new Overload(p));

    private LoadPolicies() {}

    private static Span span(Parameters parameters) {
        return Span.of(parameters.integer(SPAN.name()));
    }

    private static Statistic statistic(Parameters parameters) {
        return Statistic.of(parameters.text(STATISTIC.name()));
    }

    private static long bounded(Parameters parameters, Parameter parameter, long least, long most) {
        long value = parameters.integer(parameter.name());
        if (value < least || value > most) {
            throw new IllegalArgumentException("The parameter (" + parameter.name() + ") must be from " + least + " to "
                    + most + ", not (" + value + ").");
        }
        return value;
    }
}
