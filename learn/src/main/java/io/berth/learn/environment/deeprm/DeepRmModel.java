package io.berth.learn.environment.deeprm;

import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;

/** DeepRM in words. */
final class DeepRmModel {
    private DeepRmModel() {}

    static Mdp of(Rules rules, Observation observation) {
        return new Mdp(
                "deeprm",
                "Which pending job is given the earliest time at which both its resources are free for all its steps.",
                observation,
                new Actions(
                        rules.slots() + 1,
                        rules.view() == Rules.View.SLOTS,
                        "action a gives the job of slot a its time, without a step passing; the last lets a step pass"
                                + (rules.mask()
                                        ? "; empty slots and jobs that do not end within 20 steps are forbidden"
                                        : ", as do empty slots and jobs that do not end within 20 steps")),
                "when a step passes, minus the sum of 1/length (in steps) over all jobs that run, wait or are planned, so that "
                        + "an episode's sum is minus the total slowdown; else 0",
                1,
                switch (rules.end()) {
                    case NO_NEW_JOB -> "after the last step at which a job could come";
                    case ALL_DONE ->
                        "when no more jobs come and all are done; cut off after more than " + rules.cap() + " steps";
                },
                "Mao et al., HotNets 2016, §3 and §4.1");
    }
}
