package io.berth.learn.online;

import java.util.List;

/**
 * How a learner stands.
 *
 * @param memory what it keeps
 * @param strategy the name of what is in force
 * @param submitted jobs that it saw submitted; likewise {@code ended}
 * @param choices of the order in force with two options or more that it saw
 * @param decisionsDifferent decisions that came out otherwise when made again; 0 where all is well
 * @param trials the candidates on trial
 */
public record LearnerStatus(
        LearnerMemory memory,
        String strategy,
        long submitted,
        long ended,
        long choices,
        long decisionsDifferent,
        List<Trial.View> trials) {
    public LearnerStatus {
        trials = List.copyOf(trials);
    }
}
