package io.berth.learn.serve;

import io.berth.spec.input.Assignment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where {@code berth env} gets its environments. Found by {@link java.util.ServiceLoader}, so that a jar beside Berth's own can
 * bring more; it needs a constructor without parameters.
 */
public interface EnvironmentSource {
    /**
     * An environment that can be made.
     *
     * @param name what is given to {@link #open}
     * @param summary what is decided in it, one sentence
     */
    record Listed(String name, String summary) {}

    /** Those that have a name, in the order of a list for people. */
    List<Listed> environments();

    /**
     * The world of {@code scenario}, which is a name or a file, with {@code settings} put in; null where it is none of this source.
     *
     * @throws io.berth.spec.input.InputException where the scenario or a setting is wrong
     */
    @Nullable
    World open(String scenario, List<Assignment> settings);
}
