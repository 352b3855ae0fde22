package io.berth.core.metric;

import io.berth.core.state.Job;
import io.berth.core.workload.term.RunProfile;
import java.util.SortedMap;

/** How jobs of several tasks or devices ran that exchange something; no figures where there is none. */
final class TrafficFigures {
    private long jobs;
    private double runs;
    private double slowdowns;

    /** {@code job} finished after it ran for {@code seconds}. */
    void finished(Job job, double seconds) {
        boolean several = job.spec().tasks() > 1 || job.spec().demand().gpus() > 1;
        if (several && job.spec().profile().traffic() != null) {
            jobs++;
            runs += seconds;
            slowdowns += (double) RunProfile.TOLD / job.pace();
        }
    }

    void figures(SortedMap<String, Double> figures) {
        if (jobs > 0) {
            figures.put("communicating_run_mean_s", runs / jobs);
            figures.put("communication_slowdown_mean", slowdowns / jobs);
        }
    }
}
