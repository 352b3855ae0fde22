package io.berth.sim.trace;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a pod list to a wanted load: sorted by name and shuffled; then, while it asks for less than the wanted GPUs,
 * pods drawn from it at random are appended again, and while it asks for more, pods drawn at random are taken out. The
 * last pod that would overshoot is left out (or in), so that the demand is at most the wanted one.
 *
 * <p>This is the workload tuning of the FGD experiment (USENIX ATC'23 §6.1; the published runs use 1.3 times the
 * capacity) with Berth's own chance: it gives workloads of the same kind, not the same orders. The orders of the
 * published runs are what {@link OpenbArrivals} reads.
 */
final class OpenbTuning {
    private OpenbTuning() {}

    /** {@code pods} tuned to ask for {@code wantedGpuMilli} in all. */
    static List<OpenbPod> tune(List<OpenbPod> pods, long wantedGpuMilli, long seed) {
        List<OpenbPod> order = shuffled(pods, seed);
        long askedGpuMilli = 0;
        for (OpenbPod pod : order) {
            askedGpuMilli += pod.demand().totalGpuMilli();
        }
        if (askedGpuMilli <= 0) {
            return order;
        }
        Chance chance = new Chance(seed, "openb.tune", 0);
        if (askedGpuMilli < wantedGpuMilli) {
            append(order, wantedGpuMilli - askedGpuMilli, chance);
        } else {
            prune(order, askedGpuMilli - wantedGpuMilli, chance);
        }
        return order;
    }

    private static List<OpenbPod> shuffled(List<OpenbPod> pods, long seed) {
        List<OpenbPod> order = new ArrayList<>(pods);
        order.sort((a, b) -> a.name().compareTo(b.name()));
        Chance chance = new Chance(seed, "openb.shuffle", 0);
        for (int i = order.size() - 1; i > 0; i--) {
            int other = chance.below(i + 1);
            OpenbPod moved = order.get(i);
            order.set(i, order.get(other));
            order.set(other, moved);
        }
        return order;
    }

    private static void append(List<OpenbPod> order, long missingGpuMilli, Chance chance) {
        int originals = order.size();
        long missing = missingGpuMilli;
        while (true) {
            OpenbPod pod = order.get(chance.below(originals));
            missing -= pod.demand().totalGpuMilli();
            if (missing < 0) {
                return;
            }
            order.add(pod);
        }
    }

    private static void prune(List<OpenbPod> order, long surplusGpuMilli, Chance chance) {
        long surplus = surplusGpuMilli;
        while (surplus > 0 && !order.isEmpty()) {
            // The order matters, so the rest moves up; a list is pruned once.
            surplus -= order.remove(chance.below(order.size())).demand().totalGpuMilli();
        }
    }
}
