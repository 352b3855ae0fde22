package io.berth.testkit.kube.rule;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Worlds as they were sent by an API server, in one file, and in another, for people too, where kube-scheduler would let their pods go. */
final class Recording {
    private static final String SENT = "recorded.gz";
    private static final String SAID = "recorded.txt";

    private Recording() {}

    static void write(Path folder, List<RecordedWorld> worlds) {
        List<String> said =
                new ArrayList<>(List.of("# Of each pod, the nodes that kube-scheduler's filters let pass."));
        try (DataOutputStream sent = new DataOutputStream(
                new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(folder.resolve(SENT)))))) {
            for (RecordedWorld world : worlds) {
                sent.writeUTF(world.name());
                write(sent, world.nodes());
                write(sent, world.pods());
                said.add(world.name());
                world.feasible()
                        .forEach((pod, nodes) -> said.add("  " + pod + ": "
                                + nodes.stream().map(String::valueOf).collect(Collectors.joining(" "))));
            }
            Files.write(folder.resolve(SAID), said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(DataOutputStream sent, byte[] bytes) throws IOException {
        sent.writeInt(bytes.length);
        sent.write(bytes);
    }

    static List<RecordedWorld> read(Path folder) {
        List<RecordedWorld> worlds = new ArrayList<>();
        try (DataInputStream sent = new DataInputStream(
                new BufferedInputStream(new GZIPInputStream(Files.newInputStream(folder.resolve(SENT)))))) {
            SortedMap<Integer, List<Integer>> feasible = new TreeMap<>();
            for (String line : Files.readAllLines(folder.resolve(SAID))) {
                if (line.startsWith("  ")) {
                    int colon = line.indexOf(':');
                    feasible.put(Integer.parseInt(line.substring(2, colon)), numbers(line.substring(colon + 1)));
                } else if (!line.startsWith("#")) {
                    feasible = new TreeMap<>();
                    String name = sent.readUTF();
                    worlds.add(new RecordedWorld(
                            name, sent.readNBytes(sent.readInt()), sent.readNBytes(sent.readInt()), feasible));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return worlds;
    }

    private static List<Integer> numbers(String words) {
        return Arrays.stream(words.strip().split(" "))
                .filter(word -> !word.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }
}
