package io.berth.app.learn.file;

import io.berth.app.catalog.FullCatalog;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.learn.environment.fleet.FleetEpisodes;
import io.berth.learn.training.DispatchKeys;
import io.berth.learn.training.DispatchTask;
import io.berth.learn.training.TrainingReader;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import java.util.List;

/** A scenario of requests in whose runs an agent picks the servers. */
final class DispatchFile {
    private final FleetScenario scenario;
    private final TrainingReader learn;
    private final DispatchKeys keys;

    DispatchFile(Source source, List<Assignment> settings, TrainingReader learn) {
        if (!FleetScenarioReader.reads(source)) {
            throw new InputException(source.name(), "has no fleet, and dispatch sends requests to one");
        }
        this.scenario = FleetScenarioReader.read(source, settings, FullCatalog.models(), FullCatalog.dispatch());
        this.learn = learn;
        this.keys = learn.dispatch();
    }

    /**
     * What is learnt.
     *
     * @throws InputException where the scenario has fewer requests than an episode
     */
    DispatchTask task() {
        PreparedFleet prepared = PreparedFleet.read(scenario, FullCatalog.dispatch());
        long all = prepared.requests(scenario.seeds().getFirst());
        if (keys.requests() > all) {
            throw InputException.at(
                    keys.requestsPlace(),
                    "the scenario has " + all + " requests, and an episode takes " + keys.requests() + " (requests)");
        }
        DispatchSpec strategy = strategy();
        FleetEpisodes episodes = FleetEpisodes.of(prepared, strategy, keys.requests(), keys.reward());
        return new DispatchTask(episodes, strategy, learn.testSequences());
    }

    private DispatchSpec strategy() {
        Tree name = keys.strategy();
        if (name == null) {
            return scenario.strategies().getFirst();
        }
        List<String> names =
                scenario.strategies().stream().map(DispatchSpec::name).toList();
        int place = names.indexOf(name.text());
        if (place < 0) {
            throw InputException.at(name, InputException.unknown("strategy", name.text(), names));
        }
        return scenario.strategies().get(place);
    }
}
