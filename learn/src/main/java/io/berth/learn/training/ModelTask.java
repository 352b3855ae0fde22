package io.berth.learn.training;

import io.berth.core.model.LearntModel;
import java.util.List;
import java.util.SortedMap;

/**
 * A task of which a model is made, where whole strategies are tested too: those that go by such a model, and well-known ones.
 *
 * @param <M> what is made of it
 */
public interface ModelTask<M extends LearntModel> extends Task {
    /** What is made of it. */
    Class<? extends M> kind();

    /** Whether a model is made of what is learnt. */
    default boolean makesModel() {
        return true;
    }

    /**
     * What was learnt as a model: an actor with {@code hidden} layers, and what its features were divided by.
     *
     * @throws IllegalStateException where it does not {@link #makesModel}
     */
    M model(List<Integer> hidden, float[] parameters, SortedMap<String, String> lineage);

    /** What decides beside the model and what was rewarded, for its lineage. */
    SortedMap<String, String> facts();

    /** Where it is tested, in words. */
    String tested();

    /** The names of the policies that what is learnt is compared with. */
    List<String> known();

    /** The figure in each of the episodes that it is tested on where the {@link #known} policy called {@code name} decides. */
    double[] figures(String name);

    /** The same where {@code model} decides, as a strategy that needs no environment. */
    double[] figures(M model);
}
