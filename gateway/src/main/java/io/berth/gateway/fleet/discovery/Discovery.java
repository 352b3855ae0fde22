package io.berth.gateway.fleet.discovery;

import io.berth.core.scale.Demand;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.setting.Membership;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** All servers together: those that settings name, and those that their sources find. */
public final class Discovery implements AutoCloseable {
    private static final long FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ServerSource.Maker outside;
    private final Fleet fleet;
    private final Consumer<String> note;
    private final Map<SourceSpec, Running> sources = new LinkedHashMap<>();
    private List<Server> listed = List.of();
    private boolean closed;

    /** Who has the servers that are found. */
    public interface Fleet {
        /** These are all servers from now on; it must not come back here. */
        void servers(List<Server> all);

        /** The addresses of all that may get requests or still have some. */
        Set<String> held();

        /** These are the servers of {@code source} from now on, told before {@link #servers}. */
        void found(SourceSpec source, List<Server> own);

        /** What comes for the servers of {@code source}, of which each does so many requests at once. */
        Demand demand(SourceSpec source, int each);

        /** The same, by the name of each gateway of the deployment. */
        SortedMap<String, Told> demands(SourceSpec source, int each);

        /** So many servers of {@code source} there are to be. */
        void scaled(SourceSpec source, ScaleRow row);
    }

    /** A source and what it said last. */
    private static final class Running {
        private final ServerSource source;
        private List<Server> servers = List.of();

        Running(ServerSource source) {
            this.source = source;
        }
    }

    /**
     * @param outside makes the sources that only others know, such as Kubernetes
     * @param note told of what people should know
     */
    public Discovery(ServerSource.Maker outside, Fleet fleet, Consumer<String> note) {
        this.outside = outside;
        this.fleet = fleet;
        this.note = note;
    }

    /**
     * Those are the servers, and where others are found, from now on; what a source that stays has said holds.
     *
     * @throws io.berth.spec.input.InputException where a source cannot be; then all stays as it was
     */
    public synchronized void apply(Membership membership) {
        Map<SourceSpec, Running> added = new LinkedHashMap<>();
        for (SourceSpec spec : membership.sources()) {
            if (!sources.containsKey(spec) && !added.containsKey(spec)) {
                added.put(spec, new Running(make(spec)));
            }
        }
        List<SourceSpec> gone = new ArrayList<>(sources.keySet());
        gone.removeAll(membership.sources());
        added.forEach((spec, running) -> running.servers = found(gone, spec));
        gone.forEach(this::end);
        listed = membership.listed();
        sources.putAll(added);
        added.forEach(this::begin);
        tell();
    }

    /** What one of the same name has found, which holds until the new one has found something. */
    private List<Server> found(List<SourceSpec> before, SourceSpec spec) {
        for (SourceSpec each : before) {
            Running running = sources.get(each);
            if (running != null && each.name().equals(spec.name())) {
                return running.servers;
            }
        }
        return List.of();
    }

    private void end(SourceSpec spec) {
        Running running = sources.remove(spec);
        if (running != null) {
            running.source.close();
        }
    }

    private void begin(SourceSpec spec, Running running) {
        // Of one that has no server yet it is counted, too, what comes for it.
        fleet.found(spec, running.servers);
        running.source.start(new ServerSource.Heard() {
            @Override
            public void servers(List<Server> found) {
                found(spec, running, found);
            }

            @Override
            public void trouble(String why) {
                note.accept(spec.name() + ": " + why + "; its servers stay as they were");
            }

            @Override
            public void none(String why) {
                note.accept(spec.name() + ": " + why + "; it has no servers");
                found(spec, running, List.of());
            }

            @Override
            public Set<String> held() {
                return fleet.held();
            }

            @Override
            public Demand demand(int each) {
                return fleet.demand(spec, each);
            }

            @Override
            public SortedMap<String, Told> demands(int each) {
                return fleet.demands(spec, each);
            }

            @Override
            public void scaled(ScaleRow row) {
                fleet.scaled(spec, row);
            }
        });
    }

    @Override
    public synchronized void close() {
        closed = true;
        sources.values().forEach(running -> running.source.close());
    }

    private synchronized void found(SourceSpec spec, Running running, List<Server> servers) {
        // One that was closed may have been about to say something.
        if (sources.get(spec) == running && !servers.equals(running.servers)) {
            running.servers = List.copyOf(servers);
            fleet.found(spec, running.servers);
            tell();
        }
    }

    private void tell() {
        if (closed) {
            return;
        }
        List<Server> together = new ArrayList<>(listed);
        sources.values().forEach(running -> together.addAll(running.servers));
        fleet.servers(together);
    }

    private ServerSource make(SourceSpec spec) {
        return switch (spec) {
            case SourceSpec.Listed file -> file(file);
            case SourceSpec.Addresses dns -> new PolledSource("dns", dns.refreshNanos(), () -> DnsRecords.servers(dns));
            case SourceSpec.Services srv -> new PolledSource("dns", srv.refreshNanos(), () -> DnsRecords.servers(srv));
            case SourceSpec.Outside others -> outside.make(others);
        };
    }

    private static ServerSource file(SourceSpec.Listed spec) {
        List<Path> files = List.of(spec.file());
        FileWatch watch = new FileWatch(() -> files);
        boolean[] read = {false};
        return new PolledSource("file", FILE_NANOS, () -> {
            if (read[0] && !watch.changed()) {
                return null;
            }
            read[0] = true;
            return Membership.read(spec);
        });
    }
}
