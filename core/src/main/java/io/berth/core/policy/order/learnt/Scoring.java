package io.berth.core.policy.order.learnt;

import io.berth.core.policy.Chooser;

/** An order that scores waiting jobs by a model, and can be asked what it saw of them. */
public interface Scoring extends Chooser {
    /** What the last choice looked at; another choice overwrites it. */
    ScoredRows scored();
}
