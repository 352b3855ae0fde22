package io.berth.learn.online.evidence;

/**
 * When a learner looks again: soon at first and after every change, then ever more seldom; and at once where the jobs fare much worse
 * than at the look before.
 */
public final class LookSchedule {
    /** The shortest step, a part of the longest. */
    private static final int PARTS = 5;

    private static final double GROWTH = 1.5;

    /** The last jobs fare so many times as badly as at the look before. */
    private static final double SURPRISE = 1.5;

    private final int longest;
    private double step;
    private long nextLook;
    private long nextGlance;
    private double slowdown = 1;

    /** @param everyJobs ended jobs between two looks when all is quiet */
    public LookSchedule(int everyJobs) {
        this.longest = everyJobs;
        this.step = shortest();
        this.nextLook = shortest();
        this.nextGlance = shortest();
    }

    /** The shortest step; ended jobs. */
    public int shortest() {
        return Math.max(1, longest / PARTS);
    }

    /** True where it is time to glance at how the last jobs fare. */
    public boolean glances(long ended) {
        return ended >= nextGlance;
    }

    /** Whether it is time to look, the last jobs having met with {@code now} as their mean bounded slowdown. */
    public boolean looks(long ended, double now) {
        nextGlance = ended + shortest();
        boolean surprised = now > SURPRISE * slowdown;
        if (!surprised && ended < nextLook) {
            return false;
        }
        step = surprised ? shortest() : Math.min(longest, step * GROWTH);
        slowdown = now;
        nextLook = ended + (long) step;
        return true;
    }

    /** It begins anew after {@code ended} jobs. */
    public void begins(long ended) {
        nextLook = ended + shortest();
        nextGlance = nextLook;
    }

    /** Something else is in force. */
    public void changed(long ended) {
        step = shortest();
        nextLook = Math.min(nextLook, ended + shortest());
    }
}
