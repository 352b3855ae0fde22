package io.berth.core.scale;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.series.Forecast;
import io.berth.core.series.SeriesBook;
import io.berth.core.series.model.Seasons;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Which models are loaded where before anybody asks for them. A forecast of the requests for each model says on how many servers it should be: on one where it
 * will probably be asked for while it would load, on more where that many requests would keep more than half of a server's slots busy. What is missing takes free
 * memory, or that of a model that is on more servers than it should be, hardly asked for beside it and not in use. Never more time goes into such loads than the budget has grown to since
 * the begin.
 */
public final class Warmer {
    private static final int FITS = 4;
    private static final double LEVEL = 0.8;
    /** A model of which more requests are expected keeps the last server that has it. */
    private static final double REMOTE = 0.05;
    /** Who leaves is asked for at most so much of who takes its place: what is wanted alike is better left to who is asked. */
    private static final double HARDLY = 0.05;
    /** Of the slots of a server, what one model is to keep busy. */
    private static final double BUSY = 0.5;

    private static final int NOTHING = -1;

    private final WarmSpec spec;
    private final Fleet fleet;
    private final Loader loader;
    private final SeriesBook book = new SeriesBook();
    private final long[] asked;
    private final double[] expected;
    /** By model, on how many servers it should be, and is. */
    private final int[] wanted;

    private final int[] copies;
    private final Meter meter = new Meter();
    private final int steps;
    private long spentNanos;
    private double serverNanos;
    private long lastNanos;

    /** Who loads. */
    public interface Loader {
        /** Has {@code server} load {@code model} in place of {@code victim}, -1 for none; false where that is in use, and nothing is done. */
        boolean load(int server, int model, int victim);
    }

    /**
     * Nothing is known yet.
     *
     * @param models how many there are
     * @param nowNanos from when on the budget grows
     */
    public Warmer(WarmSpec spec, Fleet fleet, int models, Loader loader, long nowNanos) {
        this.spec = spec;
        this.fleet = fleet;
        this.loader = loader;
        asked = new long[models];
        expected = new double[models];
        wanted = new int[models];
        copies = new int[models];
        long longest = 0;
        for (int server = 0; server < fleet.size(); server++) {
            longest = usable(server) ? StrictMath.max(longest, loadNanos(server)) : longest;
        }
        steps = (int) StrictMath.min(1000, (longest + spec.everyNanos() - 1) / spec.everyNanos() + 1);
        long season = spec.seasonNanos() / spec.everyNanos();
        for (int model = 0; model < models; model++) {
            book.add(season < 2 ? Seasons.NONE : Seasons.of((int) season), steps);
        }
        lastNanos = nowNanos;
    }

    /** A request for {@code model} came, which may be {@link Request#NO_MODEL}. */
    public void asked(int model) {
        if (model != Request.NO_MODEL) {
            asked[model]++;
        }
    }

    /** A server needed so long for one, its wait not counted. */
    public void served(long nanos) {
        meter.served(nanos);
    }

    /** Decides what is loaded now, and has it loaded. */
    public void decide(long nowNanos) {
        int servers = 0;
        double slots = 0;
        Arrays.fill(copies, 0);
        for (int server = 0; server < fleet.size(); server++) {
            if (usable(server)) {
                servers++;
                slots += fleet.spec(server).slots();
                count(server);
            }
        }
        serverNanos += (double) servers * (nowNanos - lastNanos);
        lastNanos = nowNanos;
        List<Integer> missing = new ArrayList<>();
        for (int model = 0; model < asked.length; model++) {
            expect(model, slots / StrictMath.max(1, servers));
            if (copies[model] < wanted[model]) {
                missing.add(model);
            }
        }
        book.fit(FITS);
        missing.sort(Comparator.comparingDouble((Integer model) -> -expected[model]));
        missing.forEach(this::warm);
    }

    private void count(int server) {
        for (int model = 0; model < copies.length; model++) {
            copies[model] += fleet.loaded(server, model) ? 1 : 0;
        }
    }

    /** On how many servers of {@code slots} the model should be. */
    private void expect(int model, double slots) {
        book.observe(model, (double) asked[model]);
        asked[model] = 0;
        Forecast forecast = book.ahead(model, LEVEL);
        if (forecast == null) {
            expected[model] = 0;
            wanted[model] = copies[model];
            return;
        }
        expected[model] = Arrays.stream(forecast.mean()).sum();
        double most = Arrays.stream(forecast.mean()).max().orElse(0) / Nanos.toSeconds(spec.everyNanos());
        int enough = (int) StrictMath.ceil(most * meter.serviceSeconds() / (BUSY * slots));
        // As many as are expected come by a Poisson process, so that none comes with a probability of e^-expected.
        boolean probable = 1 - StrictMath.exp(-expected[model]) >= spec.least();
        int kept = expected[model] >= REMOTE ? StrictMath.min(1, copies[model]) : 0;
        wanted[model] = probable ? StrictMath.max(1, enough) : kept;
    }

    private void warm(int model) {
        while (copies[model] < wanted[model] && warmed(model)) {
            copies[model]++;
        }
    }

    /** On the fastest server that can have it at once, of those for which the least that is expected leaves. */
    private boolean warmed(int model) {
        record Place(int server, int victim, double lost) {}
        List<Place> places = new ArrayList<>();
        for (int server = 0; server < fleet.size(); server++) {
            boolean affordable = spentNanos + (double) loadNanos(server) <= spec.budget() * serverNanos;
            if (usable(server) && affordable && !fleet.loaded(server, model)) {
                int victim = victim(server, model);
                boolean free = fleet.freeBytes(server) >= fleet.modelBytes(model);
                if (free || victim != NOTHING) {
                    places.add(new Place(server, free ? NOTHING : victim, free ? 0 : expected[victim]));
                }
            }
        }
        places.sort(Comparator.comparingDouble(Place::lost)
                .thenComparingInt(place -> -fleet.spec(place.server()).speedMilli()));
        for (Place place : places) {
            if (loader.load(place.server(), model, place.victim())) {
                spentNanos += loadNanos(place.server());
                if (place.victim() != NOTHING) {
                    copies[place.victim()]--;
                }
                return true;
            }
        }
        return false;
    }

    /** What {@code server} would give up for {@code model}: of those that are on more servers than they should be, the one of which the least is expected. */
    private int victim(int server, int model) {
        int least = NOTHING;
        for (int other = 0; other < expected.length; other++) {
            boolean room = fleet.loaded(server, other)
                    && fleet.freeBytes(server) + fleet.modelBytes(other) >= fleet.modelBytes(model);
            if (room && copies[other] > wanted[other] && expected[other] < HARDLY * expected[model]) {
                least = least == NOTHING || expected[other] < expected[least] ? other : least;
            }
        }
        return least;
    }

    private boolean usable(int server) {
        return fleet.present(server) && fleet.up(server) && !fleet.draining(server) && loadNanos(server) != Nanos.NEVER;
    }

    private long loadNanos(int server) {
        return fleet.spec(server).loadNanos();
    }

    /** Time of servers that went into loads so far. */
    public long spentNanos() {
        return spentNanos;
    }
}
