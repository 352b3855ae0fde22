package io.berth.kube.dump;

import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.kube.object.Branches;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What KAI Scheduler reads of pods (kai-scheduler, docs/gpu-sharing and docs/queues). */
final class KaiPods {
    /** Where the pods live that hold a whole GPU for those that share it. */
    static final String RESERVATIONS = "kai-resource-reservation";

    private static final String FRACTION = "gpu-fraction";
    private static final String MEMORY = "gpu-memory";
    private static final String DEVICES = "gpu-fraction-num-devices";
    private static final int MIB = 20;
    private static final long MOST_MIB = 1L << 32;
    /** Powers of ten and endless digits would take time to read, and are none that anybody writes. */
    private static final Pattern PLAIN = Pattern.compile("[0-9.]{1,20}");

    private KaiPods() {}

    /** The share of a GPU that a pod asks for; null where it asks for none. */
    static @Nullable DeviceDemand share(Tree object, DumpNotes notes) {
        Tree annotations = Branches.at(object, "metadata", "annotations");
        Tree fraction = Branches.at(annotations, FRACTION);
        Tree memory = Branches.at(annotations, MEMORY);
        Tree devices = Branches.at(annotations, DEVICES);
        Tree asked = fraction == null ? memory : fraction;
        if (asked == null) {
            return null;
        }
        long count = devices == null ? 1 : number(devices, 64, "1 to 64");
        if (count > 1) {
            notes.count("pods with a share of each of several GPUs, which count as that many whole ones");
            return DeviceDemand.of((int) count, DeviceDemand.WHOLE_MILLI, 0, Acceptable.ANY_GPU);
        }
        if (fraction != null) {
            return DeviceDemand.of(1, milli(fraction), 0, Acceptable.ANY_GPU);
        }
        long mib = number(asked, MOST_MIB, "MiB as a whole number without a unit, from 1");
        return DeviceDemand.of(1, 0, mib << MIB, Acceptable.ANY_GPU);
    }

    /** Rounded up to a thousandth. */
    private static int milli(Tree fraction) {
        String text = fraction.text();
        try {
            BigDecimal share = new BigDecimal(PLAIN.matcher(text).matches() ? text : "");
            if (share.signum() > 0 && share.compareTo(BigDecimal.ONE) <= 0) {
                return share.movePointRight(3).setScale(0, RoundingMode.UP).intValueExact();
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw InputException.at(fraction, "must be above 0 and at most 1, but is " + fraction.describe());
    }

    private static long number(Tree tree, long most, String allowed) {
        try {
            long number = Long.parseLong(tree.text());
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw InputException.at(tree, "must be " + allowed + ", but is " + tree.describe());
    }
}
