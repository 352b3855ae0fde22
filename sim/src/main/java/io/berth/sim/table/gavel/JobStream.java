package io.berth.sim.table.gavel;

import java.util.ArrayList;
import java.util.List;

/**
 * The jobs of Gavel's generator, drawn as it draws them: Poisson arrivals; a fifth runs for 10^3 to 10^4 minutes on a V100, the others for
 * 10^1.5 to 10^3; 1, 2, 4 or 8 devices with 70, 10, 15 and 5 %; types evenly,
 * in the order of the file of throughputs, which that of the last program of the artifact is not: the published figures need it.
 */
final class JobStream {
    private static final double MINUTE = 60;
    private static final double HOUR = 3600;

    private final Throughputs throughputs;
    private final boolean several;
    private final double meanGap;
    private final PythonRandom jobs;
    private final PythonRandom gaps;
    private final List<Type> types = new ArrayList<>();
    private int number;
    private double nextSeconds;

    /** @param distributed true where it may have several devices */
    private record Type(String name, boolean distributed) {}

    /**
     * @param several true where jobs may have several devices
     * @param perHour how many jobs come in the mean
     */
    JobStream(Throughputs throughputs, boolean several, double perHour, int seed) {
        this.throughputs = throughputs;
        this.several = several;
        this.meanGap = HOUR / perHour;
        this.jobs = new PythonRandom(seed + 2);
        this.gaps = new PythonRandom(seed + 3);
        add("ResNet-18", true, 16, 32, 64, 128, 256);
        add("ResNet-50", true, 16, 32, 64, 128);
        add("Transformer", true, 16, 32, 64, 128, 256);
        types.add(new Type("A3C", false));
        add("LM", true, 5, 10, 20, 40, 80);
        add("Recommendation", false, 512, 1024, 2048, 4096, 8192);
        types.add(new Type("CycleGAN", false));
    }

    private void add(String name, boolean distributed, int... batches) {
        for (int batch : batches) {
            types.add(new Type(name + " (batch size " + batch + ")", distributed));
        }
    }

    /** When the next job comes. */
    double nextSeconds() {
        return nextSeconds;
    }

    GavelJob next() {
        int scale = scale(jobs.between(0, 1));
        double run = jobs.unit() >= 0.8
                ? MINUTE * StrictMath.pow(10, jobs.between(3, 4))
                : MINUTE * StrictMath.pow(10, jobs.between(1.5, 3));
        scale = several ? scale : 1;
        Type type = types.get(jobs.below(types.size()));
        while (scale > 1 && !type.distributed) {
            type = types.get(jobs.below(types.size()));
        }
        double[] speeds = throughputs.of(type.name, scale);
        GavelJob job = new GavelJob(number++, nextSeconds, scale, speeds, run * speeds[0]);
        nextSeconds += -StrictMath.log(1 - gaps.unit()) / (1 / meanGap);
        return job;
    }

    private static int scale(double drawn) {
        if (drawn < 0.7) {
            return 1;
        }
        return drawn <= 0.8 ? 2 : drawn < 0.95 ? 4 : 8;
    }
}
