package io.berth.live.run;

import io.berth.core.catalog.Catalog;
import io.berth.core.event.Event;
import io.berth.core.state.Observer;
import io.berth.live.clock.Clock;
import io.berth.live.clock.TimeOptions;
import io.berth.live.journal.file.JournalOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run is made of.
 *
 * @param seed of all chance in decisions; a journal that is there has its own, which holds
 * @param catalog the policies
 * @param journal the journal's directory, or null to keep nothing
 * @param journalOptions how it is kept
 * @param time how time passes
 * @param clock the machine's clocks
 * @param observer follows what happens, on the engine's thread
 * @param beginning what a new system begins with: nodes, strategy, expected mix
 */
public record LiveOptions(
        long seed,
        Catalog catalog,
        @Nullable Path journal,
        JournalOptions journalOptions,
        TimeOptions time,
        Clock clock,
        Observer observer,
        List<Event> beginning) {
    public LiveOptions {
        beginning = List.copyOf(beginning);
    }

    /** In real time, without a journal. */
    public static LiveOptions of(long seed, List<Event> beginning) {
        return new LiveOptions(
                seed,
                Catalog.standard(),
                null,
                JournalOptions.LIVE,
                TimeOptions.REAL,
                Clock.SYSTEM,
                new Observer() {},
                beginning);
    }

    /** The same, kept in {@code journal}; null to keep nothing. */
    public LiveOptions withJournal(@Nullable Path journal, JournalOptions options) {
        return new LiveOptions(seed, catalog, journal, options, time, clock, observer, beginning);
    }

    /** The same with the policies of {@code catalog}. */
    public LiveOptions withCatalog(Catalog catalog) {
        return new LiveOptions(seed, catalog, journal, journalOptions, time, clock, observer, beginning);
    }

    /** The same under another time. */
    public LiveOptions withTime(TimeOptions time) {
        return new LiveOptions(seed, catalog, journal, journalOptions, time, clock, observer, beginning);
    }

    /** The same on other clocks. */
    public LiveOptions withClock(Clock clock) {
        return new LiveOptions(seed, catalog, journal, journalOptions, time, clock, observer, beginning);
    }

    /** The same, followed by {@code observer}. */
    public LiveOptions withObserver(Observer observer) {
        return new LiveOptions(seed, catalog, journal, journalOptions, time, clock, observer, beginning);
    }
}
