package io.berth.sim.scale;

import io.berth.core.dispatch.Fleet;
import io.berth.core.scale.Meter;
import io.berth.core.scale.Scaler;
import io.berth.core.scale.Sight;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import io.berth.spec.fleet.ServerChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * Asks at every interval of virtual time how many servers there should be, and has servers start and leave. One that starts joins when its time is over; of
 * servers that are too many those leave first that have not joined yet, the last one first, then those with the fewest requests; they take no more, and are gone
 * when they have answered what they have.
 */
public final class Scaling {
    private final ScaleSpec spec;
    private final Fleet fleet;
    private final int[] numbers;
    private final Meter meter = new Meter();
    private final Scaler scaler;
    private final ScaleFigures figures;
    private final Starts starts;
    private long decideNanos = Nanos.NEVER;
    private long arrived;
    private long lastNanos;
    /** Servers that start and were paid for since then. */
    private int paid;

    /**
     * Of a run that begins, in which a server takes as long to start as {@code spec} says.
     *
     * @param fleet the servers by number
     * @param numbers by place the number of a server; {@link Fleet#NONE} for one that is not there; whoever has it keeps it up to date
     */
    public Scaling(ScaleSpec spec, Fleet fleet, int[] numbers) {
        this(spec, fleet, numbers, (_, _) -> new TimedStarts(spec.startNanos()));
    }

    /** The same where servers start as {@code made} says. */
    public Scaling(ScaleSpec spec, Fleet fleet, int[] numbers, Starts.Maker made) {
        this.spec = spec;
        this.fleet = fleet;
        this.numbers = numbers;
        starts = made.of(fleet, numbers);
        scaler = Scaler.of(spec, meter);
        figures = new ScaleFigures(spec, meter);
    }

    /** The first request comes. */
    public void begin(long nowNanos) {
        lastNanos = nowNanos;
        decideNanos = Nanos.after(nowNanos, spec.everyNanos());
    }

    /** A request came. */
    public void arrived(long nowNanos) {
        arrived++;
        meter.arrived(nowNanos);
    }

    /** A server answered one for which it needed so long. */
    public void served(long nanos) {
        meter.served(nanos);
    }

    /** When this does something next. */
    public long nextNanos() {
        return StrictMath.min(decideNanos, starts.nextNanos());
    }

    /** Whether servers will still join. */
    public boolean starting() {
        return starts.busy();
    }

    /**
     * What happens to servers at {@code nowNanos}, as changes of it.
     *
     * @param underWay requests that have come and not ended
     */
    public List<ServerChange> due(long nowNanos, int underWay) {
        figures.elapse(paid, nowNanos - lastNanos);
        lastNanos = nowNanos;
        List<ServerChange> changes = new ArrayList<>(starts.due(nowNanos));
        if (decideNanos <= nowNanos) {
            decide(nowNanos, underWay, changes);
            arrived = 0;
            decideNanos = Nanos.after(nowNanos, spec.everyNanos());
        }
        paid = starts.paid();
        return changes;
    }

    private void decide(long nowNanos, int underWay, List<ServerChange> changes) {
        int joining = (int) changes.stream()
                .filter(change -> change.kind() == ServerChange.Kind.JOINS)
                .count();
        List<Integer> lost = changes.stream()
                .filter(change -> change.kind() == ServerChange.Kind.LEAVES)
                .map(ServerChange::server)
                .toList();
        List<Integer> there = there();
        there.removeAll(lost);
        int starting = starts.starting().size();
        long running = 0;
        for (int number = 0; number < fleet.size(); number++) {
            running += fleet.present(number) ? fleet.running(number) : 0;
        }
        int up = joining
                + (int) there.stream().filter(place -> fleet.up(numbers[place])).count();
        Sight sight = new Sight(nowNanos, up, starting, running, StrictMath.max(0, underWay - running), arrived);
        figures.interval(arrived, up, holding(joining));
        int wanted = scaler.wanted(sight);
        int now = there.size() + joining + starting;
        if (wanted > now) {
            start(wanted - now, nowNanos);
        } else if (wanted < now) {
            end(now - wanted, nowNanos, there, changes);
        }
        figures.decided(now, wanted);
    }

    /** Servers that are paid for: those that start, are there, or have not left yet. */
    private int holding(int joining) {
        return joining
                + starts.paid()
                + (int) Arrays.stream(numbers)
                        .filter(number -> number != Fleet.NONE)
                        .count();
    }

    /** The places of servers that are there and do not leave. */
    private List<Integer> there() {
        List<Integer> there = new ArrayList<>();
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] != Fleet.NONE && !fleet.draining(numbers[place])) {
                there.add(place);
            }
        }
        return there;
    }

    /** Starts so many more, as far as there are places that nobody is at; a server that has not left yet keeps its own. */
    private void start(int more, long nowNanos) {
        int left = more;
        for (int place = 0; place < numbers.length && left > 0; place++) {
            if (numbers[place] == Fleet.NONE && !starts.takes(place)) {
                starts.start(place, nowNanos);
                left--;
            }
        }
    }

    private void end(int fewer, long nowNanos, List<Integer> there, List<ServerChange> changes) {
        int left = fewer;
        for (int place : starts.starting().reversed()) {
            if (left > 0) {
                starts.giveUp(place, nowNanos);
                left--;
            }
        }
        List<Integer> idle = new ArrayList<>(there);
        idle.sort(Comparator.comparingInt((Integer place) -> fleet.outstanding(numbers[place]))
                .thenComparing(Comparator.reverseOrder()));
        // One that answers stays until another does.
        for (int place : idle.subList(0, StrictMath.min(left, StrictMath.max(0, idle.size() - 1)))) {
            changes.add(new ServerChange(nowNanos, place, ServerChange.Kind.LEAVES));
        }
    }

    /**
     * Puts the figures.
     *
     * @param presentSeconds of servers together that were there
     */
    public void put(SortedMap<String, Double> all, double presentSeconds) {
        figures.put(all, presentSeconds);
    }
}
