package io.berth.learn.training;

import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.fleet.FleetReward;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The section {@code dispatch} of {@code learn}, as a user wrote it. */
public final class DispatchKeys {
    private final Fields learn;
    private final Fields dispatch;
    private final Reward reward;

    DispatchKeys(Fields learn, Reward reward) {
        this.learn = learn;
        this.dispatch = learn.section("dispatch");
        this.reward = reward;
    }

    /** Of an episode. */
    public int requests() {
        return dispatch.integer("requests");
    }

    /** Where that number stands, or what it belongs to. */
    public Tree requestsPlace() {
        return dispatch.has("requests") ? dispatch.value("requests") : dispatch.tree();
    }

    /** The name of the strategy that decides the rest; null for the scenario's first. */
    public @Nullable Tree strategy() {
        return dispatch.has("strategy") ? dispatch.value("strategy") : null;
    }

    /**
     * What a request costs: {@code jct} weighs the seconds until its answer, {@code deadline_misses} what is late.
     *
     * @throws InputException where another goal is to be rewarded
     */
    public FleetReward reward() {
        double refused = dispatch.number("refused");
        if (!learn.has("reward")) {
            return new FleetReward(1, 0, refused);
        }
        for (Map.Entry<Goal, Double> goal : reward.weights().entrySet()) {
            if (goal.getKey() != Goal.JCT && goal.getKey() != Goal.DEADLINE_MISSES) {
                throw InputException.at(
                        learn.value("reward"),
                        "requests have no " + goal.getKey().key()
                                + "; it may weigh jct, the seconds until an answer, and" + " deadline_misses");
            }
        }
        return new FleetReward(
                reward.weights().getOrDefault(Goal.JCT, 0.0),
                reward.weights().getOrDefault(Goal.DEADLINE_MISSES, 0.0),
                refused);
    }
}
