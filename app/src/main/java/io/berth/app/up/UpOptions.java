package io.berth.app.up;

import io.berth.app.home.BerthHome;
import io.berth.console.alert.AlertRules;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.scenario.StrategyReader;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth up} was asked for.
 *
 * @param home where everything is kept
 * @param port of the console on 127.0.0.1; 0 for any that is free
 * @param strategy the strategy of a new system, and from now on of one that is there; null to leave that as it is
 * @param stopGrace from the request to a task to end to its being killed
 * @param alerts when somebody is told of a job
 * @param others true where what other programs of the machine use is not offered to jobs
 * @param owned true where the console wants the token that only the owner of the home can read
 */
record UpOptions(
        BerthHome home,
        int port,
        @Nullable StrategySpec strategy,
        Duration stopGrace,
        AlertRules alerts,
        boolean others,
        boolean owned) {
    static final String DEFAULT_STRATEGY = "fgd-greedy";

    private static final int DEFAULT_PORT = 7117;
    private static final String OWNER = "owner";
    private static final String IGNORE = "ignore";
    private static final String COUNT = "count";

    /** The keys of the file. */
    private static final Section FILE = Section.of(
            "up",
            "How Berth runs on this machine.",
            Key.of("port", Shape.whole(0, 65_535), "The port of the console on 127.0.0.1; 0: any that is free.")
                    .fallback(Integer.toString(DEFAULT_PORT)),
            Key.of("strategy", Shape.of(ValueType.TEXT), "The strategy, by name or in full; absent: as it was.")
                    .example(DEFAULT_STRATEGY),
            Key.of("stop_grace", Shape.of(ValueType.DURATION), "From asking a task to end to killing it.")
                    .fallback("10s"),
            Key.of("alerts", new Shape.Nested(AlertRules.SECTION), "When somebody is told that a job needs a look."),
            Key.of(
                            "others",
                            Shape.choice(IGNORE, COUNT),
                            "What other programs of this machine use: ignore, or count, so that it is not given to jobs.")
                    .fallback(IGNORE),
            Key.of(
                            "access",
                            Shape.choice(OWNER, "machine"),
                            "Who is served: owner, who can read the token in the home, or every user of this machine.")
                    .fallback(OWNER));

    /** What {@code config} says, or the defaults; {@code port} goes before it. */
    static UpOptions read(BerthHome home, @Nullable Path config, @Nullable Integer port) {
        Tree tree = TreeReader.read(config == null ? Source.text("defaults", "{}") : Source.file(config));
        Fields fields = FILE.read(tree);
        return new UpOptions(
                home,
                port == null ? fields.integer("port") : port,
                fields.has("strategy") ? strategy(fields.text("strategy")) : null,
                Duration.ofNanos(fields.nanos("stop_grace")),
                fields.has("alerts") ? AlertRules.read(fields.value("alerts")) : AlertRules.DEFAULT,
                fields.text("others").equals(COUNT),
                fields.text("access").equals(OWNER));
    }

    /** The strategy called {@code name}, or written out in it. */
    static StrategySpec strategy(String name) {
        CatalogNames names = new CatalogNames(Catalog.standard());
        StrategySpec spec = new StrategyReader(names).named(name, "strategy");
        names.check(spec, "strategy");
        return spec;
    }
}
