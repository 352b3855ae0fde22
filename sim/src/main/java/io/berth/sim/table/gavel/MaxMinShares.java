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
        // Where all models are the same, the centre has the same share of each.
        int models = knowsSpeeds ? Models.COUNT : 1;
        double[][] gains = new double[jobs.size()][models];
        double[] scales = new double[jobs.size()];
        for (int i = 0; i < gains.length; i++) {
            GavelJob job = jobs.get(i);
            scales[i] = job.scale;
            double even = Arrays.stream(job.speeds).sum() / Models.COUNT;
            for (int model = 0; model < models; model++) {
                gains[i][model] = job.scale * (knowsSpeeds ? job.speeds[model] / even : 1);
            }
        }
        double[] room = new double[models];
        Arrays.fill(room, Models.DEVICES * (double) Models.COUNT / models);
        double[][] shares = new MaxMinProgram(gains, scales, room).solve();
        for (int i = 0; i < shares.length; i++) {
            double[] same = new double[Models.COUNT];
            Arrays.fill(same, shares[i][0] / Models.COUNT);
            jobs.get(i).shares = knowsSpeeds ? shares[i] : same;
        }
    }
}
