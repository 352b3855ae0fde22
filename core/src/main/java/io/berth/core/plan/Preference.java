package io.berth.core.plan;

import io.berth.core.model.Attribution;
import org.jspecify.annotations.Nullable;

/**
 * Which of two waiting jobs a learnt order tries first, and why.
 *
 * @param model what identifies the model or the rule
 * @param first the job that goes first
 * @param second the job that goes after it
 * @param why what moved the score of the first above that of the second; null where the second was not among the jobs that the order
 *     looked at, so that its score is not known, and for networks that score a row by the others too
 */
public record Preference(
        String model, long first, long second, @Nullable Attribution why) {}
