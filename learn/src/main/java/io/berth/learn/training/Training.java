package io.berth.learn.training;

import io.berth.core.model.Activation;
import io.berth.core.time.Chance;
import io.berth.learn.agent.CrossEntropy;
import io.berth.learn.agent.Player;
import io.berth.learn.agent.Ppo;
import io.berth.learn.environment.Environment;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.FlatNetworks;
import io.berth.learn.network.RowNetworks;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns a task with one seed: tunes a rule, makes a network of it, and goes on by proximal policy optimisation. What is kept is what
 * did best on validation episodes, which are neither learnt from nor those of the test.
 */
public final class Training {
    static final String RULE = "rule";
    static final String LEARN = "learn";

    private static final int VALIDATION_EPISODES = 16;

    /** Of the first actor: so that it does what the rule does in nearly all of its draws. */
    private static final double SHARPNESS = 20;

    /** Updates in which only the critic learns, so that the actor's first steps are not blind. */
    private static final int LOOKS = 3;

    private final Task task;
    private final TrainingOptions options;
    private final GradientWorkers workers;
    private final long seed;
    private final Consumer<TrainingPoint> listener;
    private final List<TrainingPoint> points = new ArrayList<>();
    private final ActorCritic networks;
    private float @Nullable [] given;
    private long steps;

    /** @param listener hears of each point as it comes */
    public Training(
            Task task, TrainingOptions options, GradientWorkers workers, long seed, Consumer<TrainingPoint> listener) {
        this.task = task;
        this.options = options;
        this.workers = workers;
        this.seed = seed;
        this.listener = listener;
        this.networks = task.mdp().actions().picksRow()
                ? new RowNetworks(task.mdp(), options.hidden())
                : new FlatNetworks(task.mdp(), options.hidden(), Activation.RELU);
    }

    /** The networks that are learnt. */
    public ActorCritic networks() {
        return networks;
    }

    /**
     * Has it go on from {@code parameters} of an actor that learnt before; no rule is tuned then.
     *
     * @throws IllegalArgumentException where they are not as many as the actor has
     */
    public Training from(float[] parameters) {
        if (parameters.length != networks.actorParameters()) {
            throw new IllegalArgumentException("The network has " + networks.actorParameters()
                    + " parameters, and those to go on from are " + parameters.length + ".");
        }
        given = parameters.clone();
        return this;
    }

    /** Learns. */
    public TrainingResult run() {
        boolean fromRule = given == null && options.startsWithRule() && networks instanceof RowNetworks;
        float[] start = given == null ? networks.newActor(seed) : given.clone();
        if (fromRule) {
            start = fromRule((RowNetworks) networks);
        }
        Ppo ppo = new Ppo(task::environment, networks, options.ppo(), workers, seed).opening(task.opening());
        ppo.startFrom(start);
        if (fromRule || given != null) {
            ppo.prepare(LOOKS);
        }
        int chosen = 0;
        float[] kept = start.clone();
        double best = validation(networks, kept);
        for (int update = 1; update <= options.updates(); update++) {
            Ppo.Progress progress = ppo.update();
            steps += progress.steps();
            double validation = validation(networks, ppo.actor());
            tell(LEARN, update, progress.reward(), validation, task.test(networks, ppo.actor()));
            if (validation > best) {
                best = validation;
                chosen = update;
                kept = ppo.actor().clone();
            }
        }
        return new TrainingResult(seed, points, chosen, kept, best, task.test(networks, kept));
    }

    /** Tunes a rule, and makes an actor of it. */
    private float[] fromRule(RowNetworks rows) {
        if (!rows.holdsRules()) {
            int features = task.mdp().observation().features().size();
            throw new InputException(
                    "learn.hidden",
                    options.hidden() + " has no room for a rule of " + features + " features to begin with: at least "
                            + features + " each, or learn.start: none");
        }
        RowNetworks rules = new RowNetworks(task.mdp(), List.of());
        CrossEntropy.Options tuned = CrossEntropy.Options.STANDARD;
        CrossEntropy search =
                new CrossEntropy(task::longEnvironment, rules, tuned, workers, seed).opening(task.opening());
        for (int iteration = 1; iteration <= tuned.iterations(); iteration++) {
            CrossEntropy.Progress progress = search.update();
            double validation = validation(rules, search.best());
            tell(RULE, iteration, progress.best(), validation, task.test(rules, search.best()));
        }
        return rows.actorLike(search.best(), SHARPNESS, seed);
    }

    private double validation(ActorCritic played, float[] parameters) {
        List<Double> rewards = workers.map(VALIDATION_EPISODES, (worker, episode) -> {
            Environment environment = task.longEnvironment();
            long episodeSeed = new Chance(seed, "validation episode", episode).bits();
            task.opening().begin(environment, episodeSeed, episode, VALIDATION_EPISODES);
            float[] critic = new float[played.criticParameters()];
            return new Player(environment, played.evaluation(parameters, critic)).finish();
        });
        return rewards.stream().mapToDouble(reward -> reward).average().orElse(0);
    }

    private void tell(String stage, int update, double reward, double validation, double test) {
        TrainingPoint point = new TrainingPoint(stage, update, steps, reward, validation, test);
        points.add(point);
        listener.accept(point);
    }
}
