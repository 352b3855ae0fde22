package io.berth.sim.table.helios;

import io.berth.sim.table.Table;
import java.nio.file.Path;

/**
 * Completion times and waits on the virtual clusters of Philly, two months of submissions each. Source: Hu et al.,
 * Characterization and Prediction of Deep Learning Workloads in Large-Scale GPU Datacenters (Helios), SC 2021, and the results
 * in its artifact (S-Lab-System-Group/HeliosArtifact, framework/QSSF Service).
 *
 * <p>From a folder it takes every log {@code philly/<vc>.csv} that {@code expected/philly_helios.csv} has a row of. QSSF is left
 * out: the published run multiplied run times by errors that were drawn without a seed.
 *
 * <p>Jobs of one second come in the order of the log. The artifact sorted all virtual clusters together by an algorithm that
 * does not keep that order, so where another order changes a figure, the published one may be off, by 0.4 % of the completion
 * time and 1.6 % of the wait on the busiest cluster at hand; there the tolerance is 0.5 % and 2 %. Elsewhere it is none.
 */
public final class HeliosTable implements Table {
    @Override
    public String name() {
        return "helios";
    }

    @Override
    public String source() {
        return "Hu et al., Characterization and Prediction of Deep Learning Workloads in Large-Scale GPU Datacenters (Helios),"
                + " SC 2021, with its artifact";
    }

    @Override
    public String compared() {
        return "mean completion time and wait (whole s) of FIFO, SJF and SRTF on Philly, per virtual cluster in the folder";
    }

    @Override
    public String expectedTime() {
        return "seconds";
    }

    @Override
    public Experiment open(Path data) {
        return HeliosExperiment.open(data);
    }
}
