package io.berth.gateway.http;

import io.berth.core.dispatch.split.CallTimes;
import io.berth.core.dispatch.split.FleetView;
import io.berth.core.dispatch.split.Merger;
import io.berth.core.dispatch.split.Splitter;
import io.berth.core.time.Nanos;
import io.berth.gateway.parts.ListRequest;
import io.berth.gateway.setting.Grouping;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are split and which are merged, for all event loops: what {@code core.dispatch.split} decides of a request and of the
 * fleet as it is then. What it knows is looked at with the desk's lock alone.
 */
public final class Grouped {
    private final GatewayEdge edge;
    private final Grouping settings;
    private final CallTimes times = new CallTimes();
    private final @Nullable Splitter splitter;
    private final @Nullable Merger<Alike, Errand> merger;
    private final AtomicLong split = new AtomicLong();
    private final AtomicLong shares = new AtomicLong();
    private final AtomicLong merged = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();

    /**
     * What has become of requests.
     *
     * @param split into several calls
     * @param shares those calls
     * @param merged with others
     * @param calls what those were
     * @param held for others now
     */
    public record Counts(long split, long shares, long merged, long calls, long held) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0);
    }

    /** What is equal of requests that can be one call: of one tenant that says who it is in one way. */
    private record Alike(int tenant, int priority, @Nullable String credentials, String asked) {}

    private Grouped(GatewayEdge edge, Grouping settings) {
        this.edge = edge;
        this.settings = settings;
        Grouping.Split splits = settings.split();
        Grouping.Merge merge = settings.merge();
        splitter = splits == null ? null : new Splitter(splits.shares(), times);
        merger = merge == null ? null : new Merger<>(merge.holdNanos(), merge.items(), times);
    }

    /** Null where nothing is split or merged. */
    static @Nullable Grouped of(Grouping settings, GatewayEdge edge) {
        return settings.split() == null && settings.merge() == null ? null : new Grouped(edge, settings);
    }

    Counts counts() {
        long held = merger == null ? 0 : edge.desk().look(_ -> (long) merger.held());
        return new Counts(split.get(), shares.get(), merged.get(), calls.get(), held);
    }

    /** Whether bodies of requests for {@code path} are looked at. */
    boolean at(String path) {
        return splitter != null && ListRequest.at(path) || path.equals(ListRequest.EMBEDDINGS);
    }

    /** What {@code exchange} asks with {@code body}; null where that stays as it is. */
    @Nullable
    Errand errand(Exchange exchange, Errand.Asked asked, String path, byte[] body) {
        ListRequest list = ListRequest.read(path, body);
        return list == null ? null : new Errand(this, exchange, asked, list);
    }

    /** Has {@code errand} split or merged; false where it goes its own way now. */
    boolean take(Errand errand) {
        String model = errand.list().model();
        Grouping.Merge merge = settings.merge();
        boolean merges = merge != null && errand.list().merges() && takes(merge.models(), model);
        if (merges && !mergedNow(errand)) {
            return true;
        }
        Grouping.Split splits = settings.split();
        if (splitter == null || splits == null || !takes(splits.models(), model)) {
            return false;
        }
        Splitter.Split decided =
                look(view -> splitter.split(errand.kind(), errand.list().items(), view), errand);
        errand.split(decided);
        if (decided.shares().isEmpty()) {
            return false;
        }
        split.incrementAndGet();
        shares.addAndGet(decided.shares().size());
        Joint.split(this, errand, decided.shares());
        return true;
    }

    /** Offers {@code errand} to be merged; true where it is to go now, by itself. */
    private boolean mergedNow(Errand errand) {
        if (merger == null) {
            return true;
        }
        List<Merger.Batch<Errand>> ready = look(
                view -> merger.offer(
                        new Merger.Asked<>(
                                alike(errand), errand.kind(), errand.list().items()),
                        errand,
                        view,
                        System.nanoTime()),
                errand);
        boolean alone = false;
        for (Merger.Batch<Errand> batch : ready) {
            boolean itself =
                    batch.members().size() == 1 && batch.members().getFirst().who() == errand;
            alone |= itself;
            note(batch);
            if (!itself) {
                send(batch);
            }
        }
        if (!alone) {
            wake(errand.exchange().client());
        }
        return alone;
    }

    private Alike alike(Errand errand) {
        return new Alike(
                errand.asked().arrival().tenant(),
                errand.asked().arrival().priority(),
                errand.exchange().credentials(),
                errand.list().alike());
    }

    /** Sends what is held no longer, once that is so; on the event loop of {@code client}. */
    private void wake(ClientHandler client) {
        if (merger == null) {
            return;
        }
        long next = edge.desk().look(_ -> merger.nextNanos());
        if (next != Nanos.NEVER) {
            client.schedule(this::due, next - System.nanoTime());
        }
    }

    private void due() {
        if (merger != null) {
            List<Merger.Batch<Errand>> due = edge.desk().look(_ -> merger.due(System.nanoTime()));
            due.forEach(batch -> {
                note(batch);
                send(batch);
            });
        }
    }

    private static void note(Merger.Batch<Errand> batch) {
        batch.members().forEach(member -> member.who().member(member));
    }

    private void send(Merger.Batch<Errand> batch) {
        List<Errand> errands = batch.members().stream().map(Merger.Member::who).toList();
        if (errands.size() == 1) {
            errands.getFirst().exchange().alone();
        } else {
            merged.addAndGet(errands.size());
            calls.incrementAndGet();
            Joint.merge(this, errands);
        }
    }

    /** A call of {@code items} was answered by {@code server}. */
    void answered(long kind, int server, int items, long nanos) {
        edge.desk().look(_ -> {
            times.answered(kind, server, items, (double) nanos);
            return true;
        });
    }

    /** {@code errand} was answered. */
    void ended(Errand errand) {
        Splitter.Split decided = errand.split();
        Merger.Member<Errand> member = errand.member();
        edge.desk().look(_ -> {
            if (splitter != null && decided != null) {
                splitter.ended(decided, (double) errand.age());
            }
            if (merger != null && member != null) {
                merger.ended(member, (double) errand.age());
            }
            return true;
        });
    }

    /** What calls of {@code kind} answer cannot be put together. */
    void never(long kind) {
        edge.desk().look(_ -> {
            if (splitter != null) {
                splitter.never(kind);
            }
            if (merger != null) {
                merger.never(kind);
            }
            return true;
        });
    }

    /** The client of {@code errand} has left; false where it is not held. */
    boolean withdraw(Errand errand) {
        return merger != null
                && edge.desk()
                        .look(_ -> merger.withdraw(
                                alike(errand), errand, errand.list().items()));
    }

    /** Decides of the fleet as {@code errand} would find it. */
    private <T> T look(Function<FleetView, T> decide, Errand errand) {
        FleetView.Arriving arriving = new FleetView.Arriving(
                errand.asked().arrival().tenant(), errand.asked().question().need());
        return edge.desk()
                .heard((fleet, observed) -> decide.apply(FleetView.of(
                        fleet,
                        observed,
                        arriving,
                        System.nanoTime(),
                        edge.desk().servers()::bearer)));
    }

    private static boolean takes(List<String> models, String model) {
        return models.isEmpty() || models.contains(model);
    }
}
