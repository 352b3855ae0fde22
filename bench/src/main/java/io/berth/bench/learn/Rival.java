package io.berth.bench.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A library that learns from the recorded rows, through {@code bench/rivals/NAME_ppo.py} in a process of its own. */
record Rival(String name, String version, PythonProcess process, Path log) implements Contestant {
    private static final String READY = "ready ";

    /**
     * Starts the rival.
     *
     * @throws IOException where it does not come up; the message says why
     */
    static Rival start(String name, Places places, int threads) throws IOException {
        Path log = places.log(name);
        PythonProcess process = new PythonProcess(
                List.of(
                        places.python().toString(),
                        places.scripts().resolve(name + "_ppo.py").toString(),
                        places.rows().toString(),
                        Integer.toString(threads)),
                log);
        String line = process.answer();
        if (!line.startsWith(READY)) {
            process.close();
            throw new IOException(line.isEmpty() ? "it ended: " + last(log) : line);
        }
        return new Rival(name, line.substring(READY.length()), process, log);
    }

    private static String last(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "it said nothing" : lines.getLast();
    }

    @Override
    public Took measure(Setting setting) throws IOException {
        String[] seconds = process.ask(setting.batch() + " " + setting.passes()).split(" ");
        if (seconds.length != 2) {
            throw new IOException("it ended while it learnt: " + last(log));
        }
        return new Took(Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]), 0);
    }

    @Override
    public void close() {
        process.close();
    }
}
