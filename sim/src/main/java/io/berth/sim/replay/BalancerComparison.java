package io.berth.sim.replay;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.time.Nanos;
import io.berth.sim.comparison.BlockLength;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.fleet.RequestEnd;
import io.berth.sim.fleet.VirtualServerSpec;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.request.RequestTrace;
import io.berth.spec.fleet.FleetChanges;
import io.berth.spec.fleet.ServingSpec;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a record under other balancers. What really was stands beside a replay under the balancer that there was, so that it is
 * seen how far the model is off; the others are compared with that replay, request by request.
 */
public final class BalancerComparison {
    /** So much work is a token to a gateway. */
    private static final double TOKEN_NANOS = 1e6;
    /** An answer is good that is there within the time of nine in ten of those that were, where nobody says it. */
    private static final double USUAL = 0.9;

    private static final int CHECKED = 256;
    private static final long SEED = 1;

    private final GatewayRecord record;
    private final Fleet fleet;
    private final Calibration calibration;
    private final List<String> names;

    /**
     * What is known of the fleet beside the record.
     *
     * @param declared servers as balancers know them, by name
     * @param slots that servers have, by name; absent where the record has to show it
     * @param reportNanos how often servers say how many requests they have
     */
    public record Fleet(Map<String, ServerSpec> declared, Map<String, Integer> slots, FlowSpec flow, long reportNanos) {
        public Fleet {
            declared = new LinkedHashMap<>(declared);
            slots = new LinkedHashMap<>(slots);
        }
    }

    /**
     * How it ran.
     *
     * @param name of the balancer
     * @param replayed false for what really was
     * @param difference of the time to the answer, in seconds, from the replay under the balancer that there was, a pair being as many
     *     consecutive requests as there are servers; null for that one itself
     */
    public record Row(
            String name,
            boolean replayed,
            SortedMap<String, Double> figures,
            @Nullable Difference difference) {}

    /**
     * All of it.
     *
     * @param slo seconds within which an answer is good
     * @param rows what really was, the replay under the same balancer, the others
     */
    public record Result(double slo, double readShare, List<Server> servers, List<Row> rows) {}

    /** A server as the record shows it. */
    public record Server(String name, double tokensPerSecond, int slots, int answers, double error) {}

    /** @throws InputException where the record has no answers */
    public BalancerComparison(GatewayRecord record, Fleet fleet) {
        this.record = record;
        this.fleet = fleet;
        if (record.requests().stream().noneMatch(Recorded::answered)) {
            throw new InputException("the record", "has no request that was answered: there is nothing to compare by");
        }
        calibration = Calibration.of(record, fleet.slots);
        names = List.copyOf(calibration.servers().keySet());
    }

    /**
     * Compares.
     *
     * @param present under which the record was made
     * @param slo seconds within which an answer is good; null for the usual
     * @param unwanted asked now and then
     * @throws CancellationException where it says so
     */
    public Result run(
            DispatchSpec present,
            List<DispatchSpec> others,
            DispatchCatalog catalog,
            @Nullable Double slo,
            BooleanSupplier unwanted) {
        Ran was = was();
        double good = slo == null ? was.quantile(USUAL) : slo;
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(present.name(), false, was.figures(good), null));
        Ran base = replay(new FleetRun.Policies(present, catalog), unwanted);
        rows.add(new Row(present.name(), true, base.figures(good), null));
        for (DispatchSpec other : others) {
            Ran ran = replay(new FleetRun.Policies(other, catalog), unwanted);
            rows.add(new Row(other.name(), true, ran.figures(good), difference(ran, base)));
        }
        List<Server> servers = new ArrayList<>();
        calibration
                .servers()
                .forEach((name, server) -> servers.add(new Server(
                        name, Nanos.SECOND / server.tokenNanos(), server.slots(), server.answers(), server.error())));
        return new Result(good, calibration.readShare(), servers, rows);
    }

    /**
     * Of as many consecutive requests together as there are servers: where each server has its turn, every n-th request is alike, which
     * would be taken for a memory of the queues.
     */
    private @Nullable Difference difference(Ran one, Ran base) {
        List<Double> means = new ArrayList<>();
        double sum = 0;
        int count = 0;
        for (int i = 0; i < base.requests().size(); i++) {
            if (one.requests().get(i).answered() && base.requests().get(i).answered()) {
                sum += one.requests().get(i).seconds() - base.requests().get(i).seconds();
                count++;
            }
            if (count == names.size()) {
                means.add(sum / count);
                sum = 0;
                count = 0;
            }
        }
        double[] pairs = means.stream().mapToDouble(Double::doubleValue).toArray();
        return pairs.length == 0 ? null : PairedBootstrap.of(pairs, BlockLength.ofQueueing(pairs), Goal.LESS);
    }

    private Ran was() {
        List<Ran.Request> requests = new ArrayList<>();
        for (Recorded request : record.requests()) {
            int server = request.sentNanos() == Recorded.NEVER ? -1 : names.indexOf(request.server());
            requests.add(new Ran.Request(
                    request.atNanos(),
                    request.sentNanos(),
                    request.endNanos(),
                    server,
                    alone(request, server),
                    request.answered(),
                    request.rejected()));
        }
        return new Ran(slots(), requests);
    }

    private Ran replay(FleetRun.Policies policies, BooleanSupplier unwanted) {
        List<VirtualServerSpec> servers = new ArrayList<>();
        for (String name : names) {
            Calibration.Server real = server(name);
            ServerSpec declared = fleet.declared.getOrDefault(name, untold(name));
            servers.add(VirtualServerSpec.of(
                    declared, new VirtualServerSpec.Untold(real.slots(), TOKEN_NANOS / real.tokenNanos())));
        }
        FleetRun.Setup setup = new FleetRun.Setup(
                servers,
                new long[0],
                new RequestTrace(arrivals(), List.of()),
                fleet.flow,
                new FleetChanges(Nanos.NEVER, Nanos.NEVER, List.of(), fleet.reportNanos, 0, Nanos.NEVER, false),
                policies,
                SEED,
                new ServingSpec(true, Nanos.NEVER, Nanos.NEVER, 1));
        Ends ends = new Ends(record.requests().size());
        long[] seen = {0};
        new FleetRun(setup, ends).run(step -> {
            seen[0] += step;
            if (seen[0] % CHECKED == 0 && unwanted.getAsBoolean()) {
                throw new CancellationException();
            }
        });
        return new Ran(slots(), ends.requests(this));
    }

    /** What ends, by the place of its request in the record. */
    private static final class Ends implements FleetObserver {
        private final @Nullable RequestEnd[] ends;

        Ends(int requests) {
            ends = new @Nullable RequestEnd[requests];
        }

        @Override
        public void ended(RequestEnd end) {
            ends[(int) end.number() - 1] = end;
        }

        List<Ran.Request> requests(BalancerComparison of) {
            List<Ran.Request> requests = new ArrayList<>();
            for (int i = 0; i < ends.length; i++) {
                RequestEnd end = ends[i];
                Recorded recorded = of.record.requests().get(i);
                if (end == null) {
                    // Nothing more could have happened to it.
                    requests.add(new Ran.Request(0, Recorded.NEVER, 0, -1, 0, false, false));
                    continue;
                }
                requests.add(new Ran.Request(
                        end.arrival().atNanos(),
                        end.startNanos() == RequestEnd.NOT_YET ? Recorded.NEVER : end.startNanos(),
                        end.atNanos(),
                        end.server(),
                        of.alone(recorded, end.server()),
                        end.answered(),
                        end.outcome() instanceof Outcome.Rejected));
            }
            return requests;
        }
    }

    private List<RequestArrival> arrivals() {
        long first = record.requests().getFirst().atNanos();
        List<RequestArrival> arrivals = new ArrayList<>();
        for (Recorded request : record.requests()) {
            Recorded.Lengths lengths = request.lengths();
            double expected = calibration.work(new Recorded.Lengths(lengths.read(), lengths.expected(), 0));
            Stage stage = new Stage(
                    "answer",
                    Request.NO_MODEL,
                    (long) (calibration.work(lengths) * TOKEN_NANOS) + 1,
                    (long) (expected * TOKEN_NANOS) + 1,
                    0,
                    0,
                    false,
                    Stage.NOT_KEPT);
            arrivals.add(
                    new RequestArrival(request.atNanos() - first, request.tenant(), 0, Nanos.NEVER, List.of(stage)));
        }
        return arrivals;
    }

    private double alone(Recorded request, int server) {
        return server < 0
                ? 0
                : calibration.work(request.lengths())
                        * server(names.get(server)).tokenNanos();
    }

    private int[] slots() {
        return names.stream().mapToInt(name -> server(name).slots()).toArray();
    }

    private Calibration.Server server(String name) {
        Calibration.Server server = calibration.servers().get(name);
        if (server == null) {
            throw new IllegalStateException("There is no server " + name + ".");
        }
        return server;
    }

    /** One of which a gateway was told nothing. */
    private static ServerSpec untold(String name) {
        return new ServerSpec(name, 1000, 1 << 20, Integer.MAX_VALUE, 1, 0, Nanos.NEVER, 0);
    }
}
