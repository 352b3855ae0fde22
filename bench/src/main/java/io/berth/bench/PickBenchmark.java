package io.berth.bench;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.balance.Learnt;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.LargestServer;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.column.ServerColumns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One request on its way through a fleet: a pick, the request is sent, gets a slot, and one that came {@value #INSIDE} requests
 * earlier ends. Everything that a balancer keeps per server is brought up to date within.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PickBenchmark {
    private static final int INSIDE = 2048;
    private static final int SHAPES = 64;
    private static final int MODELS = 8;

    @Param({"100", "1000", "10000"})
    int servers;

    @Param({
        "round-robin",
        "weighted",
        "random",
        "least-connections",
        "power-of-two",
        "load-aware",
        "resource-aware",
        "priority-to-fast",
        "learnt"
    })
    String balancer = "load-aware";

    private final Chance chance = new Chance(1, "bench", 0);
    private final Request[] requests = new Request[SHAPES];
    private final int[] inside = new int[INSIDE];
    private Fleet fleet = new Fleet(List.of(), new long[0]);
    private Balancer policy = DispatchCatalog.standard().balancer(PolicySpec.of("round-robin"));
    private long next;

    /** Fills the fleet. */
    @Setup
    public void fill() {
        List<ServerSpec> specs = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            int speed = 500 << server % 4;
            specs.add(new ServerSpec("s", speed, 1, speed, speed, 16L << server % 3, Nanos.SECOND, 0));
        }
        long[] models = {2, 2, 4, 4, 8, 8, 12, 12};
        fleet = new Fleet(specs, models);
        for (int server = 0; server < servers; server++) {
            fleet.setLoaded(server, server % MODELS, true);
        }
        policy = balancer.equals("learnt")
                ? learnt()
                : DispatchCatalog.standard().balancer(PolicySpec.of(balancer));
        policy.begin(fleet);
        for (int shape = 0; shape < SHAPES; shape++) {
            requests[shape] = new Request(
                    shape,
                    0,
                    shape % 2,
                    Need.of(shape % MODELS, Nanos.SECOND * (1 + shape), shape % 5),
                    0,
                    Nanos.NEVER);
        }
        next = 0;
        for (int i = 0; i < INSIDE; i++) {
            send();
        }
    }

    /** By a network of the size that berth train learns; drawn weights take a pick as long as learnt ones. */
    private Balancer learnt() {
        LayerSizes shape = LayerSizes.relu(ServerColumns.COUNT, 32, 19, 19, 1);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return new Learnt(new BalancerModel(
                new LargestServer(4000, 1, 64), new LearntNetwork<>(shape, weights, new TreeMap<>())));
    }

    /** One request comes and one ends. */
    @Benchmark
    public int request() {
        int place = (int) (next % INSIDE);
        fleet.finished(inside[place], requests[(int) ((next - INSIDE) % SHAPES)]);
        return send();
    }

    private int send() {
        Request request = requests[(int) (next % SHAPES)];
        int server = policy.pick(request, fleet, next, chance);
        fleet.sent(server, request);
        fleet.started(server);
        inside[(int) (next % INSIDE)] = server;
        next++;
        return server;
    }
}
