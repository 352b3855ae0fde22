package io.berth.testkit.architecture.planted.learn;

import ai.djl.ndarray.NDArray;

public final class DoublingLoss {
    private DoublingLoss() {}

    public static NDArray of(NDArray errors) {
        return errors.mul(2f).sum();
    }
}
