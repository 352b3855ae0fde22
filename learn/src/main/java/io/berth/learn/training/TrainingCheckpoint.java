package io.berth.learn.training;

import io.berth.learn.checkpoint.Checkpoint;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.store.WholeFile;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The file that a training keeps its state in, with all that its result depends on beside it: so a training goes on from a state of its
 * own alone.
 */
public final class TrainingCheckpoint {
    private static final String KIND = "training";
    private static final String ABSENT = "not set";
    private static final int MOST_TOLD = 4;

    private final Path file;
    private final SortedMap<String, String> facts;

    /** @param facts what is learnt, how and by what, each by its name: a word, a key with dots, or words for what follows from those */
    public TrainingCheckpoint(Path file, SortedMap<String, String> facts) {
        this.file = file;
        this.facts = new TreeMap<>(facts);
    }

    /** The file. */
    public Path file() {
        return file;
    }

    /** Writes the state of {@code training}; a crash leaves this one or the one before. */
    public void write(Checkpointed training) {
        CheckpointWriter state = new CheckpointWriter();
        training.write(state);
        byte[] bytes = Checkpoint.of(KIND, new Content(state.bytes()));
        try {
            WholeFile.write(file, file.resolveSibling(file.getFileName() + ".new"), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("The checkpoint " + file + " cannot be written: " + e, e);
        }
    }

    /**
     * The state that was written; null where there is none.
     *
     * @throws InputException where the file is damaged, or of a training that would come to something else
     */
    public byte @Nullable [] read() {
        if (!Files.exists(file)) {
            return null;
        }
        Content content = new Content(new byte[0]);
        Checkpoint.restore(place(), bytes(), KIND, content);
        return content.state;
    }

    /** Puts the state that was written into {@code training}; false where there is none. */
    public boolean restore(Checkpointed training) {
        byte[] state = read();
        if (state == null) {
            return false;
        }
        CheckpointReader reader = new CheckpointReader(place(), state);
        training.read(reader);
        if (!reader.atEnd()) {
            throw reader.wrong("it holds more than the state of this training");
        }
        return true;
    }

    private String place() {
        return file.toString();
    }

    private byte[] bytes() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InputException(place(), "cannot be read: " + e);
        }
    }

    /** What is said of all of it has no dots, such as the agent, and is told first; what follows from the rest is in words. */
    private static int rank(String name) {
        return name.contains(" ") ? 2 : name.contains(".") ? 1 : 0;
    }

    /** What is in the file. */
    private final class Content implements Checkpointed {
        private byte[] state;

        private Content(byte[] state) {
            this.state = state;
        }

        @Override
        public void write(CheckpointWriter to) {
            to.add(facts.size());
            facts.forEach((name, fact) -> {
                to.add(name);
                to.add(fact);
            });
            to.add(state);
        }

        @Override
        public void read(CheckpointReader from) {
            TreeMap<String, String> written = new TreeMap<>();
            for (int left = from.integer(); left > 0; left--) {
                written.put(from.text(), from.text());
            }
            List<String> differences = differences(written);
            if (!differences.isEmpty()) {
                int told = Math.min(MOST_TOLD, differences.size());
                String more = told < differences.size() ? "; and " + (differences.size() - told) + " more" : "";
                throw from.wrong("it is of another training: " + String.join("; ", differences.subList(0, told)) + more
                        + ". Go on with what it was made with, or name another folder");
            }
            state = from.bytes();
        }

        private List<String> differences(SortedMap<String, String> written) {
            TreeSet<String> names = new TreeSet<>(
                    Comparator.comparingInt(TrainingCheckpoint::rank).thenComparing(Comparator.naturalOrder()));
            names.addAll(written.keySet());
            names.addAll(facts.keySet());
            List<String> differences = new ArrayList<>();
            for (String name : names) {
                String was = written.getOrDefault(name, ABSENT);
                String is = facts.getOrDefault(name, ABSENT);
                if (!was.equals(is)) {
                    differences.add(name + " was " + was + ", and is " + is + " here");
                }
            }
            return differences;
        }
    }
}
