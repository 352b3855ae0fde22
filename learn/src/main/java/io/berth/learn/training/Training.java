package io.berth.learn.training;

import io.berth.core.model.Activation;
import io.berth.core.time.Chance;
import io.berth.learn.agent.CrossEntropy;
import io.berth.learn.agent.Divergence;
import io.berth.learn.agent.Learner;
import io.berth.learn.agent.Player;
import io.berth.learn.agent.WatchedEvaluation;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.Figures;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.FlatNetworks;
import io.berth.learn.network.RowNetworks;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Learns a task with one seed: tunes a rule, makes a network of it, and has an agent go on from it. The rule that is gone on from and what
 * is kept in the end are those that did best on validation episodes, which are neither learnt from nor those of the test.
 *
 * <p>Its state, taken after any part of it, goes on to the same bytes as a training that was never stopped.
 */
public final class Training implements Checkpointed {
    static final String RULE = "rule";
    static final String LEARN = "learn";

    /** As many as a rule is tuned on: with 16, luck chose among rules that differ by a tenth. */
    private static final int VALIDATION_EPISODES = 64;

    /** Of the first actor: so that it does what the rule does in nearly all of its draws. */
    private static final double SHARPNESS = 20;

    /** Updates in which only the critic learns, so that the actor's first steps are not blind. */
    private static final int LOOKS = 3;

    private static final CrossEntropy.Options TUNED = CrossEntropy.Options.STANDARD;

    private final Task task;
    private final TrainingOptions options;
    private final GradientWorkers workers;
    private final long seed;
    private final Consumer<TrainingPoint> listener;
    private final List<TrainingPoint> points = new ArrayList<>();
    private final ActorCritic networks;
    private float @Nullable [] given;
    private @Nullable CrossEntropy search;
    private float[] rule = new float[0];
    private @Nullable Learner learner;
    private float[] best;
    private double validation = Double.NEGATIVE_INFINITY;
    private int chosen;
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
        this.best = networks.newActor(seed);
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

    /** True where a rule is tuned first: where that is wanted, nothing is given to go on from, and actions pick rows. */
    public boolean startsWithRule() {
        return given == null && options.startsWithRule() && networks instanceof RowNetworks;
    }

    /** Of all its chance. */
    public long seed() {
        return seed;
    }

    /** True where all is learnt. */
    public boolean ended() {
        return learner != null && learner.updates() >= options.updates();
    }

    /** Learns. */
    public TrainingResult run() {
        return run(() -> {});
    }

    /**
     * Learns, on from what was {@link #read}; where training diverges it ends there.
     *
     * @param kept called after each part, when the state may be written
     */
    public TrainingResult run(Runnable kept) {
        Divergence divergence = null;
        try {
            while (!ended()) {
                advance();
                kept.run();
            }
        } catch (Divergence e) {
            divergence = e;
        }
        return new TrainingResult(seed, points, chosen, best, validation, task.test(networks, best), divergence);
    }

    private void advance() {
        if (learner != null) {
            learn(learner);
        } else if (startsWithRule() && search().iterations() < TUNED.iterations()) {
            tune(search());
        } else {
            begin();
        }
    }

    /** Begins with the best of the known rules, where there are some. */
    private CrossEntropy search() {
        if (search == null) {
            search = newSearch();
            task.knownRules().forEach(known -> goOnFrom(known, validation(rules(), known)));
            if (rule.length > 0) {
                search.around(rule);
            }
        }
        return search;
    }

    private CrossEntropy newSearch() {
        checkRoom((RowNetworks) networks);
        return new CrossEntropy(task::longEnvironment, rules(), TUNED, workers, seed).opening(task.opening());
    }

    private void checkRoom(RowNetworks rows) {
        if (!rows.holdsRules()) {
            int features = task.mdp().observation().features().size();
            throw new InputException(
                    "learn.hidden",
                    options.hidden() + " has no room for a rule of " + features + " features to begin with: at least "
                            + features + " each, or learn.start: none");
        }
    }

    private RowNetworks rules() {
        return new RowNetworks(task.mdp(), List.of());
    }

    private void tune(CrossEntropy tuning) {
        float[] before = tuning.best();
        CrossEntropy.Progress progress = tuning.update();
        float[] found = tuning.best();
        boolean told = tuning.iterations() > 1 && Arrays.equals(before, found);
        double reached = told ? points.getLast().validation() : validation(rules(), found);
        double tested = told ? points.getLast().test() : task.test(rules(), found);
        tell(RULE, tuning.iterations(), progress.best(), reached, tested);
        goOnFrom(found, reached);
    }

    private void goOnFrom(float[] found, double reached) {
        if (reached > validation) {
            validation = reached;
            rule = found;
        }
    }

    /** Where it begins to learn is the first that may be kept. */
    private void begin() {
        best = start();
        validation = validation(networks, best);
        Learner made = made();
        made.startFrom(best);
        if (given != null || startsWithRule()) {
            made.prepare(LOOKS);
        }
        learner = made;
    }

    private float[] start() {
        if (given != null) {
            return given.clone();
        }
        return startsWithRule() ? ((RowNetworks) networks).actorLike(rule, SHARPNESS, seed) : networks.newActor(seed);
    }

    private Learner made() {
        return options.agent().make(task, networks, workers, seed);
    }

    private void learn(Learner learning) {
        double reward = 0;
        int told = 0;
        do {
            Figures figures = learning.update();
            steps += (long) figures.get("steps");
            Double ended = figures.values().get("reward");
            reward += ended == null ? 0 : ended;
            told += ended == null ? 0 : 1;
        } while (learning.updates() % options.round() != 0 && !ended());
        float[] policy = learning.policy();
        double reached = validation(networks, policy);
        tell(LEARN, learning.updates(), told == 0 ? Double.NaN : reward / told, reached, task.test(networks, policy));
        if (reached > validation) {
            validation = reached;
            chosen = (int) learning.updates();
            best = policy.clone();
        }
    }

    private double validation(ActorCritic played, float[] parameters) {
        List<Double> rewards = workers.map(VALIDATION_EPISODES, (worker, episode) -> {
            Environment environment = task.longEnvironment();
            long episodeSeed = new Chance(seed, "validation episode", episode).bits();
            task.opening().begin(environment, episodeSeed, episode, VALIDATION_EPISODES);
            return new Player(environment, watched(played, parameters)).finish();
        });
        return rewards.stream().mapToDouble(reward -> reward).average().orElse(0);
    }

    /** Decides by {@code parameters}; where these have become useless, that is a divergence, not a wrong action. */
    private ActorCritic.Evaluation watched(ActorCritic played, float[] parameters) {
        String name = learner == null ? RULE : learner.name();
        LongSupplier update = () -> learner == null ? 0 : learner.updates();
        return new WatchedEvaluation(played.evaluation(parameters, new float[played.criticParameters()]), name, update);
    }

    private void tell(String stage, long update, double reward, double validation, double test) {
        TrainingPoint point = new TrainingPoint(stage, (int) update, steps, reward, validation, test);
        points.add(point);
        listener.accept(point);
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(steps);
        to.add(points.size());
        points.forEach(point -> point.write(to));
        to.add(validation);
        to.add(learner == null ? 0 : 1);
        if (learner == null) {
            search().write(to);
            to.add(rule);
            return;
        }
        to.add(chosen);
        to.add(best);
        learner.write(to);
    }

    /** Takes over what a training with the same task, options, seed and start wrote. */
    @Override
    public void read(CheckpointReader from) {
        steps = from.longInteger();
        points.clear();
        for (int left = from.integer(); left > 0; left--) {
            points.add(TrainingPoint.read(from));
        }
        validation = from.number();
        if (from.integer() == 0) {
            CrossEntropy tuning = newSearch();
            tuning.read(from);
            search = tuning;
            rule = from.floats();
            return;
        }
        chosen = from.integer();
        best = new float[networks.actorParameters()];
        from.into(best, "the actor that was kept");
        Learner made = made();
        made.read(from);
        learner = made;
    }
}
