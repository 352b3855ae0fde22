package io.berth.app;

import io.berth.sim.report.JobRows;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the jobs of runs go as CSV: one file for all of them, or a folder with a file for each. */
final class JobFiles {
    private final Path target;

    /** @param target a file, or a folder: one that is there, or a name without a dot */
    JobFiles(Path target) {
        this.target = target;
        Path parent = target.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new InputException("--csv " + target, "there is no folder " + parent);
        }
    }

    /** Writes the jobs of {@code runs} in their order. */
    void write(List<SimulatedRun> runs) {
        try {
            if (!isFolder()) {
                writeAll(target, runs);
                return;
            }
            for (SimulatedRun run : runs) {
                Path folder = run.point().folderIn(target);
                Files.createDirectories(folder);
                writeAll(folder.resolve(runName(run.strategy(), run.seed()) + ".csv"), List.of(run));
            }
        } catch (IOException e) {
            throw new InputException("--csv " + target, "cannot be written: " + e);
        }
    }

    /** What files and folders of a run are called; only what every file system takes. */
    static String runName(String strategy, long seed) {
        return plain(strategy) + "-" + seed;
    }

    /** {@code text} with all but letters, digits and a few signs replaced. */
    static String plain(String text) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c < 128 && Character.isLetterOrDigit(c) || "+-._=".indexOf(c) >= 0;
            name.append(plain ? c : '_');
        }
        return name.toString();
    }

    /** True where each run gets a file of its own. */
    boolean isFolder() {
        return Files.isDirectory(target)
                || target.getFileName() == null
                || target.getFileName().toString().indexOf('.') < 0;
    }

    private static void writeAll(Path file, List<SimulatedRun> runs) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write(JobRows.HEADER);
            for (SimulatedRun run : runs) {
                out.write(run.jobs());
            }
        }
    }
}
