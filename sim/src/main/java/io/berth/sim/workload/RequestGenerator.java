package io.berth.sim.workload;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Items;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import io.berth.sim.request.Stage;
import io.berth.spec.fleet.RequestsSpec;
import io.berth.spec.fleet.StageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Requests drawn from the distributions of a scenario; each is a function of (seed, index) alone. */
public final class RequestGenerator implements RequestStream {
    private static final String STREAM = "generate.request";
    private static final String TURNS = "generate.turns";

    private final RequestsSpec.Generated spec;
    private final long seed;
    private final ArrivalGaps gaps;
    private final LogNormal work;
    private final Choice<Integer> models;
    /** How many models there are. */
    private final int count;

    private final Choice<Long> memory;
    private final List<StageModel> stages;
    private final double[] contents;
    private final Bonds bonds;
    private final Choice<Integer> items;

    private record StageModel(StageSpec spec, int model) {}

    /**
     * @param models the names of the fleet's models, by number
     * @param capacity what the fleet does at once, in servers of speed 1
     */
    public RequestGenerator(RequestsSpec.Generated spec, List<String> models, double capacity, long seed) {
        this.spec = spec;
        this.seed = seed;
        work = new LogNormal(spec.medianNanos(), spec.sigma(), spec.maxNanos());
        double gap = spec.interarrivalNanos() > 0
                ? spec.interarrivalNanos()
                : workOf(spec, work.mean()) / (spec.load() * capacity);
        gaps = new ArrivalGaps(seed, gap, spec.burstiness() * spec.burstiness());
        this.models = new Choice<>(models(spec, models));
        count = models.size();
        memory = new Choice<>(weighted(spec.memory()));
        stages = spec.stages().stream()
                .map(stage -> new StageModel(stage, models.indexOf(stage.model())))
                .toList();
        contents = zipf(spec.contents());
        bonds = new Bonds(spec.bonds());
        items = new Choice<>(weighted(spec.items().counts()));
    }

    /** The mean work of a request whose items, or all of it, are {@code mean}. */
    private static double workOf(RequestsSpec.Generated spec, double mean) {
        double count = 0;
        double weights = 0;
        for (Map.Entry<Integer, Double> each : spec.items().counts().entrySet()) {
            count += each.getKey() * each.getValue();
            weights += each.getValue();
        }
        return spec.items().callNanos() + mean * shares(spec.stages()) * count / weights;
    }

    @Override
    public long size() {
        return spec.requests();
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return new Iterator<>() {
            private int index;
            private long atNanos;

            @Override
            public boolean hasNext() {
                return index < spec.requests();
            }

            @Override
            public RequestArrival next() {
                if (bonds.begins(index)) {
                    atNanos = Nanos.after(atNanos, bonds.size() * gaps.before(index / bonds.size()));
                }
                return arrival(index++, atNanos);
            }
        };
    }

    private RequestArrival arrival(long index, long atNanos) {
        Chance chance = new Chance(seed, STREAM, index);
        double nanos = StrictMath.max(1, work.draw(chance));
        double miss = StrictMath.pow(spec.estimateError(), 2 * chance.unit() - 1);
        int model = model(index, atNanos, models.at(chance.unit()));
        long bytes = memory.at(chance.unit());
        int drawn = chance.below(spec.tenants());
        int tenant = bonds.size() == 1 ? drawn : bonds.tenant(seed, index, spec.tenants());
        long content = content(chance.unit());
        List<Stage> parts = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            StageModel stage = stages.get(i);
            long part = (long) StrictMath.max(1, nanos * stage.spec().share());
            parts.add(new Stage(
                    stage.spec().name(),
                    stage.spec().model().isEmpty() ? model : stage.model(),
                    part,
                    (long) StrictMath.max(1, part * miss),
                    0,
                    bytes,
                    stage.spec().beside(),
                    stage.spec().cached() ? content * stages.size() + i : Stage.NOT_KEPT));
        }
        if (!parts.isEmpty()) {
            return new RequestArrival(atNanos, tenant, 0, Nanos.NEVER, parts, bond(index, chance), null);
        }
        int count = items.at(chance.unit());
        long callNanos = spec.items().callNanos();
        double all = callNanos + nanos * count;
        long expected = (long) StrictMath.max(1, all * miss);
        parts.add(new Stage("all", model, (long) all, expected, 0, bytes, false, Stage.NOT_KEPT));
        return new RequestArrival(
                atNanos, tenant, 0, Nanos.NEVER, parts, bond(index, chance), new Items(count, callNanos));
    }

    /** The model whose turn it is, for a share of requests; for the others {@code drawn}. */
    private int model(long index, long atNanos, int drawn) {
        RequestsSpec.Generated.Turns turns = spec.turns();
        if (turns == null || count == 0 || Chance.unitAt(seed, TURNS, index, 0) >= turns.share()) {
            return drawn;
        }
        return (int) (atNanos / turns.everyNanos() % count);
    }

    private RequestArrival.Bond bond(long index, Chance chance) {
        return new RequestArrival.Bond(bonds.of(index, chance), spec.bonds().stateNanos());
    }

    private int content(double unit) {
        int found = Arrays.binarySearch(contents, unit * contents[contents.length - 1]);
        return StrictMath.min(contents.length - 1, found < 0 ? -found - 1 : found);
    }

    private static double shares(List<StageSpec> stages) {
        double sum = 0;
        for (StageSpec stage : stages) {
            sum += stage.share();
        }
        return stages.isEmpty() ? 1 : sum;
    }

    private static List<Weighted<Integer>> models(RequestsSpec.Generated spec, List<String> names) {
        List<Weighted<Integer>> models = new ArrayList<>();
        for (int model = 0; model < names.size(); model++) {
            double weight = spec.models().isEmpty() ? 1 : spec.models().getOrDefault(names.get(model), 0.0);
            models.add(new Weighted<>(model, weight));
        }
        if (models.isEmpty()) {
            models.add(new Weighted<>(Request.NO_MODEL, 1));
        }
        return models;
    }

    private static <T> List<Weighted<T>> weighted(Map<T, Double> weights) {
        List<Weighted<T>> values = new ArrayList<>();
        weights.forEach((value, weight) -> values.add(new Weighted<>(value, weight)));
        return values;
    }

    /** The weights of contents by rank, 1/k (Zipf's law), added up. */
    private static double[] zipf(int count) {
        double[] upTo = new double[count];
        double sum = 0;
        for (int rank = 0; rank < count; rank++) {
            sum += 1.0 / (rank + 1);
            upTo[rank] = sum;
        }
        return upTo;
    }
}
