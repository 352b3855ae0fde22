package io.berth.sim.table.gavel;

import java.util.Arrays;
import java.util.List;

/**
 * Gavel's least attained service: the smallest of the jobs' speeds, each relative to what an even part of the cluster would give the job, is
 * as large as can be. Without speeds all models are the same.
 */
final class MaxMinShares implements Sharing {
    private final boolean knowsSpeeds;

    MaxMinShares(boolean knowsSpeeds) {
        this.knowsSpeeds = knowsSpeeds;
    }

    @Override
    public boolean knowsSpeeds() {
        return knowsSpeeds;
    }

    @Override
    public boolean strict() {
        return false;
    }

    @Override
    public void share(List<GavelJob> jobs) {
        double[][] gains = new double[jobs.size()][Models.COUNT];
        double[] scales = new double[jobs.size()];
        for (int i = 0; i < gains.length; i++) {
            GavelJob job = jobs.get(i);
            scales[i] = job.scale;
            double even = 0;
            for (int model = 0; model < Models.COUNT; model++) {
                gains[i][model] = knowsSpeeds ? job.speeds[model] : 1;
                even += gains[i][model] / Models.COUNT;
            }
            for (int model = 0; model < Models.COUNT; model++) {
                gains[i][model] *= job.scale / even;
            }
        }
        double[] room = new double[Models.COUNT];
        Arrays.fill(room, Models.DEVICES);
        double[][] shares = new MaxMinProgram(gains, scales, room).solve();
        for (int i = 0; i < shares.length; i++) {
            jobs.get(i).shares = shares[i];
        }
    }
}
