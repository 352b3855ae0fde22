package io.berth.local.mig;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Which instances are Berth's own: a file that is written before one is made, and after it is gone. Its first line is the boot, as no
 * instance outlives one and their numbers are given again. From any thread.
 */
final class MigLedger {
    private static final String FILE = "mig-instances";

    private final Path file;
    private final String boot;
    private List<MadeInstance> made;

    private MigLedger(Path file, String boot, List<MadeInstance> made) {
        this.file = file;
        this.boot = boot;
        this.made = made;
    }

    /**
     * What is kept in {@code folder}; nothing of another boot. A line that is none says nothing: then an instance counts as somebody else's.
     */
    static MigLedger of(Path folder, String boot) {
        Path file = folder.resolve(FILE);
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            boolean same = !lines.isEmpty() && lines.getFirst().equals(boot);
            List<MadeInstance> made = lines.stream()
                    .skip(1)
                    .map(MadeInstance::parse)
                    .filter(Objects::nonNull)
                    .toList();
            return new MigLedger(file, boot, same ? made : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** All of them. */
    synchronized List<MadeInstance> all() {
        return made;
    }

    /**
     * Writes {@code instance} down, in the place of the one that is at its place.
     *
     * @throws UncheckedIOException where it cannot be written; then nothing is changed
     */
    synchronized void put(MadeInstance instance) {
        List<MadeInstance> next = new ArrayList<>(made);
        next.removeIf(instance::isAt);
        next.add(instance);
        write(next);
        made = List.copyOf(next);
    }

    /** Those that are in the way of {@code instance} were never made, or are gone. */
    synchronized void only(MadeInstance instance) {
        forget(made.stream()
                .filter(other -> other.isAt(instance) || !other.meets(instance))
                .toList());
    }

    /** {@code instance} is not there any more. */
    synchronized void drop(MadeInstance instance) {
        forget(made.stream().filter(other -> !other.isAt(instance)).toList());
    }

    /** Nobody but {@code holder} is changed, by {@code change}. */
    synchronized void change(TaskKey holder, UnaryOperator<MadeInstance> change) {
        forget(made.stream()
                .map(each -> holder.equals(each.holder()) ? change.apply(each) : each)
                .toList());
    }

    /** Nobody holds one but those that are {@code live}. */
    synchronized void keep(Collection<TaskKey> live) {
        forget(made.stream()
                .map(each -> each.holder() != null && live.contains(each.holder()) ? each : each.heldBy(null))
                .toList());
    }

    /** Where the disk is full the file says more than there is, which the next start finds out. */
    private void forget(List<MadeInstance> next) {
        if (!next.equals(made)) {
            made = next;
            try {
                write(next);
            } catch (UncheckedIOException e) {
                System.getLogger(MigLedger.class.getName()).log(System.Logger.Level.WARNING, e.getMessage(), e);
            }
        }
    }

    private void write(List<MadeInstance> next) {
        List<String> lines = new ArrayList<>(List.of(boot));
        next.forEach(each -> lines.add(each.line()));
        try {
            Files.createDirectories(file.getParent());
            Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
            Files.write(unfinished, lines);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
