package io.berth.kube.claim;

import java.util.List;

/**
 * What a driver is told of how its devices are to be set up; nobody else understands it.
 *
 * @param ofClass true where the class of the devices says it, false where the claim does
 * @param requests of which requests of the claim; empty for all
 * @param parameters a JSON object
 */
public record Configuration(boolean ofClass, List<String> requests, String driver, String parameters) {
    static final String FROM_CLASS = "FromClass";
    static final String FROM_CLAIM = "FromClaim";

    /** The same, of {@code names} only. */
    public Configuration of(List<String> names) {
        return new Configuration(ofClass, names, driver, parameters);
    }
}
