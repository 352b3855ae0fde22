package io.berth.spec.fleet;

import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Durations;
import io.berth.spec.scale.ScaleKeys;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Reads what happens to the servers of a fleet. */
final class ChangesReader {
    /** An error lists no more names than this. */
    private static final int FEW = 20;
    /** So many times as long takes what a server slows that says no factor. */
    private static final double TIMES = 10;
    /** A GPU that two use gives each half of its time at least. */
    private static final double LEAST_PART = 0.5;

    private final List<String> names;

    private record Event(ServerChange change, Tree tree) {}

    /** What a server is between two events. */
    private enum Where {
        UP,
        DOWN,
        ILL,
        AWAY
    }

    /** @param names of all servers, by their places */
    ChangesReader(List<String> names) {
        this.names = names;
    }

    FleetChanges read(Fields fleet) {
        Fields failures = fleet.section("failures");
        long between = FleetScenarioReader.positive(failures, "mean_time_between");
        long repair = FleetScenarioReader.positive(failures, "mean_time_to_repair");
        List<Event> events = new ArrayList<>();
        for (Tree item : fleet.has("events") ? fleet.items("events") : List.<Tree>of()) {
            Fields event = FleetSchema.EVENT.read(item);
            ServerChange.Kind kind =
                    ServerChange.Kind.valueOf(event.text("happens").toUpperCase(Locale.ROOT));
            if (event.has("factor") && kind != ServerChange.Kind.SLOWS) {
                throw InputException.at(event.value("factor"), "goes only with happens: slows");
            }
            double others = others(event, kind);
            double usual = others > 0 ? 1 / Math.max(LEAST_PART, 1 - others) : TIMES;
            double slower = event.has("factor") ? event.number("factor") : usual;
            double factor = kind == ServerChange.Kind.SLOWS ? slower : 1;
            events.add(new Event(new ServerChange(event.nanos("at"), place(event), kind, factor, others), item));
        }
        check(events, between != Nanos.NEVER);
        if (fleet.has(ScaleKeys.KEY)) {
            checkScaled(events);
        }
        return new FleetChanges(
                between,
                repair,
                events.stream().map(Event::change).toList(),
                FleetScenarioReader.positive(fleet, "report_interval"),
                fleet.nanos("stop_time"),
                FleetScenarioReader.positive(fleet, "gpu_interval"),
                fleet.flag("watched"));
    }

    /** Where the number of servers follows the requests nobody else says which are there. */
    private static void checkScaled(List<Event> events) {
        for (Event event : events) {
            ServerChange.Kind kind = event.change().kind();
            if (kind == ServerChange.Kind.JOINS || kind == ServerChange.Kind.LEAVES) {
                throw InputException.at(
                        event.tree(),
                        "does not go with " + ScaleKeys.KEY + ", which has servers join and leave itself");
            }
        }
    }

    private static double others(Fields event, ServerChange.Kind kind) {
        if (!event.has("gpu")) {
            return 0;
        }
        if (kind != ServerChange.Kind.SLOWS) {
            throw InputException.at(event.value("gpu"), "goes only with happens: slows");
        }
        return event.number("gpu");
    }

    private int place(Fields event) {
        String name = event.text("server");
        int place = names.indexOf(name);
        if (place < 0) {
            throw InputException.at(event.value("server"), unknown(name));
        }
        return place;
    }

    private String unknown(String name) {
        if (names.size() <= FEW) {
            return InputException.unknown("server", name, names);
        }
        String nearest = NearestName.of(name, names);
        String hint = nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
        return "unknown server " + Quote.of(name) + hint + " (" + names.size() + " are known, from " + names.getFirst()
                + " to " + names.getLast() + ")";
    }

    /** No server joins that is there, recovers that is up, or fails or leaves that is not there. */
    private void check(List<Event> events, boolean chance) {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(event -> event.change().atNanos()));
        TreeMap<Integer, Where> where = new TreeMap<>();
        for (Event event : sorted) {
            ServerChange change = event.change();
            boolean joins = change.kind() == ServerChange.Kind.JOINS;
            Where before = where.getOrDefault(change.server(), joins ? Where.AWAY : Where.UP);
            if (!possible(change.kind(), before, chance)) {
                throw InputException.at(event.tree(), impossible(change, before));
            }
            where.put(change.server(), after(change.kind()));
        }
    }

    private static boolean possible(ServerChange.Kind kind, Where before, boolean chance) {
        return switch (kind) {
            case FAILS, SLOWS, HANGS, ERRS -> before == Where.UP || before == Where.ILL;
            case RECOVERS -> before == Where.DOWN || before == Where.ILL || (chance && before == Where.UP);
            case LEAVES -> before != Where.AWAY;
            case JOINS -> before == Where.AWAY;
        };
    }

    private static Where after(ServerChange.Kind kind) {
        return switch (kind) {
            case FAILS -> Where.DOWN;
            case SLOWS, HANGS, ERRS -> Where.ILL;
            case RECOVERS, JOINS -> Where.UP;
            case LEAVES -> Where.AWAY;
        };
    }

    private String impossible(ServerChange change, Where before) {
        String is = switch (before) {
            case UP -> "is there and up";
            case DOWN -> "has failed";
            case ILL -> "is slow, hangs or errs";
            case AWAY -> "has left";
        };
        return names.get(change.server()) + " " + is + " at " + Durations.format(change.atNanos())
                + ", so it cannot be that it " + change.kind().name().toLowerCase(Locale.ROOT);
    }
}
