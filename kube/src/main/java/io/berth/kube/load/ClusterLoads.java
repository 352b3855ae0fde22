package io.berth.kube.load;

import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Span;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Asks who measures the nodes and pods of a cluster once a minute, and tells the engine. A source that does not answer, or answers nonsense, leaves
 * nodes as they were known; they are known by their requests after some minutes.
 */
public final class ClusterLoads implements AutoCloseable {
    private static final long PERIOD_SECONDS = 60;

    /** Errors whose words always differ would be said for ever. */
    private static final int MOST_NOTES = 100;

    private static final List<Span> SPANS = List.of(Span.values());

    private final List<LoadSource> sources;
    private final LongSupplier clockNanos;
    private final Consumer<Function<State, List<Event>>> engine;
    private final Consumer<String> notes;
    private final ScheduledExecutorService thread;
    private final Map<String, LoadSamples> samples = new LinkedHashMap<>();
    private final PodLoads pods = new PodLoads();
    private final Set<String> said = new TreeSet<>();

    /**
     * @param clockNanos a clock that only goes forward, for the spans of samples
     * @param engine is handed what makes events of the state, to be asked on its thread
     * @param notes gets a line for each new problem
     */
    public ClusterLoads(
            List<LoadSource> sources,
            LongSupplier clockNanos,
            Consumer<Function<State, List<Event>>> engine,
            Consumer<String> notes) {
        this.sources = List.copyOf(sources);
        this.clockNanos = clockNanos;
        this.engine = engine;
        this.notes = notes;
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("berth-cluster-load").daemon().factory());
    }

    /** Begins to ask. */
    public void start() {
        thread.scheduleWithFixedDelay(this::look, 0, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** Asks all of them once. */
    void look() {
        Map<String, Measured> all = new LinkedHashMap<>();
        Map<String, Measured> ofPods = new LinkedHashMap<>();
        for (LoadSource source : sources) {
            try {
                source.ask().forEach((node, measured) -> all.merge(node, measured, Measured::and));
                source.pods().forEach((pod, measured) -> ofPods.merge(pod, measured, Measured::and));
            } catch (IOException | RuntimeException e) {
                // Whatever a source answers, it is asked again.
                note("the load of nodes and pods was not had from " + source.name() + ": " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        long now = clockNanos.getAsLong();
        if (!all.isEmpty()) {
            tell(all, now);
        }
        pods.add(now, ofPods);
        Map<String, Load> loads = pods.loads();
        if (!loads.isEmpty()) {
            engine.accept(state -> pods.events(state, loads));
        }
    }

    private void tell(Map<String, Measured> all, long now) {
        samples.keySet().retainAll(all.keySet());
        Map<String, Event.LoadObserved> told = new LinkedHashMap<>();
        all.forEach((node, measured) -> {
            LoadSamples ofNode = samples.computeIfAbsent(node, _ -> new LoadSamples(SPANS));
            ofNode.add(now, measured.values());
            told.put(node, new Event.LoadObserved(-1, ofNode.load(), measured.ageNanos()));
        });
        engine.accept(state -> events(state, told));
    }

    private static List<Event> events(State state, Map<String, Event.LoadObserved> told) {
        List<Event> events = new ArrayList<>(told.size());
        told.forEach((name, load) -> {
            int node = state.nodeNumber(name);
            if (node >= 0) {
                events.add(new Event.LoadObserved(node, load.load(), load.ageNanos()));
            }
        });
        return events;
    }

    private void note(String line) {
        if (said.size() < MOST_NOTES && said.add(line)) {
            notes.accept(line);
        }
    }
}
