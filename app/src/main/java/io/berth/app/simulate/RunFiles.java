package io.berth.app.simulate;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Where the jobs or requests of runs go as CSV: one file for all of them, or a folder with a file for each. */
final class RunFiles {
    private final Path target;

    /**
     * What is written of a run.
     *
     * @param set the swept values by key; empty without a sweep
     * @param text gives the rows, without header; asked once
     */
    record Rows(Map<String, String> set, String strategy, long seed, Supplier<String> text) {}

    /**
     * @param target a file, or a folder: one that is there, or a name without a dot
     * @param swept true where values vary, so that one file would mix them
     */
    RunFiles(Path target, boolean swept) {
        this.target = target;
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new InputException("--csv " + target, "there is no folder " + parent);
        }
        if (swept && !isFolder()) {
            throw new InputException("--csv " + target, "must be a folder beside --sweep");
        }
    }

    /** Writes {@code runs} in their order, each file below {@code header}. */
    void write(String header, List<Rows> runs) {
        try {
            if (!isFolder()) {
                writeAll(target, header, runs);
                return;
            }
            for (Rows run : runs) {
                Path folder = folderIn(target, run.set());
                Files.createDirectories(folder);
                writeAll(folder.resolve(runName(run.strategy(), run.seed()) + ".csv"), header, List.of(run));
            }
        } catch (IOException e) {
            throw new InputException("--csv " + target, "cannot be written: " + e);
        }
    }

    /** The folder in {@code folder} for what is written of the runs with {@code set}. */
    static Path folderIn(Path folder, Map<String, String> set) {
        if (set.isEmpty()) {
            return folder;
        }
        String name = set.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("+"));
        return folder.resolve(plain(name));
    }

    /** What files and folders of a run are called; only what every file system takes. */
    static String runName(String strategy, long seed) {
        return plain(strategy) + "-" + seed;
    }

    /** {@code text} with all but letters, digits and a few signs replaced. */
    private static String plain(String text) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c < 128 && Character.isLetterOrDigit(c) || "+-._=".indexOf(c) >= 0;
            name.append(plain ? c : '_');
        }
        return name.toString();
    }

    /** True where each run gets a file of its own. */
    private boolean isFolder() {
        return Files.isDirectory(target)
                || target.getFileName() == null
                || target.getFileName().toString().indexOf('.') < 0;
    }

    private static void writeAll(Path file, String header, List<Rows> runs) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write(header);
            for (Rows run : runs) {
                out.write(run.text().get());
            }
        }
    }
}
