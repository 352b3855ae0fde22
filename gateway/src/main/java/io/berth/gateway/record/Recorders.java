package io.berth.gateway.record;

import io.berth.edge.metric.MetricSource;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import io.berth.gateway.journey.Trails;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.Telemetry;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All that hears of requests, as settings have it. */
public final class Recorders implements AutoCloseable {
    private final Telemetry telemetry;
    private final IntFunction<String> names;
    private final AccessLine line;
    private final List<JourneyListener> listeners = new ArrayList<>();
    private final List<LineLog> logs = new ArrayList<>();
    private final JourneyFigures figures = new JourneyFigures(this::dropped);
    private final Evenness evenness;
    private @Nullable Lately lately;
    private @Nullable SpanExporter spans;

    /**
     * @param fleet names of servers, by number, and how a fleet is at a moment
     * @param head for those who read a record
     * @param note told what people should know
     * @throws InputException where a file cannot be written
     */
    public Recorders(Telemetry telemetry, Fleet fleet, Head head, Consumer<String> note) {
        this.telemetry = telemetry;
        names = fleet.names;
        line = new AccessLine(names);
        evenness = new Evenness(fleet.look);
        listeners.add(figures);
        listeners.add(evenness);
        try {
            open(head, note);
        } catch (InputException e) {
            close();
            throw e;
        }
    }

    /**
     * What a record is of.
     *
     * @param balance what chooses servers
     * @param servers those that the file names
     */
    public record Head(String balance, List<Server> servers) {
        /** As its first line. */
        public String line() {
            return RecordLine.head(balance, servers);
        }
    }

    /** The servers, by number, and how they are now. */
    public record Fleet(IntFunction<String> names, Supplier<Evenness.Look> look) {}

    private void open(Head head, Consumer<String> note) {
        Path access = telemetry.access();
        if (access != null) {
            log(new LineLog(access, new LineLog.Format(null, line::of, true), note));
        }
        Path record = telemetry.record();
        if (record != null) {
            RecordLine recorded = new RecordLine();
            log(new LineLog(record, new LineLog.Format(head.line(), recorded::of, false), note));
        }
        if (telemetry.kept() > 0) {
            lately = new Lately(telemetry.kept(), line);
            listeners.add(lately);
        }
        Telemetry.Traces traces = telemetry.traces();
        if (traces != null) {
            spans = new SpanExporter(traces.endpoint(), note);
            listeners.add(spans);
        }
    }

    private void log(LineLog log) {
        logs.add(log);
        listeners.add(log);
    }

    /** {@code listener} hears of requests too; before any begins. */
    public void add(JourneyListener listener) {
        listeners.add(listener);
    }

    /** Where requests begin to be noted down. */
    public Trails trails() {
        Telemetry.Traces traces = telemetry.traces();
        boolean all = telemetry.access() != null || telemetry.kept() > 0;
        double sample = traces == null ? Trails.Wishes.UNTRACED : traces.sample();
        return new Trails(listeners, new Trails.Wishes(all, telemetry.explain(), sample), names);
    }

    /** Figures of requests. */
    public List<MetricSource> figures() {
        return List.of(figures, evenness);
    }

    /** Looks at the servers, of which those are there that are called so; somebody calls it each second. */
    public void sample(Set<String> present) {
        evenness.sample();
        figures.present(present, System.nanoTime());
    }

    /** The document of the last requests; null where nobody wanted it. */
    public @Nullable String lately() {
        return lately(_ -> true, Integer.MAX_VALUE);
    }

    /** The same of those that are {@code wanted}, and of no more than {@code most} of them. */
    public @Nullable String lately(Predicate<Journey> wanted, int most) {
        return lately == null ? null : lately.page(wanted, most);
    }

    /** The five figures of imbalance now. */
    public Map<String, Double> imbalance() {
        return evenness.figures();
    }

    /** Ends what is written. */
    @Override
    public void close() {
        logs.forEach(LineLog::close);
        if (spans != null) {
            spans.close();
        }
    }

    private long dropped() {
        long all = spans == null ? 0 : spans.dropped();
        for (LineLog log : logs) {
            all += log.dropped();
        }
        return all;
    }
}
