package io.berth.core.policy.window;

import java.util.List;

/** What is left of the caps of a window while jobs are given places. */
public final class Allowance {
    private final List<WindowCap> caps;
    private final long[] given;

    /** All of {@code caps} is left. */
    public Allowance(List<WindowCap> caps) {
        this.caps = caps;
        this.given = new long[caps.size()];
    }

    /** True where {@code job}, which asks for so many thousandths of GPUs, may get them. */
    public boolean allows(long job, long milli) {
        for (int at = 0; at < given.length; at++) {
            WindowCap cap = caps.get(at);
            if (cap.jobs().contains(job) && given[at] + cap.of(milli) > cap.milli()) {
                return false;
            }
        }
        return true;
    }

    /** {@code job} gets them. */
    public void take(long job, long milli) {
        add(job, milli, 1);
    }

    /** {@code job} gives them back. */
    public void giveBack(long job, long milli) {
        add(job, milli, -1);
    }

    private void add(long job, long milli, int sign) {
        for (int at = 0; at < given.length; at++) {
            WindowCap cap = caps.get(at);
            if (cap.jobs().contains(job)) {
                given[at] += sign * cap.of(milli);
            }
        }
    }
}
