package io.berth.app.replay;

import io.berth.core.journal.Frame;
import io.berth.live.journal.JournalReader;
import io.berth.sim.scenario.RecordedJournals;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Journals as {@code live} keeps them, for whoever needs all frames from the first one. */
public final class StoredJournals implements RecordedJournals {
    @Override
    public void read(Path folder, Consumer<Frame> each) {
        open(folder).forEachRemaining(each);
    }

    /** A reader at the first frame of the journal in {@code folder}. */
    static JournalReader open(Path folder) {
        JournalReader reader = JournalReader.open(folder);
        if (reader.position() > 0) {
            long begin = reader.position();
            Frame first = reader.next();
            throw new InputException(
                    folder.toString(),
                    "its first " + begin + " frames were deleted, and this needs them; it reaches back to "
                            + (first == null ? "now" : Replay.time(first.atNanos()))
                            + ", and disk: {journal: ..., journal_span: ...} of berth up keeps more");
        }
        return reader;
    }
}
