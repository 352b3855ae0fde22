package io.berth.sim.table.openb;

import io.berth.core.cluster.NodeSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.SiblingName;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The inputs of the openb experiments in a folder: node lists, pod lists, and an order of arrival per list and seed. */
final class OpenbFolder {
    private static final String NODE_LIST = "openb_node_list_";
    private static final String POD_LIST = "openb_pod_list_";
    private static final String CSV = ".csv";

    private final Path folder;
    private final SortedMap<String, SortedMap<Long, Path>> arrivals = new TreeMap<>();
    private final TreeMap<Integer, List<NodeSpec>> nodesBySize = new TreeMap<>();

    private OpenbFolder(Path folder) {
        this.folder = folder;
    }

    /** What lies in {@code folder}. */
    static OpenbFolder open(Path folder) {
        OpenbFolder opened = new OpenbFolder(folder);
        for (Path file : files(folder)) {
            if (file.getFileName().toString().startsWith(NODE_LIST)) {
                List<NodeSpec> nodes = OpenbNodes.read(file, Lenience.STRICT);
                opened.nodesBySize.putIfAbsent(nodes.size(), nodes);
            }
        }
        if (opened.nodesBySize.isEmpty()) {
            throw new InputException(folder.toString(), "has no node list, a file called " + NODE_LIST + "*" + CSV);
        }
        for (Path file : files(folder.resolve("arrivals"))) {
            opened.addArrivals(file);
        }
        return opened;
    }

    /** The orders of arrival by list and seed. */
    SortedMap<String, SortedMap<Long, Path>> arrivals() {
        return arrivals;
    }

    /** The pods of {@code list}. */
    OpenbPods pods(String list) {
        return OpenbPods.read(folder.resolve(POD_LIST + list + CSV), Lenience.STRICT);
    }

    /** The node list whose nodes {@code file} ranks: the one of as many nodes. */
    List<NodeSpec> nodes(Path file) {
        int ranked = ranks(file);
        List<NodeSpec> nodes = nodesBySize.get(ranked);
        if (nodes == null) {
            throw new InputException(
                    file.toString(),
                    "ranks " + ranked + " nodes, and no node list in " + folder + " has as many (there: "
                            + nodesBySize.keySet() + ")");
        }
        return nodes;
    }

    private void addArrivals(Path file) {
        String name = file.getFileName().toString();
        int seedAt = name.lastIndexOf('_') + 1;
        try {
            long seed = Long.parseLong(name.substring(seedAt, name.length() - CSV.length()));
            String list = name.substring(0, StrictMath.max(0, seedAt - 1));
            arrivals.computeIfAbsent(list, _ -> new TreeMap<>()).put(seed, file);
        } catch (NumberFormatException e) {
            throw new InputException(file.toString(), "must be called <list>_<seed>" + CSV);
        }
    }

    private static int ranks(Path file) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("N,")) {
                    return (int) line.chars().filter(c -> c == ',').count();
                }
            }
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read (" + e.getMessage() + ")");
        }
        throw new InputException(file.toString(), "has no line that begins with " + Quote.of("N,"));
    }

    /** The CSV files of a folder by name. */
    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new InputException(folder.toString(), "there is no such folder" + SiblingName.hint(folder));
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*" + CSV)) {
            for (Path entry : entries) {
                files.add(entry);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new InputException(folder.toString(), "cannot be listed (" + e.getMessage() + ")");
        }
        Collections.sort(files);
        return files;
    }
}
