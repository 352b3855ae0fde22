package io.berth.learn.store;

import io.berth.core.model.LearntModel;
import java.nio.file.Path;

/** A file of the store. */
public sealed interface StoredModel {
    /** What it is stored as. */
    String id();

    /**
     * One that decides.
     *
     * @param text of the file
     */
    record Sound(String id, String text, LearntModel model) implements StoredModel {}

    /**
     * One that does not: it was cut or changed, or is none.
     *
     * @param line at fault, from 1
     */
    record Damaged(String id, Path file, int line, String problem) implements StoredModel {}
}
