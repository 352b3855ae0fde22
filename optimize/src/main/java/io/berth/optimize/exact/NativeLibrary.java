package io.berth.optimize.exact;

import com.google.ortools.Loader;

/** The native code of OR-Tools. */
public final class NativeLibrary {
    private NativeLibrary() {}

    /**
     * Loads it, once; the first time takes half a second.
     *
     * @throws UnsupportedOperationException where there is none for this system, with what to do instead
     */
    public static void load() {
        try {
            Loader.loadNativeLibraries();
        } catch (RuntimeException | LinkageError missing) {
            String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
            throw new UnsupportedOperationException(
                    "The exact solver needs OR-Tools, which Berth brings for Linux on x86-64 only; this is " + system
                            + ". --method dual gives an assignment and a proven bound everywhere.",
                    missing);
        }
    }
}
