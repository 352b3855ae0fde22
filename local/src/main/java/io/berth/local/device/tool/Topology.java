package io.berth.local.device.tool;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import io.berth.local.device.Link;
import io.berth.local.device.Vendor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The matrix that {@code nvidia-smi topo -m} and {@code npu-smi info -t topo} print: a row and a column per device (network
 * cards too), then the CPUs and NUMA nodes beside it.
 *
 * @param links one per pair of devices
 * @param numaNodes by the index of a device; none where the tool does not tell or names several
 */
public record Topology(List<Link> links, SortedMap<Integer, Integer> numaNodes) {
    private static final Pattern NVLINKS = Pattern.compile("NV([0-9]{1,3})");

    public Topology {
        links = List.copyOf(links);
        numaNodes = Collections.unmodifiableSortedMap(numaNodes);
    }

    /**
     * Reads a matrix.
     *
     * @param vendor whose devices they are
     * @param prefix how the tool names a device, before its index: {@code GPU} or {@code NPU}
     * @param output what the tool printed; lines that are no row are passed over
     */
    public static Topology parse(Vendor vendor, String prefix, String output) {
        List<Link> links = new ArrayList<>();
        TreeMap<Integer, Integer> numaNodes = new TreeMap<>();
        List<String> columns = List.of();
        for (String line : Field.plain(output).lines().toList()) {
            String[] cells = line.strip().split("\\s+");
            if (cells[0].startsWith(prefix) && line.contains("CPU Affinity")) {
                columns = columns(cells);
            } else if (cells[0].startsWith(prefix)) {
                addRow(vendor, prefix, columns, cells, links);
                addNumaNode(prefix, columns.size(), cells, numaNodes);
            }
        }
        return new Topology(links, numaNodes);
    }

    /** The devices along the top; the titles of the other columns begin with CPU. */
    private static List<String> columns(String[] header) {
        List<String> columns = new ArrayList<>();
        for (String title : header) {
            if (title.equals("CPU")) {
                return columns;
            }
            columns.add(title);
        }
        return columns;
    }

    private static void addRow(Vendor vendor, String prefix, List<String> columns, String[] cells, List<Link> links) {
        int from = device(prefix, cells[0]);
        for (int i = 0; i < columns.size() && i + 1 < cells.length; i++) {
            int to = device(prefix, columns.get(i));
            Link link = from >= 0 && from < to ? link(vendor, from, to, cells[i + 1]) : null;
            if (link != null) {
                links.add(link);
            }
        }
    }

    private static @Nullable Link link(Vendor vendor, int from, int to, String way) {
        Matcher bonded = NVLINKS.matcher(way);
        if (bonded.matches()) {
            return new Link(vendor, from, to, Link.Kind.NVLINK, Integer.parseInt(bonded.group(1)));
        }
        return switch (way) {
            case "HCCS", "HCCS_SW" -> new Link(vendor, from, to, Link.Kind.HCCS, 0);
            case "PIX" -> new Link(vendor, from, to, Link.Kind.PIX, 0);
            case "PXB" -> new Link(vendor, from, to, Link.Kind.PXB, 0);
            case "PHB" -> new Link(vendor, from, to, Link.Kind.PHB, 0);
            case "NODE" -> new Link(vendor, from, to, Link.Kind.NODE, 0);
            case "SYS" -> new Link(vendor, from, to, Link.Kind.SYS, 0);
            default -> null;
        };
    }

    /** Behind the devices stand the CPUs, then the NUMA node. */
    private static void addNumaNode(String prefix, int devices, String[] cells, TreeMap<Integer, Integer> numaNodes) {
        int device = device(prefix, cells[0]);
        int place = devices + 2;
        int node = devices > 0 && place < cells.length ? Field.index(cells[place]) : Accelerator.UNKNOWN;
        if (device >= 0 && node >= 0) {
            numaNodes.put(device, node);
        }
    }

    private static int device(String prefix, String name) {
        return name.startsWith(prefix) ? Field.index(name.substring(prefix.length())) : Accelerator.UNKNOWN;
    }

    /** {@code inventory} with these links and NUMA nodes; links to devices that it does not know are left out. */
    public Inventory addTo(Inventory inventory) {
        List<Integer> known =
                inventory.devices().stream().map(Accelerator::index).toList();
        List<Link> kept = links.stream()
                .filter(link -> known.contains(link.from()) && known.contains(link.to()))
                .toList();
        List<Accelerator> devices = inventory.devices().stream()
                .map(device -> device.withNumaNode(numaNodes.getOrDefault(device.index(), device.numaNode())))
                .toList();
        return inventory.withDevices(devices).withLinks(kept);
    }
}
