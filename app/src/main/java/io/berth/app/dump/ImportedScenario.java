package io.berth.app.dump;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.OutFile;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.spec.scenario.ClusterSpec;
import io.berth.spec.scenario.EmulateSpec;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioWriter;
import io.berth.spec.scenario.SharedSpec;
import io.berth.spec.scenario.Trim;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.util.List;

/** The scenario of an import: the nodes and pods of the journal beside it, in a world that starts what is placed at once. */
final class ImportedScenario {
    /** The folder of the journal, in that of the import. */
    static final String JOURNAL = "journal";

    static final String FILE = "scenario.yaml";

    /** That which berth kube has without being told, and one that packs GPUs. */
    private static final List<String> STRATEGIES = List.of("priority-packing", "fgd-greedy");

    private static final long SEED = 42;

    private ImportedScenario() {}

    /**
     * Writes it.
     *
     * @param name of the folder in the end
     * @param folder where it stands now
     * @param queues that it declares
     */
    static void write(Path name, Path folder, List<QueueSpec> queues) {
        StrategyReader reader = new StrategyReader(FullCatalog.names(), Path.of(""));
        List<StrategySpec> strategies =
                STRATEGIES.stream().map(known -> reader.named(known, FILE)).toList();
        Path journal = Path.of(JOURNAL);
        Scenario scenario = new Scenario(
                name.toAbsolutePath().normalize().getFileName().toString(),
                new ClusterSpec.Journal(journal),
                new WorkloadSpec.Journal(journal),
                EmulateSpec.IDEAL,
                strategies,
                List.of(SEED),
                Nanos.NEVER,
                Trim.NONE,
                false,
                new SharedSpec(queues, List.of(), List.of(), List.of()),
                List.of());
        OutFile.write(folder.resolve(FILE), ScenarioWriter.write(scenario), "scenario");
    }
}
