package io.berth.learn.training;

import io.berth.learn.agent.A2c;
import io.berth.learn.agent.A3c;
import io.berth.learn.agent.Dqn;
import io.berth.learn.agent.Ppo;
import io.berth.learn.agent.Reinforce;
import io.berth.learn.agent.experience.DqnOptions;
import io.berth.learn.agent.experience.NStepOptions;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.agent.experience.ReinforceOptions;
import io.berth.learn.agent.replay.ReplayOptions;
import io.berth.learn.gradient.OptimiserKind;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.List;
import java.util.Locale;

/** The agent of the section {@code learn} and its own section. */
final class AgentReader {
    private static final List<String> AGENTS = List.of("ppo", "a2c", "a3c", "reinforce", "dqn");
    private static final String DQN = "dqn";

    /** The rate of A2C and A3C that begin as a rule: at the published one they walk away from it. */
    private static final double AS_A_RULE = 5e-5;

    private final Fields learn;
    private final String name;
    private final Fields own;

    /** @throws InputException where another agent has a section */
    AgentReader(Fields learn) {
        this.learn = learn;
        this.name = learn.text("agent");
        this.own = learn.section(name);
        for (String other : AGENTS) {
            if (!other.equals(name) && learn.has(other)) {
                throw InputException.at(
                        learn.value(other),
                        "is said of an agent that does not learn here: learn.agent is " + name + ", so learn." + name
                                + " counts");
            }
        }
    }

    /** Its name, which is that of its section too. */
    String name() {
        return name;
    }

    /** How often it plays and learns. */
    int updates() {
        return own.integer("updates");
    }

    /** After how many updates it is tested. */
    int round() {
        return name.equals("ppo") ? 1 : own.integer("round");
    }

    /** Whether it begins as a rule: where nothing is said, unless it learns what actions bring, which no rule tells. */
    boolean startsWithRule() {
        boolean valued = name.equals(DQN);
        if (!learn.has("start")) {
            return !valued;
        }
        Tree start = learn.value("start");
        boolean rule = start.text().equals("rule");
        if (rule && valued) {
            throw InputException.at(
                    start,
                    "a rule says which job is better, not what that brings, and " + name
                            + " learns the latter: take none, or another learn.agent");
        }
        return rule;
    }

    /**
     * Makes the agent with what its section says.
     *
     * @param rule whether it begins as a rule
     */
    LearnerMaker maker(boolean rule) {
        return switch (name) {
            case "a2c" -> a2c(nStep(rule));
            case "a3c" -> a3c(nStep(rule));
            case "reinforce" -> reinforce(reinforce());
            case DQN -> dqn(dqn());
            default -> ppo(ppo());
        };
    }

    private static LearnerMaker ppo(PpoOptions options) {
        return (task, networks, workers, seed) ->
                new Ppo(task::environment, networks, options, workers, seed).opening(task.opening());
    }

    private static LearnerMaker a2c(NStepOptions options) {
        return (task, networks, workers, seed) -> new A2c(task::environment, networks, options, workers, seed);
    }

    private static LearnerMaker a3c(NStepOptions options) {
        return (task, networks, workers, seed) -> new A3c(task::environment, networks, options, workers, seed);
    }

    private static LearnerMaker reinforce(ReinforceOptions options) {
        return (task, networks, workers, seed) ->
                new Reinforce(task::environment, networks, options, workers, seed).opening(task.opening());
    }

    private static LearnerMaker dqn(DqnOptions options) {
        return (task, networks, workers, seed) -> new Dqn(task::environment, networks, options, workers, seed);
    }

    private PpoOptions ppo() {
        return new PpoOptions(
                own.integer("episodes"),
                own.integer("plays"),
                own.number("discount"),
                own.number("trace"),
                own.number("clip"),
                own.integer("passes"),
                own.integer("value_passes"),
                own.integer("batch"),
                own.number("rate"),
                own.number("value_rate"),
                updates(),
                own.number("entropy"),
                own.number("divergence"));
    }

    private NStepOptions nStep(boolean rule) {
        return new NStepOptions(
                own.integer("segments"),
                own.integer("steps"),
                own.number("discount"),
                own.number("trace"),
                own.flag("normalised"),
                own.number("reward_scale"),
                optimiser(),
                own.has("rate") ? own.number("rate") : rule ? AS_A_RULE : NStepOptions.PUBLISHED.rate(),
                own.number("value_rate"),
                updates(),
                own.number("entropy"),
                own.number("max_gradient"));
    }

    private ReinforceOptions reinforce() {
        ReinforceOptions.Baseline baseline = ReinforceOptions.Baseline.valueOf(constant(own.text("baseline")));
        if (baseline == ReinforceOptions.Baseline.TIME_MEAN && own.integer("plays") == 1) {
            throw InputException.at(own.value("plays"), "must be at least 2 where the baseline is time-mean");
        }
        return new ReinforceOptions(
                own.integer("episodes"),
                own.integer("plays"),
                own.number("discount"),
                baseline,
                own.flag("normalised"),
                own.number("reward_scale"),
                optimiser(),
                own.number("rate"),
                own.number("value_rate"),
                own.integer("value_passes"),
                updates(),
                own.number("entropy"),
                own.number("max_gradient"));
    }

    private DqnOptions dqn() {
        ReplayOptions replay = new ReplayOptions(
                own.integer("memory"),
                ReplayOptions.PRIORITISED.bytes(),
                own.integer("n_steps"),
                own.number("priority"),
                own.number("correction"),
                own.whole("correction_draws"));
        DqnOptions.Exploration exploration = new DqnOptions.Exploration(
                own.number("explore"), own.number("explore_end"), own.whole("explore_steps"));
        return new DqnOptions(
                own.flag("double"),
                own.flag("dueling"),
                replay,
                exploration,
                own.number("discount"),
                own.number("reward_scale"),
                own.integer("batch"),
                own.integer("warm_up"),
                own.integer("learn_every"),
                own.integer("target_every"),
                own.number("rate"),
                own.number("max_gradient"),
                DqnOptions.PUBLISHED.round());
    }

    private OptimiserKind optimiser() {
        return OptimiserKind.valueOf(constant(own.text("optimiser")));
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
