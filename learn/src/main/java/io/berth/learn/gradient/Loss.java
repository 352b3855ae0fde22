package io.berth.learn.gradient;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;

/** What is to become small, as a graph that can be differentiated. */
@FunctionalInterface
public interface Loss {
    /**
     * The loss of one chunk of a batch.
     *
     * @param parameters all of the network's, flat
     * @param chunk what was prepared for it
     * @return first the loss, a scalar: the sum over the chunk's samples; then figures to be added up, each of any size
     */
    NDList of(NDArray parameters, NDList chunk);
}
