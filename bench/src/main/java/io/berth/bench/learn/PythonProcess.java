package io.berth.bench.learn;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A Python program that answers a line with a line. It lives as long as the bench, so that what it loads and warms up is not measured;
 * what it says beside the answers goes to the file {@code log}.
 */
final class PythonProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter questions;

    PythonProcess(List<String> command, Path log) throws IOException {
        this.process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(log.toFile()))
                .start();
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /** Its next line; empty where it has ended. */
    String answer() throws IOException {
        String line = answers.readLine();
        return line == null ? "" : line;
    }

    /** What it answers {@code question}. */
    String ask(String question) throws IOException {
        questions.println(question);
        return answer();
    }

    @Override
    public void close() {
        questions.close();
        process.destroy();
    }
}
