package io.berth.spec.scale;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The keys of a number of servers that follows the requests, and what they mean: the same for fleets of simulations and for services. */
public final class ScaleKeys {
    public static final String KEY = "autoscale";

    /** Beyond it a decision takes longer than it may. */
    private static final long MOST = 1000;

    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape PERCENT = Shape.of(ValueType.PERCENT);

    public static final Section SECTION = Section.of(
            KEY,
            "How many servers there are follows the requests: more start, and those that are too many leave once what they have is answered."
                    + " What one policy alone goes by the others do not look at, so that one file compares them.",
            Key.of(
                            "policy",
                            Shape.choice(Arrays.stream(Policy.values())
                                    .map(Policy::key)
                                    .toArray(String[]::new)),
                            "fixed: their number stays; target-utilisation: the formula of Kubernetes' HorizontalPodAutoscaler; reactive: as many"
                                    + " as are enough for what came last; forecast: as many as are enough for what may come until a server that"
                                    + " starts is there.")
                    .fallback("forecast"),
            Key.of("min", Shape.whole(1, MOST), "Never fewer servers.").fallback("1"),
            Key.of("max", Shape.whole(1, MOST), "Never more servers.")
                    .mandatory()
                    .example("20"),
            Key.of("start_time", DURATION, "How long a server takes to start; it is paid for from its begin.")
                    .fallback("1m"),
            Key.of("every", DURATION, "How often it is decided.").fallback("15s"),
            Key.of(
                            "target",
                            Shape.positive(1024),
                            "Requests at once, running and waiting, that a server shall have; absent: 70 % of its slots, which a service has to say.")
                    .example("16"),
            Key.of(
                            "tolerance",
                            PERCENT,
                            "With target-utilisation: how far the mean of servers may be off the target before anything is done; absent: 10%.")
                    .example("10%"),
            Key.of(
                            "stabilisation",
                            DURATION,
                            "With target-utilisation: for how long a larger number that was right holds; absent: 5m.")
                    .example("5m"),
            Key.of("wait", DURATION, "With reactive and forecast: how long requests may wait for a slot; absent: 1s.")
                    .example("1s"),
            Key.of(
                            "within",
                            PERCENT,
                            "With reactive and forecast: the part of requests that wait no longer; absent: 95%.")
                    .example("95%"),
            Key.of(
                            "keep",
                            DURATION,
                            "With reactive and forecast: for how long a larger number that was right holds; absent: start_time, so that no"
                                    + " server leaves sooner than another would be there.")
                    .example("1m"),
            Key.of(
                            "quantile",
                            PERCENT,
                            "With forecast: for what part of what may come there shall be enough, above 50 %; absent: 90%.")
                    .example("90%"),
            Key.of("season", DURATION, "With forecast: after how long the load repeats itself; absent: it does not.")
                    .example("24h"));

    /** The same of servers of which there may be none: a gateway knows them all the same. */
    public static final Section FROM_NONE = fromNone();

    private ScaleKeys() {}

    private static Section fromNone() {
        List<Key> keys = new ArrayList<>();
        for (Key key : SECTION.keys()) {
            if (key.name().equals("min")) {
                keys.add(Key.of("min", Shape.whole(0, MOST), "Never fewer servers; 0: none once nothing came for idle.")
                        .fallback("1"));
                keys.add(Key.of(
                                "idle",
                                DURATION,
                                "With min 0: after how long without a request there is none; absent: 5m.")
                        .example("5m"));
            } else {
                keys.add(key);
            }
        }
        return new Section(SECTION.title(), SECTION.doc(), keys, List.of());
    }

    /**
     * After how long without a request there is no server; {@link Nanos#NEVER} where there is always one.
     *
     * @param fields that {@link #FROM_NONE} has read
     */
    public static long idleNanos(Fields fields) {
        if (fields.integer("min") > 0 && fields.has("idle")) {
            throw InputException.at(fields.value("idle"), "goes only with min: 0, as else there is always one");
        }
        return fields.integer("min") > 0 ? Nanos.NEVER : nanos(fields, "idle", 300);
    }

    /**
     * What {@code fields}, which {@link #SECTION} or {@link #FROM_NONE} has read, mean; while there are servers there is at least one.
     *
     * @param usual the target where none is said
     */
    public static ScaleSpec read(Fields fields, double usual) {
        if (fields.integer("min") > fields.integer("max")) {
            throw InputException.at(fields.value("max"), "must not be below min, which is " + fields.integer("min"));
        }
        if (fields.nanos("every") == 0) {
            throw InputException.at(fields.value("every"), "must be longer than 0");
        }
        return new ScaleSpec(
                policy(fields.text("policy")),
                Math.max(1, fields.integer("min")),
                fields.integer("max"),
                fields.nanos("start_time"),
                fields.nanos("every"),
                fields.has("target") ? fields.number("target") : usual,
                new ScaleSpec.Kubernetes(share(fields, "tolerance", 0.1), nanos(fields, "stabilisation", 300)),
                new ScaleSpec.Ahead(
                        quantile(fields),
                        nanos(fields, "wait", 1),
                        within(fields),
                        nanos(fields, "season", 0),
                        fields.nanos(fields.has("keep") ? "keep" : "start_time")));
    }

    /** What {@link #read} reads back. */
    public static SequencedMap<String, Object> document(ScaleSpec spec) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("policy", spec.policy().key());
        document.put("min", spec.min());
        document.put("max", spec.max());
        document.put("start_time", Durations.format(spec.startNanos()));
        document.put("every", Durations.format(spec.everyNanos()));
        document.put("target", spec.target());
        document.put("tolerance", spec.kubernetes().tolerance());
        document.put("stabilisation", Durations.format(spec.kubernetes().stabilisationNanos()));
        document.put("wait", Durations.format(spec.ahead().waitNanos()));
        document.put("within", spec.ahead().within());
        document.put("keep", Durations.format(spec.ahead().keepNanos()));
        document.put("quantile", spec.ahead().quantile());
        document.put("season", Durations.format(spec.ahead().seasonNanos()));
        return document;
    }

    private static Policy policy(String key) {
        return Arrays.stream(Policy.values())
                .filter(policy -> policy.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private static double quantile(Fields fields) {
        double quantile = share(fields, "quantile", 0.9);
        if (quantile <= 0.5 || quantile >= 1) {
            throw InputException.at(fields.value("quantile"), "must be above 50 % and below 100 %");
        }
        return quantile;
    }

    private static double within(Fields fields) {
        double within = share(fields, "within", 0.95);
        if (within >= 1) {
            throw InputException.at(fields.value("within"), "must be below 100 %");
        }
        return within;
    }

    private static double share(Fields fields, String key, double otherwise) {
        return fields.has(key) ? fields.fraction(key) : otherwise;
    }

    private static long nanos(Fields fields, String key, long otherwiseSeconds) {
        return fields.has(key) ? fields.nanos(key) : otherwiseSeconds * Nanos.SECOND;
    }
}
