package io.berth.learn.gradient;

import io.berth.spec.input.InputException;
import java.util.List;

/** The native library of PyTorch: 110 MB that only training loads, so that an installation may leave it out. */
final class TrainingLibrary {
    /** What DJL looks for on the class path; where it finds nothing it would ask the network. */
    private static final List<String> MARKS = List.of("native/lib/pytorch.properties", "jnilib/pytorch.properties");

    private TrainingLibrary() {}

    /**
     * Looks whether {@code classes} hold it.
     *
     * @throws InputException where they do not
     */
    static void require(ClassLoader classes) {
        for (String mark : MARKS) {
            if (classes.getResource(mark) == null) {
                throw new InputException(
                        "training",
                        "needs the native library of PyTorch, and this installation was made without it; the folder"
                                + " \"training\" of a whole one belongs beside berth.jar");
            }
        }
    }
}
