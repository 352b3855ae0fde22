package io.berth.local.device.tool;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import io.berth.local.device.Link;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code amd-smi}, which follows rocm-smi from ROCm 6 on: {@code static} for the devices, {@code metric} for readings, {@code
 * topology} for links, all as JSON. A list of GPUs stands alone or, from ROCm 7 on, under {@code gpu_data}.
 */
public final class AmdSmi implements DeviceTool {
    private static final List<String> STATIC = List.of("static", "--asic", "--bus", "--vram", "--numa", "--json");
    private static final List<String> METRIC =
            List.of("metric", "--usage", "--power", "--temperature", "--mem-usage", "--json");
    private static final List<String> TOPOLOGY = List.of("topology", "--json");
    private static final String LIST = "gpu_data";

    @Override
    public String program() {
        return "amd-smi";
    }

    @Override
    public Inventory discover(Tools tools) {
        Inventory found = ask(tools, STATIC, AmdSmi::parse);
        if (found.devices().isEmpty()) {
            return found;
        }
        SortedMap<Integer, Accelerator> read = new TreeMap<>();
        sample(tools).devices().forEach(device -> read.put(device.index(), device));
        List<Accelerator> devices = found.devices().stream()
                .map(device -> merged(device, read.get(device.index())))
                .toList();
        return found.withDevices(devices).withLinks(parseLinks(textOf(tools, TOPOLOGY)));
    }

    @Override
    public Inventory sample(Tools tools) {
        return ask(tools, METRIC, AmdSmi::parse);
    }

    private static Accelerator merged(Accelerator described, @Nullable Accelerator read) {
        if (read == null) {
            return described;
        }
        Accelerator device = described.withReading(read.reading());
        return device.memoryBytes() > 0 ? device : device.withMemory(read.memoryBytes());
    }

    /** The devices of a {@code static} or a {@code metric} document; what the one does not hold is unknown. */
    public static Inventory parse(String output) {
        SortedMap<Integer, Accelerator> devices = new TreeMap<>();
        List<String> notices = new ArrayList<>();
        try {
            for (Tree gpu : JsonOutput.items(JsonOutput.read("amd-smi", output), LIST)) {
                int index = Field.index(JsonOutput.text(gpu, "gpu"));
                if (index < 0 || devices.containsKey(index)) {
                    notices.add("amd-smi: a GPU without a number of its own is left out");
                } else {
                    devices.put(index, device(index, gpu));
                }
            }
        } catch (InputException e) {
            return Inventory.nothing("amd-smi: " + e.problem());
        }
        if (devices.isEmpty() && notices.isEmpty()) {
            notices.add("amd-smi: it lists no GPU");
        }
        return new Inventory(List.copyOf(devices.values()), List.of(), notices);
    }

    private static Accelerator device(int index, Tree gpu) {
        String name = JsonOutput.text(gpu, "asic", "market_name");
        double size = Field.sizeWithUnit(JsonOutput.text(gpu, "vram", "size"));
        double total = Double.isNaN(size) ? Field.sizeWithUnit(JsonOutput.text(gpu, "mem_usage", "total_vram")) : size;
        String address = JsonOutput.text(gpu, "bus", "bdf");
        return new Accelerator(
                Vendor.AMD,
                index,
                RocmSmi.uuid(JsonOutput.text(gpu, "asic", "asic_serial")),
                ModelName.of(Field.isAbsent(name) ? "" : name),
                name,
                Field.isAbsent(address) ? "" : address,
                Double.isNaN(total) ? 0 : (long) total,
                Field.index(JsonOutput.text(gpu, "numa", "node")),
                MigMode.UNSUPPORTED,
                reading(gpu));
    }

    private static Reading reading(Tree gpu) {
        double hottest = Field.number(JsonOutput.text(gpu, "temperature", "hotspot"));
        return new Reading(
                Field.percent(JsonOutput.text(gpu, "usage", "gfx_activity")),
                Field.sizeWithUnit(JsonOutput.text(gpu, "mem_usage", "used_vram")),
                Double.isNaN(hottest) ? Field.number(JsonOutput.text(gpu, "temperature", "edge")) : hottest,
                Field.number(JsonOutput.text(gpu, "power", "socket_power")));
    }

    /** The links of a {@code topology} document; none where it is not understood. */
    public static List<Link> parseLinks(String output) {
        List<Link> links = new ArrayList<>();
        try {
            for (Tree gpu : JsonOutput.items(JsonOutput.read("amd-smi", output), LIST)) {
                addLinks(gpu, links);
            }
        } catch (InputException e) {
            return List.of();
        }
        return links;
    }

    private static void addLinks(Tree gpu, List<Link> links) {
        int from = Field.index(JsonOutput.text(gpu, "gpu"));
        for (Tree end : JsonOutput.items(JsonOutput.get(gpu, "links"), "links")) {
            int to = Field.index(JsonOutput.text(end, "gpu"));
            Link link = from < to ? RocmSmi.link(from, to, JsonOutput.text(end, "link_type")) : null;
            if (link != null) {
                links.add(link);
            }
        }
    }
}
