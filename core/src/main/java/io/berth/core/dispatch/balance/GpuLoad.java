package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * The server whose GPUs are least busy.
 *
 * <p>Goals: requests go round GPUs that others use, too; made for combinations. Constraints: open, memory. Algorithm: the share of the time
 * in which the engines of its GPUs worked, as its exporter said last; servers of which nobody says anything, or not any more, are as busy as
 * the mean of the others. Among equals the fewest requests, then the lower number. Between two readings it sends all to the same server,
 * so by itself it is of little use. Source: {@code DCGM_FI_PROF_GR_ENGINE_ACTIVE} of NVIDIA's DCGM exporter.
 */
public final class GpuLoad implements Scoring {
    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        double mean = mean(fleet);
        int best = Fleet.NONE;
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.takes(server, request) && (best == Fleet.NONE || better(fleet, server, best, mean))) {
                best = server;
            }
        }
        return best;
    }

    private static boolean better(Fleet fleet, int server, int best, double mean) {
        if (fleet.free(server) != fleet.free(best)) {
            return fleet.free(server);
        }
        double one = busy(fleet, server, mean);
        double other = busy(fleet, best, mean);
        return one < other || one == other && fleet.crowd(server) < fleet.crowd(best);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates candidates, long nowNanos) {
        double mean = mean(fleet);
        for (int place = 0; place < candidates.count(); place++) {
            candidates.cost(place, busy(fleet, candidates.server(place), mean));
        }
    }

    private static double busy(Fleet fleet, int server, double mean) {
        double engine = fleet.gpus().engine(server);
        return Double.isNaN(engine) ? mean : engine;
    }

    /** Of those of which it is known; 0 where there is none. */
    private static double mean(Fleet fleet) {
        double sum = 0;
        int known = 0;
        for (int server = 0; server < fleet.size(); server++) {
            double engine = fleet.present(server) ? fleet.gpus().engine(server) : Double.NaN;
            if (!Double.isNaN(engine)) {
                sum += engine;
                known++;
            }
        }
        return known == 0 ? 0 : sum / known;
    }
}
