package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.JobSpec;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import io.berth.learn.environment.SharedEnvironment;
import io.berth.learn.environment.stepped.Handover;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A simulated run of the production engine, shared by one agent for each queue: by turns each picks one of its waiting jobs to be tried
 * next, or passes until something happens. Who would pick where nothing runs must pick, since nothing might happen any more. Queues
 * that the first episode has not ({@link Scales#queues}) have no agent; their jobs take a turn too, first come first.
 * With conservative backfill, where each job has its turn, the rest goes first come first once all have passed.
 *
 * <p>Rewards are as in {@link EngineEnvironment}, of an agent's own jobs; utilisation is that of the whole cluster. {@link #figures}
 * tells those of the whole run and, as {@code queue_team_jct_mean_s}, the goals' of each queue.
 */
public final class QueueEnvironment implements SharedEnvironment, AutoCloseable {
    private final EngineOptions options;
    private final int rows;
    private final List<String> agents;
    private final Mdp mdp;
    private List<Scene> scenes = List.of();
    private List<QueueFigures> queues = List.of();
    private @Nullable QueueTurns turns;
    private @Nullable Handover game;
    private double[] given = {};

    /**
     * @param rows an agent sees at most so many of its jobs; from 1 to {@link EngineEnvironment#MAX_ROWS}
     * @throws IllegalArgumentException where the strategy preempts, {@code rows} is out of range, or there are no jobs
     */
    public QueueEnvironment(EngineOptions options, int rows) {
        this.options = options;
        this.rows = Runs.bounded("rows", rows, 1, EngineEnvironment.MAX_ROWS);
        this.agents = options.episodes().scales().queues();
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("Agents are those of the queues of the jobs, and there are no jobs.");
        }
        this.mdp = new View(
                        "engine-queues",
                        "Which pending job of its own queue the engine tries to start next.",
                        new Observation(rows, "pending job of the agent's queue", JobRows.FEATURES),
                        new Actions(
                                rows + 1,
                                false,
                                "the job of a row is tried next; the last action passes until something happens"),
                        Ordering.SOURCE)
                .mdp(options);
        catalog(_ -> Chooser.NONE).strategy(strategy(), new Facts(1, 1, List.of()));
    }

    @Override
    public List<String> agents() {
        return agents;
    }

    @Override
    public Mdp mdp(int agent) {
        checkAgent(agent);
        return mdp;
    }

    @Override
    public void reset(long seed) {
        reset(seed, Journal.NONE);
    }

    /** The same; the run is written to {@code journal}. */
    public void reset(long seed, Journal journal) {
        close();
        Simulation.Setup setup = options.episodes().of(seed);
        List<Scene> newScenes = agents.stream().map(_ -> new Scene(mdp)).toList();
        List<QueueFigures> newQueues = queues(setup);
        boolean greedy = options.strategy().backfill().name().equals("greedy");
        QueueTurns newTurns = new QueueTurns(options.episodes().scales(), newScenes, rows, greedy);
        Observer follower = newQueues.stream().map(Observer.class::cast).reduce(new Observer() {}, Observer::andThen);
        Simulation run = new Simulation(Runs.under(setup, strategy()), catalog(newTurns), journal, follower);
        scenes = newScenes;
        queues = newQueues;
        turns = newTurns;
        given = new double[agents.size()];
        // Nothing of the world may know this environment, or a forgotten one would never be garbage.
        game = new Handover(player -> {
            newScenes.forEach(scene -> scene.plays(player));
            run.run(Window.ALL, (state, metrics) -> {
                newScenes.forEach(scene -> scene.begins(state, metrics));
                newQueues.forEach(queue -> queue.begins(state));
            });
        });
    }

    private List<QueueFigures> queues(Simulation.Setup setup) {
        TreeMap<String, Long> jobs = new TreeMap<>();
        for (Arrival arrival : setup.workload()) {
            jobs.merge(arrival.spec().queue(), 1L, Long::sum);
        }
        List<QueueFigures> made = new ArrayList<>();
        for (String queue : agents) {
            WaitCost cost = new WaitCost(
                    options.reward(),
                    jobs.getOrDefault(queue, 0L),
                    (JobSpec spec) -> spec.queue().equals(queue));
            made.add(new QueueFigures(queue, cost));
        }
        return made;
    }

    private Catalog catalog(Chooser agent) {
        return options.catalog()
                .withOrder(new Entry<>(Ordering.AGENT, "who plays the environment", "", List.of(), (_, _) -> agent));
    }

    /** The strategy of the runs, the agents' part named {@code agent}. */
    public StrategySpec strategy() {
        return Ordering.ordered(options.strategy());
    }

    @Override
    public int turn() {
        return over() || turns == null ? QueueTurns.NOBODY : turns.asked();
    }

    @Override
    public void observe(int agent, float[] into, int offset) {
        float[] seen = scene(agent).rows;
        System.arraycopy(seen, 0, into, offset, seen.length);
    }

    @Override
    public void mask(int agent, boolean[] into, int offset) {
        boolean[] mask = scene(agent).mask;
        System.arraycopy(mask, 0, into, offset, mask.length);
    }

    @Override
    public void step(int action) {
        Handover playing = game;
        int agent = turn();
        if (playing == null || agent == QueueTurns.NOBODY) {
            throw new IllegalStateException("It is nobody's turn; reset comes first.");
        }
        Runs.check(action, scene(agent).mask);
        playing.answer(action);
    }

    @Override
    public double takeReward(int agent) {
        Scene scene = scene(agent);
        QueueFigures queue = queues.get(agent);
        double reward;
        if (over()) {
            reward = options.reward().of(queue.figures()) - given[agent];
        } else {
            reward = options.dense() ? -queue.cost().take(scene.state().nowNanos()) : 0;
        }
        given[agent] += reward;
        return reward;
    }

    @Override
    public boolean over() {
        return game == null || !game.asks();
    }

    @Override
    public Figures figures() {
        Figures figures = scene(0).figures();
        for (int agent = 0; agent < agents.size(); agent++) {
            Figures own = queues.get(agent).figures();
            for (Goal goal : Goal.values()) {
                String name = "queue_" + agents.get(agent) + "_" + goal.figure();
                figures = figures.and(name, own.get(goal.figure()));
            }
        }
        return figures;
    }

    /** What the rows of {@code agent} stand for while it is its turn. */
    public Subjects subjects(int agent) {
        return scene(agent);
    }

    /** Ends the episode that is under way. */
    @Override
    public void close() {
        if (game != null) {
            game.close();
            game = null;
        }
        scenes.forEach(Scene::close);
    }

    private Scene scene(int agent) {
        checkAgent(agent);
        if (scenes.isEmpty()) {
            throw new IllegalStateException("There is no episode yet; reset comes first.");
        }
        return scenes.get(agent);
    }

    private void checkAgent(int agent) {
        if (agent < 0 || agent >= agents.size()) {
            throw new IllegalArgumentException(
                    "The agent (" + agent + ") must be from 0 to " + (agents.size() - 1) + ".");
        }
    }
}
