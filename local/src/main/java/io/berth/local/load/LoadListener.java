package io.berth.local.load;

/** Who wants to know the load. Called on the sampling thread, which waits for it. */
public interface LoadListener {
    /** A window is over. */
    void window(LoadWindow window);

    /** Something could not be measured; one line, said once. */
    void notice(String line);
}
