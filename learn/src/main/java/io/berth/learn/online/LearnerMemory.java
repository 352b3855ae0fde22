package io.berth.learn.online;

import java.util.List;

/**
 * What a learner knows beyond what a journal tells.
 *
 * @param stopped why it does not act; empty where it does
 * @param promoted the id of the candidate in force; empty where the fallback is
 * @param looks how often it looked
 * @param coolDownJobs jobs that must end before it promotes again
 * @param banned candidates that were demoted, the one demoted last at the end
 * @param changes the last changes, the newest last, a line each
 * @param promotions in all
 * @param demotions in all
 * @param regret so far
 */
public record LearnerMemory(
        String stopped,
        String promoted,
        long looks,
        long coolDownJobs,
        List<Ban> banned,
        List<String> changes,
        long promotions,
        long demotions,
        Regret regret) {
    /** Of one that begins. */
    public static final LearnerMemory NEW = new LearnerMemory("", "", 0, 0, List.of(), List.of(), 0, 0, Regret.NONE);

    public LearnerMemory {
        banned = List.copyOf(banned);
        changes = List.copyOf(changes);
    }
}
