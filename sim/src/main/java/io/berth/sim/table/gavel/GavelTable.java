package io.berth.sim.table.gavel;

import io.berth.sim.table.Table;
import java.nio.file.Path;

/**
 * Completion times on 36 V100, 36 P100 and 36 K80. Source: Narayanan, Santhanam, Kazhamiaka, Phanishayee, Zaharia: Heterogeneity-Aware
 * Cluster Scheduling Policies for Deep Learning Workloads (Gavel), OSDI 2020, figures 8 and 9, and the results in its artifact
 * (stanford-futuredata/gavel, scheduler/notebooks). The published figures are part of the program; of the folder it takes
 * {@code hetero/gavel_simulation_throughputs.json.gz}.
 *
 * <p>Jobs and arrivals are drawn as the artifact draws them, number by number. FIFO comes out to the printed digit, with speeds and
 * without. Under least attained service the tolerance is 5 %: which of many equal shares is taken is the solver's business, and who waits
 * follows from it.
 */
public final class GavelTable implements Table {
    @Override
    public String name() {
        return "gavel";
    }

    @Override
    public String source() {
        return "Narayanan et al., Heterogeneity-Aware Cluster Scheduling Policies for Deep Learning Workloads (Gavel),"
                + " OSDI 2020, figures 8 and 9, with its artifact";
    }

    @Override
    public String compared() {
        return "mean completion time (h), and its ratio to FIFO, of FIFO and least attained service with and without speeds by"
                + " model, on three models of GPUs at four rates, of jobs with one GPU and with several";
    }

    @Override
    public String expectedTime() {
        return "minutes";
    }

    @Override
    public Experiment open(Path data) {
        return GavelExperiment.open(data);
    }
}
