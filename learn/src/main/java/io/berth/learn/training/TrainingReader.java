package io.berth.learn.training;

import io.berth.core.model.column.Columns;
import io.berth.core.model.column.JobColumns;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.deeprm.Rules;
import io.berth.learn.environment.nodes.NodesRules;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.environment.team.TeamRules;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import io.berth.spec.learn.LearnSchema;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The section {@code learn} of a scenario as what is learnt and how. */
public final class TrainingReader {
    /** As many as the published tests have: in shorter episodes queues do not grow as long. */
    private static final int USUAL_JOBS = 1024;

    /** As published: Zhang et al., RLScheduler, SC 2020, §IV-B. */
    private static final List<Integer> KERNEL_HIDDEN = List.of(32, 16, 8);

    /** Where all is seen at once. */
    private static final List<Integer> FLAT_HIDDEN = List.of(64, 64);

    private final Fields learn;
    private final AgentReader agent;

    /** @param learn the section; null where there is none, and all is as by default */
    public TrainingReader(@Nullable Tree learn) {
        Tree empty = new Tree.Map(Position.of("learn"), "learn", List.of());
        this.learn = LearnSchema.LEARN.read(learn == null ? empty : learn);
        this.agent = new AgentReader(this.learn);
    }

    /** Which environment. */
    public String environment() {
        return learn.text("environment");
    }

    /** The same; {@code otherwise} where nothing is said. */
    public String environment(String otherwise) {
        return learn.has("environment") ? environment() : otherwise;
    }

    /** Decisions of the engine. */
    public EngineKeys engine() {
        return new EngineKeys(learn.section("engine"), reward());
    }

    /** Which server a request goes to. */
    public DispatchKeys dispatch() {
        return new DispatchKeys(learn, reward());
    }

    /** Which task goes to which agent. */
    public Fields assignment() {
        return learn.section("assignment");
    }

    /** Tasks given to a few nodes. */
    public NodesTask nodes() {
        Fields nodes = learn.section("nodes");
        return new NodesTask(new NodesRules(
                nodes.integer("nodes"),
                nodes.integer("cpu"),
                nodes.integer("tasks"),
                nodes.integer("least"),
                nodes.integer("most"),
                nodes.integer("keep")));
    }

    /** Episodes of {@link #nodes} that a table is learnt from. */
    public int nodesEpisodes() {
        return learn.section("nodes").integer("episodes");
    }

    /** A team of agents that take tasks of one queue. */
    public TeamTask team() {
        Fields team = learn.section("team");
        Tree value = team.value("cpu");
        List<Tree> each = value instanceof Tree.Items ? value.items() : List.of(value);
        List<Double> cpus = new ArrayList<>();
        for (int agent = 0; agent < team.integer("agents"); agent++) {
            cpus.add(each.get(agent % each.size()).number());
        }
        TeamRules rules = new TeamRules(
                cpus,
                team.integer("least_tasks"),
                team.integer("most_tasks"),
                team.integer("least_compute"),
                team.integer("most_compute"),
                team.integer("limit"));
        return new TeamTask(rules, team.flag("printed"));
    }

    /** How many parts of the workload, or episodes, it is tested on. */
    public int testSequences() {
        return learn.integer("test_sequences");
    }

    /** How many jobs of each of them are tested on, where so many are {@code usual}. */
    public int testJobs(int usual) {
        return learn.has("test_jobs") ? learn.integer("test_jobs") : usual;
    }

    /** The share of the workload, its end, that it is only tested on. */
    public double heldOut() {
        return learn.number("held_out");
    }

    /** What an episode of the ordering of a queue is, where the workload has so many {@code jobs}. */
    public QueueOrdering.Setup ordering(int jobs) {
        Fields ordering = learn.section("ordering");
        JobColumns columns = Columns.of(ordering.text("columns")).columns();
        boolean atEnd = ordering.text("rewarding").equals("at-end");
        return new QueueOrdering.Setup(
                ordering.has("jobs") ? ordering.integer("jobs") : usual(jobs),
                ordering.integer("rows"),
                ordering.flag("backfill"),
                columns,
                reward(),
                atEnd ? QueueOrdering.Rewarding.AT_END : QueueOrdering.Rewarding.AS_CERTAIN);
    }

    /** Which columns are seen of a job. */
    public Columns columns() {
        return Columns.of(learn.section("ordering").text("columns"));
    }

    /** How many of so many {@code jobs}, the last ones, are only tested on. */
    public int heldOut(int jobs) {
        return (int) (jobs * heldOut());
    }

    /** How many jobs to learn from are made of the workload's; 0 for none. */
    public int augment() {
        return learn.integer("augment");
    }

    /** Where the ordering of a queue is tested, where the workload has so many {@code jobs}. */
    public OrderingTask.Test test(int jobs) {
        return new OrderingTask.Test(testSequences(), testJobs(usual(jobs)));
    }

    private static int usual(int jobs) {
        return Math.max(1, Math.min(USUAL_JOBS, jobs / 2));
    }

    /** DeepRM's cluster. */
    public DeepRmTask deepRm() {
        Fields deepRm = learn.section("deeprm");
        Rules rules =
                Rules.published(deepRm.integer("slots"), Rules.End.ALL_DONE).seenAs(Rules.View.of(deepRm.text("view")));
        return new DeepRmTask(deepRm.flag("mask") ? rules.masked() : rules, deepRm.number("rate"));
    }

    /** Windows of the queue that are put in order. */
    public Fields windows() {
        return learn.section("windows");
    }

    /** The name of the agent that learns. */
    public String agent() {
        return agent.name();
    }

    /** True where it is said that a rule is to be tuned first, not only so by default. */
    public boolean asksForRule() {
        return learn.has("start") && agent.startsWithRule();
    }

    /** How {@code task} is learnt. */
    public TrainingOptions options(Task task) {
        List<Integer> hidden = hidden(task.mdp());
        boolean rule = agent.startsWithRule() && task.mdp().actions().picksRow();
        return new TrainingOptions(rule, hidden, agent.updates(), agent.round(), agent.maker(rule));
    }

    private List<Integer> hidden(Mdp mdp) {
        if (!learn.has("hidden")) {
            int features = mdp.observation().features().size();
            return mdp.actions().picksRow()
                    ? KERNEL_HIDDEN.stream()
                            .map(size -> Math.max(size, features))
                            .toList()
                    : FLAT_HIDDEN;
        }
        Tree value = learn.value("hidden");
        List<Tree> sizes = value instanceof Tree.Items ? value.items() : List.of(value);
        List<Integer> hidden = new ArrayList<>();
        for (Tree size : sizes) {
            hidden.add((int) size.whole());
        }
        return hidden;
    }

    private Reward reward() {
        EnumMap<Goal, Double> weights = new EnumMap<>(Goal.class);
        for (Map.Entry<String, Double> weight : learn.weights("reward").entrySet()) {
            for (Goal goal : Goal.values()) {
                if (goal.key().equals(weight.getKey())) {
                    weights.put(goal, weight.getValue());
                }
            }
        }
        return Reward.of(weights);
    }
}
