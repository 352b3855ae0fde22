package io.berth.local.load;

import java.util.List;

/** Reads the counters of a machine. The boundary to the system; may throw any {@code RuntimeException}. */
public interface HostMeter {
    /** The counters now. Cheap: a few milliseconds. */
    HostReading read();

    /** All processes now. About a millisecond each, so it is asked once in a window. */
    List<ProcessReading> processes();
}
