package io.berth.local.launch.folder;

import io.berth.local.launch.process.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of one start of a task, and what its files say. */
public record TaskFolder(Path path) {
    private static final System.Logger LOGGER = System.getLogger(TaskFolder.class.getName());

    private static final String CODE = "code";
    private static final String SIGNAL = "signal";
    private static final String LOST = "lost";

    /** The files whose room is taken before a task starts, so that what becomes of it can be told while the disk is full. */
    private static final List<String> RECORDS = List.of("pid", "exit", "launcher.log");

    private static final String MEMORY = "memory";

    /** What each of them is filled with; a record is shorter. */
    private static final byte[] BLANKS = " ".repeat(96).getBytes(StandardCharsets.US_ASCII);

    private static final long NANOS_PER_CENTISECOND = 10_000_000;

    /** How many claims this process has written. */
    private static final AtomicLong WRITTEN = new AtomicLong();

    /** Variable by which processes of the task are known, with its value. */
    public String taskMark() {
        return "BERTH_RUN=" + path;
    }

    /** Variable by which the launcher is known, with what it started before that became the task. */
    public String launcherMark() {
        return "BERTH_LAUNCHER=" + path;
    }

    /**
     * What the launcher recorded at the end of the task.
     *
     * @param endNanos UTC nanoseconds since 1970, 0 where not even that could be recorded
     * @param ranNanos how long it ran, nanoseconds; -1 where that is not known
     */
    public record ExitRecord(TaskExit.Cause cause, int number, long endNanos, long ranNanos) {}

    /** True where an order or a claim was written in it, not before {@code nanos}. */
    public boolean isSince(long nanos) {
        for (String file : new String[] {"order", "started"}) {
            if (Files.exists(path.resolve(file))) {
                return modifiedNanos(file) >= nanos;
            }
        }
        return false;
    }

    /** True where its end is recorded, or that it never began. */
    public boolean ended() {
        return exit() != null || claim() instanceof Claim.Barred;
    }

    public boolean exists() {
        return Files.isDirectory(path);
    }

    /** Makes the folder, for nobody else's eyes: orders hold the environment, and with it secrets. */
    public void create() throws IOException {
        createPrivate(path);
    }

    public static void createPrivate(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /**
     * Takes the room of all that will be recorded. What is recorded already stays.
     *
     * @param memory true where the task may be killed for its memory
     */
    public void reserve(boolean memory) throws IOException {
        for (String file : RECORDS) {
            reserve(file);
        }
        if (memory) {
            reserve(MEMORY);
        }
    }

    private void reserve(String file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            ByteBuffer blanks = ByteBuffer.wrap(BLANKS);
            blanks.position((int) Math.min(BLANKS.length, channel.size()));
            while (blanks.hasRemaining()) {
                channel.write(blanks);
            }
        }
    }

    public Path order() {
        return path.resolve("order");
    }

    public Claim claim() {
        return Claim.parse(read("started"));
    }

    /**
     * Claims the task so that no launcher starts it.
     *
     * @return false where it was claimed before
     */
    public boolean bar(TaskExit.Cause cause, String reason) {
        String claim = Claim.BARRED + cause + " " + reason.replace('\n', ' ') + "\n";
        try {
            create();
            claim(claim);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    /** Whole or not at all, as the disk may be full: an empty claim would be one of nobody. */
    private void claim(String text) throws IOException {
        Path claim = path.resolve("started");
        Path whole = path.resolve("claim." + ProcessHandle.current().pid() + "." + WRITTEN.incrementAndGet() + ".tmp");
        try {
            Files.writeString(whole, text);
            Files.createLink(claim, whole);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            if (!Files.exists(whole)) {
                throw e;
            }
            // A file system without links.
            Files.writeString(claim, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    /** The process of the task, null before it is recorded. */
    @Nullable
    public ProcessIdentity task() {
        String[] fields = record("pid");
        return fields.length < 2 || !number(fields[0]) || !number(fields[1])
                ? null
                : new ProcessIdentity(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    }

    /** How the task ended, null before that is recorded. */
    @Nullable
    public ExitRecord exit() {
        String[] fields = record("exit");
        boolean lost = fields.length > 0 && fields[0].equals(LOST);
        boolean signal = fields.length > 1 && fields[0].equals(SIGNAL);
        boolean code = fields.length > 1 && fields[0].equals(CODE);
        if (!lost && !((signal || code) && number(fields[1]))) {
            return null;
        }
        long endNanos = modifiedNanos("exit");
        if (lost) {
            return new ExitRecord(TaskExit.Cause.LOST, 0, endNanos, -1);
        }
        TaskExit.Cause cause = signal ? TaskExit.Cause.SIGNAL : TaskExit.Cause.CODE;
        return new ExitRecord(cause, (int) Long.parseLong(fields[1]), endNanos, ran(fields));
    }

    /** A task of the user that Berth runs as can write to these files: what is no number was not written by a launcher. */
    private static boolean number(String text) {
        return text.matches("[0-9]{1,18}");
    }

    /** By what both records say of the time since the machine came up, which no step of the clock changes. */
    private long ran(String[] exit) {
        String[] begin = record("pid");
        if (exit.length < 3 || begin.length < 3 || !uptime(exit[2]) || !uptime(begin[2])) {
            return -1;
        }
        return Math.max(0, centiseconds(exit[2]) - centiseconds(begin[2])) * NANOS_PER_CENTISECOND;
    }

    private static boolean uptime(String text) {
        return text.matches("[0-9]{1,12}\\.[0-9]{2}");
    }

    /** The kernel gives two digits behind the point. Source: proc_uptime(5). */
    private static long centiseconds(String uptime) {
        return Long.parseLong(uptime.replace(".", ""));
    }

    /** The words of a record; none before it is whole. What follows its line is what the room was taken with. */
    private String[] record(String file) {
        String text = read(file);
        int end = text == null ? -1 : text.indexOf('\n');
        return text == null || end < 0
                ? new String[0]
                : text.substring(0, end).strip().split(" ");
    }

    /**
     * Records, in place of a launcher that is dead, that nobody knows how the task ended. Where that cannot be written it still
     * follows from the launcher and what it did not record, so that the task is lost in either case.
     */
    public ExitRecord recordLost() {
        return overwrite("exit", LOST + "\n") && exit() instanceof ExitRecord written
                ? written
                : new ExitRecord(TaskExit.Cause.LOST, 0, 0, -1);
    }

    /** When the task was claimed, or barred, in UTC nanoseconds since 1970. */
    public long claimedNanos() {
        return modifiedNanos("started");
    }

    /** Records that the task took more memory than it may, for whoever asks after its groups are gone. */
    public void recordOutOfMemory() {
        overwrite(MEMORY, "killed\n");
    }

    public boolean outOfMemory() {
        return record(MEMORY).length > 0;
    }

    /**
     * Removes the folder with all in it, what says that the task was started last. Its task may have made files and folders there,
     * and links, which are not followed.
     */
    public void delete() throws IOException {
        if (!exists()) {
            return;
        }
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("started")) {
                    Deletion.of(file);
                }
            }
        }
        Files.deleteIfExists(path.resolve("started"));
        Files.delete(path);
    }

    /** Writes over what the room was taken with; false where it cannot. A task may have made a folder where a record goes. */
    private boolean overwrite(String file, String text) {
        try {
            if (Files.isDirectory(path.resolve(file), LinkOption.NOFOLLOW_LINKS)) {
                Deletion.of(path.resolve(file));
            }
            Files.writeString(path.resolve(file), text, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return true;
        } catch (IOException e) {
            LOGGER.log(System.Logger.Level.WARNING, "cannot write to " + path + ": " + e.getMessage());
            return false;
        }
    }

    private long modifiedNanos(String file) {
        try {
            return Files.getLastModifiedTime(path.resolve(file)).to(TimeUnit.NANOSECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path.resolve(file), e);
        }
    }

    /** Null where there is no such file, or its task made something else of it, such as a pipe that nobody would ever write to. */
    private @Nullable String read(String file) {
        Path record = path.resolve(file);
        if (!Files.isRegularFile(record, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try {
            return new String(Files.readAllBytes(record), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + record, e);
        }
    }
}
