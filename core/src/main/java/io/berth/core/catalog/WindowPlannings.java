package io.berth.core.catalog;

import io.berth.core.model.ModelFile;
import io.berth.core.model.SequenceModel;
import io.berth.core.policy.window.QueueCap;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowTerms;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.stream.Stream;

/** The ways to plan a window of the queue, in the order in which they are shown. Who works them out stands behind a seam. */
final class WindowPlannings {
    private static final String WEIGHT = "priority_weight";
    private static final String CAPS = "caps";

    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("window", Type.INTEGER, "8", "how many jobs are planned together at most"),
            new Parameter(
                    "work",
                    Type.INTEGER,
                    "100000",
                    "units of work before the plan is given, each about a task tried on a node"),
            new Parameter(
                    "linger",
                    Type.NUMBER,
                    "10",
                    "how long a job may wait for the window to fill, seconds; at most a tenth of its estimate"),
            new Parameter(
                    "limit",
                    Type.NUMBER,
                    "30",
                    "how long to wait for the plan before place and backfill decide, seconds"),
            new Parameter(
                    WEIGHT,
                    Type.NUMBER,
                    "2",
                    "how many times as much a job is worth with each level of priority, 1 to 10"),
            new Parameter(
                    CAPS,
                    Type.MAP,
                    "",
                    "what one window may give to a queue and those below it at most, GPUs or a part of those that are free, such as "
                            + "{team-a: 4, team-b: 50%}"));

    private static final String LEARNT = "learnt";
    private static final Parameter MODEL =
            new Parameter("model", Type.MODEL, "", "the model, as berth train writes it of windows; needed");
    private static final Parameter ALTERNATIVES = new Parameter(
            "alternatives", Type.INTEGER, "0", "orders that are tried beside the first, the closest decisions first");

    /** More would take as long as a search does. */
    private static final long MOST_ALTERNATIVES = 256;

    static final List<Entry<WindowPlanning>> ALL = List.of(
            new Entry<>("none", "each job is decided about alone", "", List.of(), (_, _) -> WindowPlanning.NONE),
            method("fgd-lookahead", "in turn, by prices of what the mix will lack", "Talluri and van Ryzin 1998"),
            method("hungarian", "one job a node, cheapest matching", "Kuhn 1955; Jonker and Volgenant 1987"),
            method("exchange", "in turn, then jobs change places", "Osman 1995"),
            method("dual", "Lagrangian dual, repaired", "Fisher 1981; Nesterov 2005"),
            method("ilp", "integer program, solved exactly", "Ross and Soland 1975; OR-Tools CP-SAT"),
            new Entry<>(
                    LEARNT,
                    "in an order that a learnt network emits",
                    "Vaswani et al. 2017; Vinyals et al. 2015",
                    Stream.concat(Stream.of(MODEL, ALTERNATIVES), PARAMETERS.stream())
                            .toList(),
                    (p, _) -> learnt(p)));

    private WindowPlannings() {}

    private static Entry<WindowPlanning> method(String name, String summary, String source) {
        return new Entry<>(name, summary, source, PARAMETERS, (p, _) -> planning(name, p));
    }

    private static WindowPlanning learnt(Parameters parameters) {
        if (!parameters.has(MODEL.name())) {
            throw new IllegalArgumentException(
                    "The plan (learnt) needs the parameter (model): {plan: {learnt: {model: FILE}}}.");
        }
        SequenceModel model = parameters.model(MODEL.name(), ModelFile::readWindow);
        long alternatives = atLeast(0, LEARNT, ALTERNATIVES.name(), parameters.integer(ALTERNATIVES.name()));
        if (alternatives > MOST_ALTERNATIVES) {
            throw new IllegalArgumentException("The parameter (" + ALTERNATIVES.name() + ") of policy (" + LEARNT
                    + ") must be at most " + MOST_ALTERNATIVES + ", not (" + alternatives + ").");
        }
        return planning(LEARNT, parameters).withOrder(new WindowPlanning.LearntOrder(model, (int) alternatives));
    }

    private static WindowPlanning planning(String method, Parameters parameters) {
        long jobs = atLeast(1, method, "window", parameters.integer("window"));
        if (jobs > WindowPlanning.MAX_JOBS) {
            throw new IllegalArgumentException("The parameter (window) of policy (" + method + ") must be at most "
                    + WindowPlanning.MAX_JOBS + ", not (" + jobs + ").");
        }
        return new WindowPlanning(
                        method,
                        (int) jobs,
                        atLeast(1, method, "work", parameters.integer("work")),
                        nanos(method, "linger", parameters),
                        nanos(method, "limit", parameters))
                .withTerms(new WindowTerms(parameters.number(WEIGHT), QueueCap.parse(parameters.text(CAPS))));
    }

    private static long atLeast(long least, String method, String name, long value) {
        if (value < least) {
            throw new IllegalArgumentException("The parameter (" + name + ") of policy (" + method
                    + ") must be at least " + least + ", not (" + value + ").");
        }
        return value;
    }

    private static long nanos(String method, String name, Parameters parameters) {
        double seconds = parameters.number(name);
        if (seconds < 0) {
            throw new IllegalArgumentException("The parameter (" + name + ") of policy (" + method
                    + ") must be at least 0, not (" + parameters.text(name) + ").");
        }
        return (long) StrictMath.min(seconds * Nanos.SECOND, (double) Nanos.NEVER);
    }
}
