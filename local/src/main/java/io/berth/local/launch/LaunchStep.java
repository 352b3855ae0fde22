package io.berth.local.launch;

import java.util.function.Consumer;

/** Moments of launching after which Berth may die; tests make it die there. */
enum LaunchStep {
    FOLDER_MADE,
    GROUP_MADE,
    ORDER_WRITTEN,
    LAUNCHER_FORKED,
    START_SEEN,
    END_SEEN,
    GROUP_REMOVED;

    /** Nobody asks. */
    static final Consumer<LaunchStep> UNWATCHED = step -> {};
}
