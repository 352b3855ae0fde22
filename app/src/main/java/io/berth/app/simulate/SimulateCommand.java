package io.berth.app.simulate;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;

/** {@code berth simulate}: a scenario's strategies on its workload, once per seed. */
public record SimulateCommand(Output output) implements Command {
    @Override
    public Options options() {
        return SimulateOptions.declared();
    }

    @Override
    public int run(Arguments arguments) {
        PluginsOption.use(arguments);
        SimulateOptions options = SimulateOptions.of(arguments);
        if (!FleetSimulation.reads(options.file())) {
            return new JobSimulation(options, output).run();
        }
        if (options.journal() != null) {
            throw new InputException(
                    "--journal",
                    "goes only with jobs: requests never enter the journal; --csv writes what became of them");
        }
        if (options.page().wanted()) {
            throw new InputException("--report", "goes only with jobs, not with requests");
        }
        return new FleetSimulation(options, output).run();
    }
}
