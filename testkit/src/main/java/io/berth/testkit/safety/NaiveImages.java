package io.berth.testkit.safety;

import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Preference.OfImages;
import java.math.BigInteger;
import java.util.Map;

/**
 * What nodes are worth for the images that they hold, found the plain way: as kube-scheduler's plug-in ImageLocality has it.
 *
 * @param known who holds which
 */
public record NaiveImages(Map<String, ImageHolders> known) {
    private static final BigInteger MIB = BigInteger.valueOf(1 << 20);

    /** What {@code node} is worth for a task of {@code demand}: from 0 to 100. */
    public int of(Demand demand, int node) {
        OfImages wanted = demand.preferences().stream()
                .filter(OfImages.class::isInstance)
                .map(OfImages.class::cast)
                .findFirst()
                .orElse(null);
        if (wanted == null) {
            return 0;
        }
        BigInteger least = MIB.multiply(BigInteger.valueOf(23));
        BigInteger most =
                MIB.multiply(BigInteger.valueOf(1_000L * wanted.images().size()));
        BigInteger sum = wanted.images().stream()
                .map(known::get)
                .filter(holders -> holders != null && holders.nodes().has(node))
                .map(holders -> BigInteger.valueOf(holders.bytes()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        return sum.max(least)
                .min(most)
                .subtract(least)
                .multiply(BigInteger.valueOf(100))
                .divide(most.subtract(least))
                .intValue();
    }
}
