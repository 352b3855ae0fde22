package io.berth.kube.claim;

/**
 * Of which pool a slice is a part, and of which version of it.
 *
 * @param driver who offers it; two drivers may each have a pool of one name
 * @param generation only slices of the highest count
 * @param slices how many there are of this generation; with fewer, nothing can be had of the pool
 */
public record PoolVersion(String driver, String name, long generation, long slices) {
    /** A pool, whatever its version. */
    public record Id(String driver, String pool) {}

    public Id id() {
        return new Id(driver, name);
    }
}
