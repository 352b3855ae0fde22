package io.berth.learn.training;

import io.berth.core.model.Columns;
import io.berth.core.model.JobColumns;
import io.berth.learn.agent.PpoOptions;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.deeprm.Rules;
import io.berth.learn.environment.ordering.QueueOrdering;
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

    /** Room for a rule of as many features as a slot has. */
    private static final List<Integer> DEEPRM_HIDDEN = List.of(32, 24);

    private final Fields learn;

    /** @param learn the section; null where there is none, and all is as by default */
    public TrainingReader(@Nullable Tree learn) {
        Tree empty = new Tree.Map(Position.of("learn"), "learn", List.of());
        this.learn = LearnSchema.LEARN.read(learn == null ? empty : learn);
    }

    /** Which environment. */
    public String environment() {
        return learn.text("environment");
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
        return (int) (jobs * learn.number("held_out"));
    }

    /** How many jobs to learn from are made of the workload's; 0 for none. */
    public int augment() {
        return learn.integer("augment");
    }

    /** Where the ordering of a queue is tested, where the workload has so many {@code jobs}. */
    public OrderingTask.Test test(int jobs) {
        int each = learn.has("test_jobs") ? learn.integer("test_jobs") : usual(jobs);
        return new OrderingTask.Test(learn.integer("test_sequences"), each);
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

    /** How it is learnt. */
    public TrainingOptions options() {
        Fields ppo = learn.section("ppo");
        int updates = ppo.integer("updates");
        PpoOptions options = new PpoOptions(
                ppo.integer("episodes"),
                ppo.integer("plays"),
                ppo.number("discount"),
                ppo.number("trace"),
                ppo.number("clip"),
                ppo.integer("passes"),
                ppo.integer("value_passes"),
                ppo.integer("batch"),
                ppo.number("rate"),
                ppo.number("value_rate"),
                updates,
                ppo.number("entropy"),
                ppo.number("divergence"));
        return new TrainingOptions(learn.text("start").equals("rule"), hidden(), updates, options);
    }

    private List<Integer> hidden() {
        if (!learn.has("hidden")) {
            return environment().equals("deeprm") ? DEEPRM_HIDDEN : KERNEL_HIDDEN;
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
