package io.berth.app.system;

import io.berth.learn.online.LearnerOptions;
import java.nio.file.Path;

/**
 * How a system learns while it runs; only one that keeps a journal does.
 *
 * @param options of the learner
 * @param file what it keeps
 */
public record LearningSetup(LearnerOptions options, Path file) {}
