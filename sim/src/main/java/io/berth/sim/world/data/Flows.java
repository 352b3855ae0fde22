package io.berth.sim.world.data;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transfers that share links: each gets its max-min fair part, as long-lived TCP connections do about (Bertsekas and Gallager, Data
 * Networks, §6.5.2: links are filled one after the other, the tightest first).
 */
final class Flows {
    private static final double LEAST_BYTES = 1e-3;

    private final Links links;
    private final List<Flow> flows = new ArrayList<>();
    private long nowNanos;

    /** One transfer. */
    static final class Flow {
        final int[] path;
        /** The most that it takes, bytes a second. */
        final double most;

        private double left;
        private double rate;

        /** @param bytes over the links */
        Flow(int[] path, double bytes, double most) {
            this.path = path;
            this.left = bytes;
            this.most = most;
        }

        private boolean over() {
            return left <= LEAST_BYTES;
        }
    }

    Flows(Links links) {
        this.links = links;
    }

    void begin(Flow flow, long now) {
        advance(now);
        flows.add(flow);
        share();
    }

    void drop(Flow flow, long now) {
        advance(now);
        if (flows.remove(flow)) {
            share();
        }
    }

    /** When the next is over, if none comes or goes; {@link Nanos#NEVER} for none. */
    long nextNanos() {
        double soonest = Double.POSITIVE_INFINITY;
        for (Flow flow : flows) {
            soonest = StrictMath.min(soonest, flow.over() ? 0 : flow.left / flow.rate);
        }
        double nanos = StrictMath.ceil(soonest * Nanos.SECOND);
        return nanos >= Nanos.NEVER ? Nanos.NEVER : Nanos.after(nowNanos, (long) nanos);
    }

    /** Takes one that is over by {@code now}, the first begun; null for none. */
    @Nullable
    Flow takeOver(long now) {
        advance(now);
        for (Flow flow : flows) {
            if (flow.over()) {
                flows.remove(flow);
                share();
                return flow;
            }
        }
        return null;
    }

    /** What one more would get on {@code path}, about; bytes a second. */
    double offered(int[] path) {
        double offered = Double.POSITIVE_INFINITY;
        for (int link : path) {
            int users = 1;
            for (Flow flow : flows) {
                users += uses(flow, link) ? 1 : 0;
            }
            offered = StrictMath.min(offered, links.capacity(link) / users);
        }
        return offered;
    }

    private void advance(long now) {
        double seconds = (double) (now - nowNanos) / Nanos.SECOND;
        nowNanos = now;
        for (Flow flow : flows) {
            // A nanosecond of rounding at 100 GB/s are 100 bytes.
            double moved = flow.rate * seconds;
            flow.left = flow.left - moved <= flow.rate / Nanos.SECOND ? 0 : flow.left - moved;
        }
    }

    private static boolean uses(Flow flow, int link) {
        for (int used : flow.path) {
            if (used == link) {
                return true;
            }
        }
        return false;
    }

    private void share() {
        double[] left = new double[links.count()];
        int[] users = new int[links.count()];
        boolean[] fixed = new boolean[flows.size()];
        for (int link = 0; link < left.length; link++) {
            left[link] = links.capacity(link);
        }
        for (Flow flow : flows) {
            for (int link : flow.path) {
                users[link]++;
            }
        }
        for (int open = flows.size(); open > 0; ) {
            double level = level(left, users, fixed);
            for (int i = 0; i < fixed.length; i++) {
                Flow flow = flows.get(i);
                if (!fixed[i] && (flow.most <= level || tight(flow, left, users, level))) {
                    fix(flow, StrictMath.min(flow.most, level), left, users);
                    fixed[i] = true;
                    open--;
                }
            }
        }
    }

    /** The least part that somebody gets who has none yet. */
    private double level(double[] left, int[] users, boolean[] fixed) {
        double level = Double.POSITIVE_INFINITY;
        for (int i = 0; i < fixed.length; i++) {
            if (fixed[i]) {
                continue;
            }
            level = StrictMath.min(level, flows.get(i).most);
            for (int link : flows.get(i).path) {
                level = StrictMath.min(level, left[link] / users[link]);
            }
        }
        return level;
    }

    private static boolean tight(Flow flow, double[] left, int[] users, double level) {
        for (int link : flow.path) {
            if (left[link] / users[link] <= level * (1 + 1e-9)) {
                return true;
            }
        }
        return false;
    }

    private static void fix(Flow flow, double rate, double[] left, int[] users) {
        flow.rate = rate;
        for (int link : flow.path) {
            left[link] = StrictMath.max(0, left[link] - rate);
            users[link]--;
        }
    }
}
