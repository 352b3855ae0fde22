package io.berth.local.device.tool;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The programs that are installed here. */
public final class SystemTools implements Tools {
    /** More output is not kept: {@code amd-smi metric} of eight GPUs prints about 200 KB. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int UNKNOWN_CODE = -1;

    private final String path;

    private SystemTools(String path) {
        this.path = path;
    }

    /** Programs in the folders of this process's PATH. */
    public static SystemTools ofPath() {
        return new SystemTools(System.getenv().getOrDefault("PATH", ""));
    }

    /** Programs in {@code folders}, in this order. */
    public static SystemTools in(List<Path> folders) {
        return new SystemTools(String.join(
                File.pathSeparator, folders.stream().map(Path::toString).toList()));
    }

    @Override
    public Answer run(List<String> command, Duration limit) {
        Path program = find(command.getFirst());
        if (program == null) {
            return new Answer.Missing();
        }
        List<String> words = new ArrayList<>(command);
        words.set(0, program.toString());
        ProcessBuilder builder = new ProcessBuilder(words);
        // Tools translate and localise numbers otherwise.
        builder.environment().putAll(Map.of("LC_ALL", "C", "LANG", "C"));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return await(process, limit);
        } catch (IOException e) {
            return new Answer.Failed(UNKNOWN_CODE, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Path find(String program) {
        for (String folder : path.split(File.pathSeparator)) {
            try {
                Path file = Path.of(folder, program);
                if (!folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return file;
                }
            } catch (InvalidPathException e) {
                // A PATH may hold anything; such a folder holds no program.
            }
        }
        return null;
    }

    private static Answer await(Process process, Duration limit) {
        CompletableFuture<String> output = reading(process.getInputStream());
        CompletableFuture<String> errors = reading(process.getErrorStream());
        try {
            // Both streams end with the last process that holds them, a child of the tool included.
            CompletableFuture.allOf(output, errors).get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                return new Answer.Late(limit);
            }
            int code = process.exitValue();
            return code == 0
                    ? new Answer.Text(output.join())
                    : new Answer.Failed(code, output.join() + "\n" + errors.join());
        } catch (TimeoutException e) {
            return new Answer.Late(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Late(limit);
        } catch (ExecutionException e) {
            return new Answer.Failed(UNKNOWN_CODE, String.valueOf(e.getMessage()));
        } finally {
            end(process);
        }
    }

    private static void end(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static CompletableFuture<String> reading(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual().name("berth-tool-output").start(() -> {
            try (stream) {
                text.complete(read(stream));
            } catch (IOException e) {
                text.complete("");
            }
        });
        return text;
    }

    /** All of {@code stream} is read, or its writer would wait for a reader; only the beginning is kept. */
    private static String read(InputStream stream) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] block = new byte[1 << 16];
        for (int length = stream.read(block); length >= 0; length = stream.read(block)) {
            kept.write(block, 0, Math.min(length, MOST_BYTES - kept.size()));
        }
        return kept.toString(StandardCharsets.UTF_8);
    }
}
