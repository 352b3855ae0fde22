package io.berth.core.pace;

import java.util.Locale;
import java.util.TreeMap;

/**
 * What makers say of models of devices: their peak in 16-bit matrix products without sparsity, TFLOPS. Jobs reach other parts of it on
 * each, so it stands in only until something was seen.
 *
 * <p>Source: the data sheets of NVIDIA of each model, for the SXM variant where there is one; K80 and P100 have no matrix units, for which
 * their single and half precision stands.
 */
final class ChipSpeeds {
    private static final TreeMap<String, Double> TERAFLOPS = new TreeMap<>();

    static {
        TERAFLOPS.put("K80", 8.7);
        TERAFLOPS.put("P100", 21.2);
        TERAFLOPS.put("T4", 65.0);
        TERAFLOPS.put("L4", 121.0);
        TERAFLOPS.put("A10", 125.0);
        TERAFLOPS.put("V100", 125.0);
        TERAFLOPS.put("A30", 165.0);
        TERAFLOPS.put("A100", 312.0);
        TERAFLOPS.put("L40S", 362.0);
        TERAFLOPS.put("H100", 989.0);
        TERAFLOPS.put("H200", 989.0);
        TERAFLOPS.put("B200", 2250.0);
    }

    private ChipSpeeds() {}

    /** How much faster {@code model} is than {@code other}; NaN where the makers of one say nothing that is known here. */
    static double ratio(String model, String other) {
        return teraflops(model) / teraflops(other);
    }

    /** By the part of the name between its dashes and blanks: {@code NVIDIA-A100-SXM4-80GB} is an A100. */
    private static double teraflops(String model) {
        for (String part : model.toUpperCase(Locale.ROOT).split("[ _-]", -1)) {
            Double known = TERAFLOPS.get(part);
            if (known != null) {
                return known;
            }
        }
        return Double.NaN;
    }
}
