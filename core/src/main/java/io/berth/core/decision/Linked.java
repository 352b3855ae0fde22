package io.berth.core.decision;

/**
 * Of nodes on which enough devices for a task are idle, but linked too slowly: how they are linked. Speeds are what the slowest link between
 * devices carries, MB/s.
 *
 * @param asked what the task asks for
 * @param count how many devices it asks for
 * @param together how many idle ones are linked as fast as that; 1 where no two are
 * @param idle between the best {@code count} that are idle
 * @param best between the best {@code count} of the node, idle or not
 * @param slowedMilli thousandths of the time on the best ones that the job would take on the idle ones; 0 where that is not known
 */
public record Linked(int asked, int count, int together, int idle, int best, long slowedMilli) {
    private static final int OF_GIGABYTE = 1_000;

    /** The same with how much slower the job would be. */
    public Linked slowed(long milli) {
        return new Linked(asked, count, together, idle, best, milli);
    }

    /** In words: {@code 2 GPUs linked at 25 GB/s free, 4 asked for; 4 linked at 16 GB/s: now, if it asked for no more}. */
    String text() {
        String free = together < 2 ? "no two GPUs" : together + " GPUs";
        String slower = slowedMilli == 0 ? "" : ", about " + StrictMath.round(slowedMilli / 100.0) / 10.0 + " × slower";
        return free + " linked at " + speed(asked) + " free, " + count + " asked for; " + count + " linked at "
                + speed(idle) + ": now, if it asked for no more" + slower;
    }

    private static String speed(int megabytes) {
        return megabytes < OF_GIGABYTE ? megabytes + " MB/s" : megabytes / OF_GIGABYTE + " GB/s";
    }
}
