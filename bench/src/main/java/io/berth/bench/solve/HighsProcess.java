package io.berth.bench.solve;

import io.berth.optimize.problem.Problem;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * HiGHS in a process of its own, through {@code bench/highs.py}: through OR-Tools 9.15 an assignment that it found is lost when its time
 * ends.
 */
final class HighsProcess {
    /** The folder of the scripts, said by the one that starts the JVM. */
    private static final String FOLDER = "berth.bench.folder";

    private HighsProcess() {}

    /** The gap that HiGHS leaves, in per cent of its value; infinite without an assignment, NaN where there is no HiGHS. */
    static double gap(Problem problem, double seconds) {
        try {
            Path file = Files.createTempFile("berth-highs", ".txt");
            try {
                write(problem, file);
                return gap(answer(file, seconds));
            } finally {
                Files.delete(file);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String answer(Path file, double seconds) throws IOException {
        Path script = Path.of(System.getProperty(FOLDER, "bench"), "highs.py");
        Process process = new ProcessBuilder("python3", script.toString(), file.toString(), Double.toString(seconds))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static double gap(String answer) {
        String[] words = answer.split("\\s+");
        if (words.length < 2) {
            return Double.NaN;
        }
        String value = words[words.length - 2];
        String bound = words[words.length - 1];
        if (value.equals("none") || bound.equals("none")) {
            return Double.POSITIVE_INFINITY;
        }
        double found = Double.parseDouble(value);
        return 100 * (found - Math.ceil(Double.parseDouble(bound) - 1e-6)) / Math.abs(found);
    }

    private static void write(Problem problem, Path file) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            writer.append(problem.agents() + " " + problem.tasks() + "\n");
            for (int agent = 0; agent < problem.agents(); agent++) {
                for (int task = 0; task < problem.tasks(); task++) {
                    writer.append(problem.cost(task, agent) + " ");
                }
                writer.append("\n");
            }
            for (int agent = 0; agent < problem.agents(); agent++) {
                for (int task = 0; task < problem.tasks(); task++) {
                    writer.append(problem.size(task, agent, 0) + " ");
                }
                writer.append("\n");
            }
            for (int agent = 0; agent < problem.agents(); agent++) {
                writer.append(problem.capacity(agent, 0) + " ");
            }
            writer.append("\n");
        }
    }
}
