package io.berth.core.catalog;

import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.ShippedModel;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Order;
import io.berth.core.policy.joint.JointOrder;
import io.berth.core.policy.order.Edf;
import io.berth.core.policy.order.F1;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.policy.order.MultiLevel;
import io.berth.core.policy.order.Priority;
import io.berth.core.policy.order.PriorityEdf;
import io.berth.core.policy.order.Qssf;
import io.berth.core.policy.order.Sjf;
import io.berth.core.policy.order.Srsf;
import io.berth.core.policy.order.Srtf;
import io.berth.core.policy.order.Unicep;
import io.berth.core.policy.order.WeightedRule;
import io.berth.core.policy.order.Wfp3;
import io.berth.core.policy.order.learnt.Exploring;
import io.berth.core.policy.order.learnt.Hybrid;
import io.berth.core.policy.order.learnt.Learnt;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The orders of the catalog. */
final class Orders {
    private static final Parameter AGING =
            new Parameter("aging", Type.NUMBER, "1", "priority levels gained per hour of waiting; 0 for none");
    private static final Parameter LIMITS = new Parameter(
            "limits", Type.TEXT, "3250 7200", "service at which a job falls to the next queue, GPU seconds, rising");
    private static final Parameter BY =
            new Parameter("by", Type.TEXT, "service", "service: run time × GPUs; time: run time alone");
    private static final Parameter ERROR = new Parameter(
            "error", Type.TEXT, "none", "none, or published: predictions miss as in the paper's simulation");
    private static final Parameter SEED = new Parameter("seed", Type.INTEGER, "1", "of the misses");

    private static final Parameter MODEL = new Parameter(
            "model", Type.MODEL, "", "the model, as berth train writes it; absent: the one that ships with Berth");

    private static final Parameter MODEL_OR_RULE = new Parameter(
            "model",
            Type.MODEL,
            "",
            "the model, as berth train writes it, unless a rule's weights are given; absent: the one that ships");
    private static final Parameter BASE =
            new Parameter("base", Type.TEXT, "sjf", "the order, with its defaults, whose first jobs the model sees");
    private static final Parameter WINDOW = new Parameter(
            "window", Type.INTEGER, "16", "how many of them; 1 is the order itself, the model's rows are the most");

    private static final Parameter OF =
            new Parameter("of", Type.TEXT, "fcfs", "the order it goes by, with its parameters: priority aging=2");
    private static final Parameter SHARE =
            new Parameter("share", Type.NUMBER, "0.05", "of the choices that are drawn, 0 to 0.5");
    private static final Parameter LEARNT_MODEL =
            new Parameter("model", Type.MODEL, "", "the model where it goes by learnt");
    private static final Parameter RIVAL =
            new Parameter("rival", Type.TEXT, "", "another order that is tried, written as of is; none by default");
    private static final Parameter RIVAL_SHARE =
            new Parameter("rival_share", Type.NUMBER, "0.2", "of the choices that go by the rival, 0 to 0.8");
    private static final Parameter RIVAL_MODEL =
            new Parameter("rival_model", Type.MODEL, "", "the model where the rival is learnt");
    private static final String EXPLORING = "exploring";
    private static final double MOST_DRAWN = 0.5;

    private static final double MOST_OF_RIVAL = 0.8;

    private static final String TANG = "Tang et al., CLUSTER 2009";
    private static final String RLSCHEDULER = "Zhang et al., SC 2020, as their program has it";

    static final List<Entry<Order>> ALL = List.of(
            order("fcfs", "first come, first served", "", new Fcfs()),
            order("sjf", "shortest expected run time first", "Smith 1956", new Sjf()),
            order("srtf", "shortest remaining time first", "Schrage 1968", new Srtf()),
            order("srsf", "shortest remaining time × GPUs first", "Tiresias, NSDI 2019", new Srsf()),
            order("wfp3", "largest (waited / run time)³ × processors first", TANG, new Wfp3(false)),
            order("wfp3-rlscheduler", "the same with −1 − submission for waited", RLSCHEDULER, new Wfp3(true)),
            order("unicep", "largest waited / (log₂ processors × run time) first", TANG, new Unicep(false)),
            order("unicep-rlscheduler", "the same with −1 − submission for waited", RLSCHEDULER, new Unicep(true)),
            order("f1", "least log₁₀ run time × processors + 870 log₁₀ submission", "Carastan-Santos 2017", new F1()),
            new Entry<>(
                    "priority",
                    "most urgent first; waiting makes urgent",
                    "",
                    List.of(AGING),
                    (p, _) -> new Priority(notNegative(p, "aging"))),
            order("edf", "earliest deadline first", "Liu, Layland 1973", new Edf()),
            order(
                    "priority-edf",
                    "most urgent first, of one priority the earliest deadline",
                    "Liu, Layland 1973",
                    new PriorityEdf()),
            new Entry<>(
                    "multi-level",
                    "least attained service first, by levels",
                    "Tiresias-L, NSDI 2019",
                    List.of(LIMITS),
                    (p, _) -> new MultiLevel(limits(p.text("limits")))),
            new Entry<>(
                    "qssf",
                    "shortest predicted service first",
                    "Helios, SC 2021",
                    List.of(BY, ERROR, SEED),
                    (p, _) -> new Qssf(
                            oneOf(p, "by", "service", "time").equals("time"),
                            oneOf(p, "error", "none", "published").equals("published"),
                            p.integer("seed"))),
            new Entry<>(
                    "learnt",
                    "highest score of a learnt model first",
                    "Zhang et al., RLScheduler, SC 2020",
                    List.of(MODEL),
                    Orders::learnt),
            new Entry<>(
                    WeightedRule.NAME,
                    "highest weighted sum of a job's scaled columns first",
                    "Carastan-Santos 2017, for its form",
                    WeightedRule.PARAMETERS,
                    (p, _) -> new Learnt(WeightedRule.model(p))),
            new Entry<>(
                    "hybrid",
                    "highest score of a learnt model, or of a rule's weights, among the first of another order",
                    "",
                    hybridParameters(),
                    (p, facts) -> new Hybrid(base(p.text("base"), facts), modelOrRule(p), p.integer("window"))),
            new Entry<>(
                    EXPLORING,
                    "another order, and now and then another job that fits",
                    "Langford and Zhang, NIPS 2007",
                    List.of(OF, SHARE, LEARNT_MODEL, RIVAL, RIVAL_SHARE, RIVAL_MODEL),
                    Orders::exploring));

    private Orders() {}

    /** By a model of an order; or by one that decides order and placement together. */
    private static Order learnt(Parameters parameters, Facts facts) {
        return ModelFile.isJoint(parameters.text(MODEL.name()))
                ? new JointOrder(parameters.model(MODEL.name(), ModelFile::readJoint), facts)
                : new Learnt(model(parameters));
    }

    private static Order exploring(Parameters parameters, Facts facts) {
        Order order = wrapped(parameters, OF, LEARNT_MODEL, facts);
        boolean alone = parameters.text(RIVAL.name()).isBlank();
        return new Exploring(
                order,
                drawn(parameters, SHARE, MOST_DRAWN),
                alone ? null : wrapped(parameters, RIVAL, RIVAL_MODEL, facts),
                alone ? 0 : drawn(parameters, RIVAL_SHARE, MOST_OF_RIVAL));
    }

    private static double drawn(Parameters parameters, Parameter parameter, double most) {
        double share = parameters.number(parameter.name());
        if (!(share >= 0 && share <= most)) {
            throw new IllegalArgumentException(
                    "The parameter (" + parameter.name() + ") must be from 0 to " + most + ", not (" + share + ").");
        }
        return share;
    }

    /** The order that the text of {@code parameter} names, with its parameters: priority aging=2. */
    private static Order wrapped(Parameters parameters, Parameter parameter, Parameter model, Facts facts) {
        String[] words = parameters.text(parameter.name()).strip().split(" +");
        if (words[0].equals(EXPLORING)) {
            throw new IllegalArgumentException(
                    "The parameter (" + parameter.name() + ") of the order (exploring) cannot be that order.");
        }
        TreeMap<String, String> given = new TreeMap<>();
        for (int i = 1; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            if (pair.length < 2) {
                throw new IllegalArgumentException("The parameter (" + parameter.name()
                        + ") must be an order and name=value, not (" + words[i] + ").");
            }
            given.put(pair[0], pair[1]);
        }
        if (!parameters.text(model.name()).isEmpty()) {
            given.put(MODEL.name(), parameters.text(model.name()));
            // Choices are logged as jobs: where they might have gone is not.
            parameters.model(model.name(), ModelFile::read);
        }
        PolicySpec inner = PolicySpec.of(words[0], given);
        return Catalog.find(ALL, inner).make(inner, facts);
    }

    private static Entry<Order> order(String name, String summary, String source, Order order) {
        return new Entry<>(name, summary, source, List.of(), (_, _) -> order);
    }

    private static double notNegative(Parameters parameters, String name) {
        double value = parameters.number(name);
        if (value < 0) {
            throw new IllegalArgumentException("The parameter (" + name + ") must be at least 0, not (" + value + ").");
        }
        return value;
    }

    private static String oneOf(Parameters parameters, String name, String first, String second) {
        String value = parameters.text(name);
        if (!value.equals(first) && !value.equals(second)) {
            throw new IllegalArgumentException(
                    "The parameter (" + name + ") must be " + first + " or " + second + ", not (" + value + ").");
        }
        return value;
    }

    private static List<Parameter> hybridParameters() {
        List<Parameter> parameters = new ArrayList<>(List.of(BASE, WINDOW, MODEL_OR_RULE));
        parameters.addAll(WeightedRule.PARAMETERS);
        return parameters;
    }

    private static Model modelOrRule(Parameters parameters) {
        for (Parameter weight : WeightedRule.PARAMETERS) {
            if (!parameters.has(weight.name())) {
                continue;
            }
            if (parameters.has(MODEL.name())) {
                throw new IllegalArgumentException("The order (hybrid) goes by a model or by a rule's weights, not by"
                        + " the parameters (model) and (" + weight.name() + ") both.");
            }
            return WeightedRule.model(parameters);
        }
        return model(parameters);
    }

    private static KeyedOrder base(String name, Facts facts) {
        return switch (Catalog.find(ALL, PolicySpec.of(name)).make(PolicySpec.of(name), facts)) {
            case KeyedOrder order -> order;
            case Chooser _ ->
                throw new IllegalArgumentException(
                        "The parameter (base) must be an order that sorts jobs, not (" + name + "), which chooses.");
        };
    }

    private static Model model(Parameters parameters) {
        return parameters.model(MODEL.name(), text -> ModelFile.read(text.isEmpty() ? ShippedModel.text() : text));
    }

    private static double[] limits(String text) {
        String[] parts = text.strip().split("[ ,]+");
        double[] limits = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                limits[i] = Double.parseDouble(parts[i]);
            } catch (NumberFormatException _) {
                throw new IllegalArgumentException("The parameter (limits) must be numbers, not (" + text + ").");
            }
        }
        return limits;
    }
}
