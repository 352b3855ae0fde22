package io.berth.app.command;

import org.jspecify.annotations.Nullable;

/** Which Berth this is. */
public final class Version {
    private Version() {}

    /** As the build wrote it into its archive. */
    public static String text() {
        @Nullable String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(built without a version)" : version;
    }
}
