package io.berth.kube.load;

import java.io.IOException;
import java.util.Map;

/** Somebody who measures nodes. */
public interface LoadSource {
    /** What it is called in notes. */
    String name();

    /**
     * What nodes do now, by their names; empty where it knows none.
     *
     * @throws IOException where it does not answer
     */
    Map<String, Measured> ask() throws IOException, InterruptedException;

    /**
     * What pods use now, by namespace and name ({@code default/web}); empty where it knows none.
     *
     * @throws IOException where it does not answer
     */
    default Map<String, Measured> pods() throws IOException, InterruptedException {
        return Map.of();
    }
}
