package io.berth.local.world;

import io.berth.core.workload.Program;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a program can be started here, as far as that can be seen before it is: its directory is there, and it is a file that may be
 * run. Only of programs that run as whoever runs Berth: what another user has, he finds out himself, since what root sees is not for him.
 */
public final class Startable {
    /** Where execvp(3) looks without a PATH. */
    private static final String NO_PATH = "/bin:/usr/bin";

    private final SortedMap<String, String> environment;
    private final Path standard;

    /**
     * What keeps a program from being started.
     *
     * @param key of the job that is wrong: {@code directory} or {@code command}
     * @param text one line
     */
    public record Obstacle(String key, String text) {}

    /**
     * @param environment what every task gets, before that of its job
     * @param standard where a task starts whose job names no directory
     */
    public Startable(SortedMap<String, String> environment, Path standard) {
        this.environment = new TreeMap<>(environment);
        this.standard = standard;
    }

    /** What keeps {@code program} from being started; null where nothing is known to. */
    public @Nullable Obstacle obstacle(Program program) {
        if (!program.runs() || !program.user().isEmpty()) {
            return null;
        }
        try {
            Path directory = program.directory().isEmpty() ? standard : Path.of(program.directory());
            Obstacle nowhere = program.directory().isEmpty() ? null : directory(directory);
            return nowhere == null ? command(program, directory) : nowhere;
        } catch (InvalidPathException e) {
            // Its start says what is wrong with it.
            return null;
        }
    }

    private static @Nullable Obstacle directory(Path directory) {
        if (Files.isDirectory(directory)) {
            return null;
        }
        String what = Files.exists(directory) ? " is not a folder" : " is not there";
        return new Obstacle(
                "directory", "directory: " + Quote.of(directory.toString()) + what + ", so nothing can start in it");
    }

    private @Nullable Obstacle command(Program program, Path directory) {
        String name = program.command().getFirst();
        if (name.contains("/")) {
            return file(name, directory.resolve(name));
        }
        String path = program.environment().getOrDefault("PATH", environment.getOrDefault("PATH", NO_PATH));
        List<Path> folders = new ArrayList<>();
        for (String folder : path.split(":", -1)) {
            folders.add(directory.resolve(folder));
        }
        for (Path folder : folders) {
            Path file = folder.resolve(name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return null;
            }
        }
        String nearest = NearestName.of(name, programs(folders));
        return new Obstacle(
                "command",
                "command: there is no program " + Quote.of(name) + " on the PATH of the job"
                        + (nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?"));
    }

    private static @Nullable Obstacle file(String name, Path file) {
        String what = null;
        if (Files.notExists(file)) {
            what = " is not there";
        } else if (Files.isDirectory(file)) {
            what = " is a folder, not a program";
        } else if (Files.isRegularFile(file) && !Files.isExecutable(file)) {
            what = " may not be run; chmod +x makes it a program";
        }
        return what == null ? null : new Obstacle("command", "command: " + Quote.of(name) + what);
    }

    private static List<String> programs(List<Path> folders) {
        List<String> names = new ArrayList<>();
        for (Path folder : folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                files.forEach(file -> names.add(String.valueOf(file.getFileName())));
            } catch (IOException e) {
                // One that is not there has no programs.
            }
        }
        return names;
    }
}
