package io.berth.sim.trace.slurm;

import io.berth.sim.trace.BadRow;
import java.util.List;

/** How far a job came when sacct was asked. */
enum SacctState {
    /** It waits, for the first time or again. */
    PENDING,
    /** It holds nodes. */
    RUNNING,
    /** It went on in another size, of which another row tells. */
    RESIZED,
    /** Whatever its end was. */
    ENDED;

    private static final List<String> WAITING = List.of("PENDING", "REQUEUE_HOLD", "REQUEUE_FED", "RESV_DEL_HOLD");
    private static final List<String> HOLDING =
            List.of("RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "SIGNALING", "STAGE_OUT", "STOPPED");
    private static final List<String> IN_PART = List.of("RESIZING", "RESIZED");
    private static final List<String> OVER = List.of(
            "COMPLETED",
            "FAILED",
            "CANCELLED",
            "TIMEOUT",
            "OUT_OF_MEMORY",
            "NODE_FAIL",
            "PREEMPTED",
            "BOOT_FAIL",
            "DEADLINE",
            "REQUEUED",
            "REVOKED",
            "SPECIAL_EXIT",
            "LAUNCH_FAILED",
            "RECONFIG_FAIL",
            "EXPEDITING",
            "POWER_UP_NODE");

    /** The state in {@code text}, which may tell who cancelled: {@code CANCELLED by 1000}. */
    static SacctState of(String text) {
        int blank = text.indexOf(' ');
        String word = blank < 0 ? text : text.substring(0, blank);
        if (WAITING.contains(word)) {
            return PENDING;
        }
        if (HOLDING.contains(word)) {
            return RUNNING;
        }
        if (IN_PART.contains(word)) {
            return RESIZED;
        }
        if (OVER.contains(word)) {
            return ENDED;
        }
        throw new BadRow("State", text, "is no state of a job", "COMPLETED, FAILED, CANCELLED by 1000, ...");
    }
}
