package io.berth.learn.training;

import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;

/**
 * A point of a learning curve.
 *
 * @param stage what was done: {@code rule} or {@code learn}
 * @param update of the stage, from 1
 * @param steps of environments played so far in the stage
 * @param reward mean of the episodes that were played to learn; NaN where none ended
 * @param validation mean reward, always taking the best action, on episodes that are not learnt from
 * @param test the task's figure where it is tested
 */
public record TrainingPoint(String stage, int update, long steps, double reward, double validation, double test) {
    void write(CheckpointWriter to) {
        to.add(stage);
        to.add(update);
        to.add(steps);
        to.add(reward);
        to.add(validation);
        to.add(test);
    }

    static TrainingPoint read(CheckpointReader from) {
        return new TrainingPoint(
                from.text(), from.integer(), from.longInteger(), from.number(), from.number(), from.number());
    }
}
