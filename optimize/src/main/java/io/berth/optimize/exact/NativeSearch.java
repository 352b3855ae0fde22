package io.berth.optimize.exact;

/** One search in native code, on a thread of its own. */
interface NativeSearch {
    /** Searches until there is a proof or {@link #stop()}, and tells the findings all it learns. */
    void run();

    /** Has the search end soon; from another thread, at any time, as often as one likes. */
    void stop();
}
