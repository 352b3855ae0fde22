package io.berth.edge.load;

/**
 * What an exporter says that one GPU does.
 *
 * @param gpu which it is
 * @param engineMilli thousandths of the time in which its engines worked
 * @param dramMilli thousandths of the time in which its memory was read or written
 * @param memoryUsedBytes memory that is in use
 * @param memoryFreeBytes memory that is free
 */
public record GpuLoad(Gpu gpu, long engineMilli, long dramMilli, long memoryUsedBytes, long memoryFreeBytes) {
    /** Stands for a figure that nobody gave. */
    public static final long UNKNOWN = -1;

    /**
     * Which GPU.
     *
     * @param host the machine by the exporter's word; empty where it does not say
     * @param index from 0, in its machine; -1 where the exporter does not say
     * @param uuid empty where it does not say
     */
    public record Gpu(String host, int index, String uuid) {
        /** True where {@code name} is its index or its UUID. */
        public boolean is(String name) {
            return name.equals(uuid) && !uuid.isEmpty() || name.equals(Integer.toString(index));
        }
    }
}
