package io.berth.app.solve;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.live.journal.JournalReader;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.workload.Arrival;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.quantity.Durations;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scenario, run with its first strategy and seed up to a moment. */
final class ScenarioMoment implements Observer {
    private @Nullable State last;

    private ScenarioMoment() {}

    @Override
    public void instant(Frame frame, State state) {
        last = state;
    }

    /**
     * The queue and the free nodes of the scenario in {@code file}.
     *
     * @param afterNanos since the first arrival
     */
    static QueueMoment of(String file, long afterNanos, List<Assignment> settings) {
        Scenario scenario =
                new ScenarioReader(new CatalogNames(Catalog.standard())).readWith(Source.file(file), settings);
        PreparedScenario prepared = PreparedScenario.read(
                scenario, file, (folder, each) -> JournalReader.open(folder).forEachRemaining(each));
        Simulation.Setup whole = prepared.setup(
                scenario.strategies().getFirst(), scenario.seeds().getFirst());
        Iterator<Arrival> arrivals = whole.workload().iterator();
        long begin = arrivals.hasNext() ? arrivals.next().atNanos() : 0;
        Simulation.Setup until = new Simulation.Setup(
                whole.nodes(),
                whole.workload(),
                whole.strategy(),
                whole.seed(),
                whole.world(),
                Math.min(whole.untilNanos(), Nanos.after(begin, afterNanos)),
                whole.shuffleSeed());
        ScenarioMoment moment = new ScenarioMoment();
        new Simulation(until, Catalog.standard(), Journal.NONE, moment).run();
        State state = moment.last;
        if (state == null) {
            throw new InputException(file, "nothing happens in it until then");
        }
        return QueueMoment.of(scenario.name() + " after " + Durations.format(afterNanos), state);
    }
}
