package io.berth.app.up.setting;

import io.berth.core.strategy.StrategySpec;
import io.berth.learn.online.Guard;
import io.berth.learn.online.LearnerOptions;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import org.jspecify.annotations.Nullable;

/** The keys of {@code learn:} in the file of {@code berth up}. */
final class LearnSettings {
    private static final LearnerOptions STANDARD =
            LearnerOptions.standard(StrategySpec.of("fcfs", "fcfs", "best-fit", "none"));
    private static final int MOST_JOBS = 100_000;
    private static final double LEAST_SHARE = 0.001;
    private static final double MOST_SHARE = 0.1;

    static final Section SECTION = Section.of(
            "learn",
            "Learning beside the running system; docs/guide/learn-online.md.",
            Key.of("active", Shape.of(ValueType.FLAG), "Whether it learns.").fallback("false"),
            Key.of(
                            "fallback",
                            Shape.of(ValueType.TEXT),
                            "The strategy that learning begins with and falls back to; it may not preempt.")
                    .fallback(UpSchema.DEFAULT_STRATEGY),
            Key.of(
                            "every_jobs",
                            Shape.whole(20, MOST_JOBS),
                            "After how many ended jobs, at the latest, candidates are judged and made.")
                    .fallback(Integer.toString(STANDARD.everyJobs())),
            Key.of("window_jobs", Shape.whole(40, MOST_JOBS), "How many of the last jobs it learns from and judges on.")
                    .fallback(Integer.toString(STANDARD.windowJobs())),
            Key.of(
                            "confidence",
                            Shape.number(0.5, 0.9999),
                            "That nothing which is no better is promoted within a window of jobs.")
                    .fallback(Double.toString(STANDARD.confidence())),
            Key.of(
                            "explore",
                            Shape.number(0, MOST_SHARE),
                            "The share of the choices that are drawn among all jobs that fit.")
                    .fallback(Double.toString(STANDARD.share())),
            Key.of(
                            "try",
                            Shape.number(LEAST_SHARE, LearnerOptions.MOST_RIVAL),
                            "The share of the choices that go by a candidate which the simulation says is better.")
                    .fallback(Double.toString(STANDARD.rivalShare())),
            Key.of("cool_down_jobs", Shape.whole(0, MOST_JOBS), "Ended jobs after a demotion before anything is tried.")
                    .fallback(Integer.toString(STANDARD.guard().coolDownJobs())));

    private LearnSettings() {}

    /** What {@code tree} says; null where nothing learns. */
    static @Nullable LearnerOptions read(Tree tree) {
        Fields fields = SECTION.read(tree);
        if (!fields.flag("active")) {
            return null;
        }
        Guard.Limits guard = STANDARD.guard();
        try {
            LearnerOptions options = new LearnerOptions(
                    UpOptions.strategy(fields.text("fallback")),
                    fields.integer("every_jobs"),
                    fields.integer("window_jobs"),
                    fields.number("confidence"),
                    fields.number("explore"),
                    fields.number("try"),
                    new Guard.Limits(
                            guard.everyJobs(),
                            guard.tolerance(),
                            guard.severe(),
                            guard.rejections(),
                            fields.integer("cool_down_jobs")),
                    STANDARD.seed());
            UpOptions.check(options.exploredFallback(), "learn.fallback");
            return options;
        } catch (IllegalArgumentException e) {
            throw InputException.at(tree, String.valueOf(e.getMessage()));
        }
    }
}
