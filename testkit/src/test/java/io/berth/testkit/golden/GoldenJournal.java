package io.berth.testkit.golden;

import io.berth.app.catalog.FullCatalog;
import io.berth.core.decision.Decision;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.live.journal.JournalOrigin;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A journal that an earlier build wrote, unpacked into {@code folder}. */
record GoldenJournal(Path folder) {
    /** Frames that one digest stands for. */
    private static final int BLOCK = 50;

    private static final String SNAPSHOT = "snapshot-";
    private static final String SEGMENT = "segment-";

    /** Unpacks {@code packed} into {@code folder}, which is there and empty. */
    static GoldenJournal unpacked(Path packed, Path folder) throws IOException {
        try (InputStream bytes = Files.newInputStream(packed);
                ZipInputStream zip = new ZipInputStream(bytes)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, folder.resolve(Path.of(entry.getName()).getFileName()));
            }
        }
        return new GoldenJournal(folder);
    }

    /** The frames that its snapshots cover, rising. */
    List<Long> snapshots() throws IOException {
        return numbers(SNAPSHOT);
    }

    /** The first frames of its segments, rising. */
    List<Long> segments() throws IOException {
        return numbers(SEGMENT);
    }

    /** All of it decided again, from the first frame that is left. */
    Recovery redecided() {
        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);
        return redecided(origin.state(), origin.reader());
    }

    /** What comes after {@code snapshot} frames decided again, from the snapshot on. */
    Recovery redecidedAfter(long snapshot) {
        RecoveredJournal.Earlier earlier = RecoveredJournal.before(folder, snapshot);
        return redecided(earlier.state(), earlier.reader());
    }

    /** The state that the first {@code frames} frames lead to, from the first that is left, or all; no policy runs. */
    State recovered(long frames) {
        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);
        Recovery recovery = Recovery.recover(origin.state());
        JournalReader reader = origin.reader();
        Frame frame = frames > reader.position() ? reader.next() : null;
        while (frame != null) {
            recovery.apply(frame);
            frame = frames > reader.position() ? reader.next() : null;
        }
        return recovery.state();
    }

    /** The state that the snapshot of {@code frames} frames holds. */
    State snapshot(long frames) {
        return RecoveredJournal.before(folder, frames).state();
    }

    private static Recovery redecided(State state, JournalReader reader) {
        Recovery recovery = Recovery.redecide(state, FullCatalog.get());
        reader.forEachRemaining(recovery::apply);
        return recovery;
    }

    /** What it tells, line by line: what happened and was decided, and the states that this led to. */
    List<String> account() {
        JournalOrigin origin = JournalOrigin.within(folder, Long.MAX_VALUE);
        long first = origin.reader().position();
        List<Frame> frames = new ArrayList<>();
        origin.reader().forEachRemaining(frames::add);
        TreeMap<String, Long> counts = new TreeMap<>();
        List<String> happened = new ArrayList<>();
        Recovery recovery = Recovery.recover(origin.state(), new Ends(happened, counts));
        List<String> lines = new ArrayList<>();
        List<String> half = List.of();
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            recovery.apply(frame);
            tell(frame, happened, counts);
            if ((i + 1) % BLOCK == 0 || i + 1 == frames.size()) {
                lines.add("to frame " + (first + i) + ": happened " + Digest.of(happened) + ", state "
                        + StateText.digest(recovery.state()));
                happened.clear();
            }
            half = i == frames.size() / 2 ? StateText.shown(recovery.state()) : half;
        }
        List<String> account = new ArrayList<>();
        account.add("from frame " + first + ": " + frames.size());
        counts.forEach((kind, count) -> account.add(kind + ": " + count));
        account.addAll(lines);
        account.add("-- half way --");
        account.addAll(half);
        account.add("-- at the end --");
        account.addAll(StateText.shown(recovery.state()));
        return account;
    }

    private static void tell(Frame frame, List<String> happened, TreeMap<String, Long> counts) {
        happened.add("at " + frame.atNanos() + " with" + (frame.plan() == null ? "out" : "") + " a plan");
        for (Event event : frame.events()) {
            happened.add(FrameText.of(event));
            counts.merge("event " + kind(happened.getLast()), 1L, Long::sum);
        }
        for (Decision decision :
                frame.plan() == null ? List.<Decision>of() : frame.plan().decisions()) {
            happened.add(FrameText.of(decision));
            counts.merge("decision " + kind(happened.getLast()), 1L, Long::sum);
        }
    }

    private static String kind(String line) {
        return line.substring(0, line.indexOf(' '));
    }

    private List<Long> numbers(String prefix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .map(name -> Long.valueOf(name.substring(prefix.length(), name.indexOf('.'))))
                    .sorted()
                    .toList();
        }
    }

    /** Hears how jobs left. */
    private record Ends(List<String> happened, TreeMap<String, Long> counts) implements Observer {
        @Override
        public void ended(JobEnd end) {
            happened.add("left " + end.job().id() + " " + end.outcome() + " at " + end.atNanos() + ", ended "
                    + end.endNanos() + ", nodes " + nodes(end));
            counts.merge("left " + end.outcome(), 1L, Long::sum);
        }

        private static String nodes(JobEnd end) {
            int tasks = end.job().waiting() ? 0 : end.job().spec().tasks();
            int[] nodes = new int[tasks];
            Arrays.setAll(nodes, end.job()::node);
            return Arrays.toString(nodes);
        }
    }
}
