package io.berth.sim.table.gavel;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Steps a second of types of jobs by model and number of devices, where the job has them alone: Gavel's
 * {@code simulation_throughputs.json}, packed by gzip.
 */
final class Throughputs {
    private static final int MOST_VALUES = 1_000_000;
    private static final int MOST_CHARACTERS = 1 << 26;
    private static final String ALONE = "null";

    private final TreeMap<String, double[]> speeds = new TreeMap<>();
    private final String file;

    private Throughputs(String file) {
        this.file = file;
    }

    /** @throws InputException where the file cannot be read or lacks a model */
    static Throughputs read(Path file) {
        Throughputs read = new Throughputs(file.toString());
        try (InputStream packed = new GZIPInputStream(Files.newInputStream(file))) {
            String text = new String(packed.readAllBytes(), StandardCharsets.UTF_8);
            Tree tree = JsonReader.read(Source.inline(file.toString(), text), MOST_VALUES, MOST_CHARACTERS);
            for (Tree.Entry model : tree.entries()) {
                int index = Models.NAMES.indexOf(model.key());
                if (index >= 0) {
                    read.add(index, model.value());
                }
            }
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), "does not exist");
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read (" + e.getMessage() + ")");
        }
        return read;
    }

    private void add(int model, Tree types) {
        for (Tree.Entry type : types.entries()) {
            for (Tree.Entry beside : type.value().entries()) {
                if (beside.key().equals(ALONE)) {
                    speeds.computeIfAbsent(type.key(), _ -> new double[Models.COUNT])[model] =
                            beside.value().number();
                }
            }
        }
    }

    /** By model. */
    double[] of(String type, int scale) {
        double[] found = speeds.get("('" + type + "', " + scale + ")");
        if (found == null || found[0] <= 0) {
            throw new InputException(file, "v100: has no throughput of " + type + " on " + scale + " devices");
        }
        return found;
    }
}
