package io.berth.learn.environment.team;

import io.berth.core.model.column.Feature;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;
import java.util.Arrays;
import java.util.List;

/** What an agent of a team sees: a row for each task that may be in the queue, one more for doing nothing, and in each of them the agent itself. */
final class TeamView {
    private static final List<Feature> FEATURES = List.of(
            Feature.share("compute", "of the task, divided by the most there is"),
            Feature.share("waits", "1 where there is a task; 0 in the last row, which does nothing"),
            Feature.share("cpu", "of the agent, divided by the most that one has"),
            Feature.share("gpu", "of the agent: none has one"),
            Feature.share("next_in", "when another agent has done its task, divided by the longest that any takes"),
            Feature.share("next_cpu", "of that agent, as cpu; 0 where none is at work"));

    private final TeamRules rules;
    private final double mostCpu;
    private final double longest;

    /**
     * Who of the others has done its task next.
     *
     * @param in when
     * @param agent who; -1 for none
     */
    record Next(double in, int agent) {
        static final Next NONE = new Next(0, -1);
    }

    TeamView(TeamRules rules) {
        this.rules = rules;
        this.mostCpu =
                rules.cpus().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double leastCpu =
                rules.cpus().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        this.longest = rules.mostCompute() / leastCpu;
    }

    Mdp mdp(String summary, String meaning, String reward, String end) {
        return new Mdp(
                "team",
                summary,
                new Observation(rules.mostTasks() + 1, "task of the queue, and one for doing nothing", FEATURES),
                new Actions(rules.mostTasks() + 1, true, meaning),
                reward,
                1,
                end,
                "");
    }

    /** The action that does nothing. */
    int noop() {
        return rules.mostTasks();
    }

    /** Writes what {@code agent} sees of {@code queue}, and of the others. */
    void write(List<Integer> queue, int agent, Next next, float[] into, int offset) {
        int at = offset;
        for (int row = 0; row <= rules.mostTasks(); row++) {
            boolean task = row < queue.size();
            into[at++] = task ? (float) queue.get(row) / rules.mostCompute() : 0;
            into[at++] = task ? 1 : 0;
            into[at++] = (float) (rules.cpus().get(agent) / mostCpu);
            into[at++] = 0;
            into[at++] = (float) StrictMath.min(1, next.in / longest);
            into[at++] = next.agent < 0 ? 0 : (float) (rules.cpus().get(next.agent) / mostCpu);
        }
    }

    /** Nobody's turn: nothing is allowed. */
    void closed(boolean[] into, int offset) {
        Arrays.fill(into, offset, offset + rules.mostTasks() + 1, false);
    }
}
