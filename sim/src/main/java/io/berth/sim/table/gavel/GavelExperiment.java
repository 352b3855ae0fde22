package io.berth.sim.table.gavel;

import io.berth.sim.table.Cell;
import io.berth.sim.table.Table.Experiment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The runs of the Gavel table: one per trace, policy and rate. */
final class GavelExperiment implements Experiment {
    private final List<Trial> trials;

    private GavelExperiment(List<Trial> trials) {
        this.trials = trials;
    }

    static GavelExperiment open(Path data) {
        Throughputs throughputs =
                Throughputs.read(data.resolve("hetero").resolve("gavel_simulation_throughputs.json.gz"));
        return new GavelExperiment(Target.all().stream()
                .map(target -> new Trial(throughputs, target))
                .toList());
    }

    @Override
    public List<Trial> runs() {
        return trials;
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Trial trial : trials) {
            cells.add(trial.cell());
            if (trial.target().policy() != Policy.FIFO) {
                cells.add(trial.ratio(base(trial.target())));
            }
        }
        return cells;
    }

    /** FIFO on the same jobs. */
    private Trial base(Target of) {
        return trials.stream()
                .filter(trial -> trial.target().policy() == Policy.FIFO
                        && trial.target().trace().equals(of.trace())
                        && trial.target().perHour().equals(of.perHour()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<String> skipped() {
        return List.of(
                "gavel with space sharing, gandiva, allox, finish-time fairness: are not reproduced, jobs that share a device are not modelled");
    }
}
