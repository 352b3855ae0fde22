package example;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;

/** The policies in the simulator, as they will be live. No library but Berth: {@code ./build} runs it. */
public final class ExamplePluginTest {
    private ExamplePluginTest() {}

    /** @param args the scenario */
    public static void main(String[] args) {
        expect(List.of("large", "small-a", "small-b"), ends(args[0], "example"));
        expect(List.of("small-a", "small-b", "large"), ends(args[0], "shipped"));
        System.out.println("ExamplePluginTest: the large job finds a whole node under example, and waits under shipped");
    }

    /** The jobs in the order in which they ended. */
    private static List<String> ends(String file, String strategy) {
        PluginOrigin origin = new PluginOrigin("example", "1.0", "in the test", "");
        Catalog catalog = Catalog.standard().with(new ExamplePlugin(), origin);
        Scenario scenario = new ScenarioReader(new CatalogNames(catalog)).read(Source.file(file), List.of());
        PreparedScenario prepared = PreparedScenario.read(scenario, file, (_, _) -> {});
        List<String> ended = new ArrayList<>();
        Observer ends = new Observer() {
            @Override
            public void ended(JobEnd end) {
                ended.add(end.job().spec().name());
            }
        };
        scenario.strategies().stream()
                .filter(spec -> spec.name().equals(strategy))
                .forEach(spec -> new Simulation(prepared.setup(spec, 42), catalog, Journal.NONE, ends).run());
        return ended;
    }

    private static void expect(List<String> wanted, List<String> found) {
        if (!found.equals(wanted)) {
            throw new AssertionError("wanted " + wanted + ", but found " + found);
        }
    }
}
