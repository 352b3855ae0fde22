package io.berth.sim.trace;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Brings a pod list to a wanted load: sorted by name and shuffled; then, while it asks for less than the wanted GPUs,
 * pods drawn from it at random are appended again, and while it asks for more, pods drawn at random are taken out. The
 * pod that would overshoot is not appended, so that the demand is at most the wanted one.
 *
 * <p>This is the workload tuning of the FGD experiment (USENIX ATC'23 §6.1; the published runs use 1.3 times the
 * capacity) with Berth's own chance: it gives workloads of the same kind, not the same orders. The orders of the
 * published runs are what {@link OpenbArrivals} reads.
 */
final class OpenbTuning {
    private OpenbTuning() {}

    /** Places in {@code pods}, in order of arrival, that ask for {@code wantedGpuMilli} in all. */
    static int[] tune(List<OpenbPod> pods, long wantedGpuMilli, long seed) {
        int[] order = shuffled(pods, seed);
        long askedGpuMilli = asked(pods);
        if (askedGpuMilli == 0) {
            return order;
        }
        Chance chance = new Chance(seed, "openb.tune", 0);
        return askedGpuMilli < wantedGpuMilli
                ? appended(pods, order, wantedGpuMilli - askedGpuMilli, chance)
                : pruned(pods, order, askedGpuMilli - wantedGpuMilli, chance);
    }

    /** About how many pods that takes. */
    static double expectedPods(List<OpenbPod> pods, long wantedGpuMilli) {
        long askedGpuMilli = asked(pods);
        return askedGpuMilli == 0 ? pods.size() : (double) wantedGpuMilli / askedGpuMilli * pods.size();
    }

    private static long asked(List<OpenbPod> pods) {
        long askedGpuMilli = 0;
        for (OpenbPod pod : pods) {
            askedGpuMilli += pod.demand().totalGpuMilli();
        }
        return askedGpuMilli;
    }

    private static int[] shuffled(List<OpenbPod> pods, long seed) {
        List<Integer> byName = new ArrayList<>(pods.size());
        for (int place = 0; place < pods.size(); place++) {
            byName.add(place);
        }
        byName.sort((a, b) -> pods.get(a).name().compareTo(pods.get(b).name()));
        int[] order = new int[pods.size()];
        Chance chance = new Chance(seed, "openb.shuffle", 0);
        // Fisher and Yates, inside out.
        for (int i = 0; i < order.length; i++) {
            int other = chance.below(i + 1);
            order[i] = order[other];
            order[other] = byName.get(i);
        }
        return order;
    }

    private static int[] appended(List<OpenbPod> pods, int[] originals, long missingGpuMilli, Chance chance) {
        int[] order = originals;
        int length = originals.length;
        long missing = missingGpuMilli;
        while (true) {
            int place = originals[chance.below(originals.length)];
            missing -= pods.get(place).demand().totalGpuMilli();
            if (missing < 0) {
                return Arrays.copyOf(order, length);
            }
            if (length == order.length) {
                order = Arrays.copyOf(order, 2 * length);
            }
            order[length++] = place;
        }
    }

    private static int[] pruned(List<OpenbPod> pods, int[] originals, long surplusGpuMilli, Chance chance) {
        int[] order = originals;
        int length = order.length;
        long surplus = surplusGpuMilli;
        while (surplus > 0) {
            int out = chance.below(length);
            surplus -= pods.get(order[out]).demand().totalGpuMilli();
            // The rest moves up and stays in order.
            System.arraycopy(order, out + 1, order, out, length - out - 1);
            length--;
        }
        return Arrays.copyOf(order, length);
    }
}
