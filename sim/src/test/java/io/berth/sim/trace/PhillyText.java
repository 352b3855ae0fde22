package io.berth.sim.trace;

import io.berth.core.time.Chance;
import java.util.Locale;

/** Small traces of Philly, written for a test or drawn from a seed. */
public final class PhillyText {
    public static final String MURI = "job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,"
            + "iteration_time,resource_time_0,resource_time_1,resource_time_2,priority\n";
    public static final String PHILLY =
            "job_id,submit_time,submit_rel_oct1_s,duration_s,num_gpu,vc,vc_nodes_8gpu,in_helios_window\n";

    private static final int[] GPUS = {1, 1, 2, 4, 8, 16, 32};
    private static final String[] MODELS = {"vgg16", "bert", "a2c"};

    private PhillyText() {}

    /** A Muri trace of {@code count} jobs. */
    static String muri(int count, long seed) {
        StringBuilder text = new StringBuilder(MURI);
        Chance chance = new Chance(seed, "muri", 0);
        int submit = 0;
        for (int i = 0; i < count; i++) {
            submit += 1000 * chance.below(500);
            int iterations = 1 + chance.below(10_000);
            int millis = 100 + chance.below(900);
            text.append(line(
                            "%d,%d,%d,%d,%s,16,",
                            i, pick(GPUS, chance), submit, iterations, MODELS[chance.below(MODELS.length)]))
                    .append(line("%d,0,%d,12,0.5,0,%d%n", iterations * millis, millis, chance.below(2)));
        }
        return text.toString();
    }

    /** The log of a virtual cluster of four nodes with {@code count} jobs. */
    static String philly(int count, long seed) {
        StringBuilder text = new StringBuilder(PHILLY);
        Chance chance = new Chance(seed, "philly", 0);
        for (int i = 0; i < count; i++) {
            int minute = i * 1440 / count;
            text.append(line(
                    "%d,2017-10-01 %02d:%02d:%02d,%d,%d,%d,vc1,4,%d%n",
                    i,
                    minute / 60,
                    minute % 60,
                    chance.below(60),
                    minute * 60,
                    chance.below(100_000),
                    pick(GPUS, chance),
                    chance.below(2)));
        }
        return text.toString();
    }

    private static int pick(int[] values, Chance chance) {
        return values[chance.below(values.length)];
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
    }
}
