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
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code rocm-smi --json}: a map with an entry per card, {@code card0}, and one for the system. The names of the fields
 * changed between ROCm 4 and 6; every spelling that was found is tried.
 */
public final class RocmSmi implements DeviceTool {
    private static final List<String> DEVICES = List.of(
            "--showproductname",
            "--showuniqueid",
            "--showbus",
            "--showmeminfo",
            "vram",
            "--showuse",
            "--showtemp",
            "--showpower",
            "--json");
    private static final List<String> TOPOLOGY = List.of("--showtopo", "--json");

    private static final List<String> NAMES = List.of("Card Series", "Device Name", "Market Name", "Card Model");
    private static final List<String> TEMPERATURES = List.of(
            "Temperature (Sensor junction) (C)", "Temperature (Sensor edge) (C)", "Temperature (Sensor #1) (C)");
    private static final List<String> POWERS = List.of(
            "Current Socket Graphics Package Power (W)",
            "Average Graphics Package Power (W)",
            "Average Socket Power (W)");

    private static final Pattern CARD = Pattern.compile("card([0-9]{1,4})");
    private static final Pattern SERIAL = Pattern.compile("(?:0x)?([0-9a-f]{1,16})");
    private static final Pattern LINK =
            Pattern.compile("\\(topology\\) link type between drm devices ([0-9]{1,4}) and ([0-9]{1,4})");
    private static final int SERIAL_DIGITS = 16;

    @Override
    public String program() {
        return "rocm-smi";
    }

    @Override
    public Inventory discover(Tools tools) {
        Inventory found = sample(tools);
        return found.devices().isEmpty()
                ? found
                : parseTopology(textOf(tools, TOPOLOGY)).addTo(found);
    }

    @Override
    public Inventory sample(Tools tools) {
        return ask(tools, DEVICES, RocmSmi::parse);
    }

    /** The devices of the document. */
    public static Inventory parse(String output) {
        SortedMap<Integer, Accelerator> devices = new TreeMap<>();
        try {
            Tree document = JsonOutput.read("rocm-smi", output);
            for (Tree.Entry entry : document.entries()) {
                Matcher card = CARD.matcher(entry.key());
                int index = card.matches() ? Field.index(card.group(1)) : Accelerator.UNKNOWN;
                if (index >= 0) {
                    devices.putIfAbsent(index, device(index, entry.value()));
                }
            }
        } catch (InputException e) {
            return Inventory.nothing("rocm-smi: " + e.problem());
        }
        return devices.isEmpty()
                ? Inventory.nothing("rocm-smi: it lists no card")
                : new Inventory(List.copyOf(devices.values()), List.of(), List.of());
    }

    private static Accelerator device(int index, Tree card) {
        String name = JsonOutput.firstText(card, NAMES);
        Reading reading = new Reading(
                Field.percent(JsonOutput.text(card, "GPU use (%)")),
                Field.size(JsonOutput.text(card, "VRAM Total Used Memory (B)"), 1),
                Field.number(JsonOutput.firstText(card, TEMPERATURES)),
                Field.number(JsonOutput.firstText(card, POWERS)));
        return new Accelerator(
                Vendor.AMD,
                index,
                uuid(JsonOutput.text(card, "Unique ID")),
                ModelName.of(name),
                name,
                JsonOutput.firstText(card, List.of("PCI Bus")),
                Field.bytes(JsonOutput.text(card, "VRAM Total Memory (B)"), 1),
                Accelerator.UNKNOWN,
                MigMode.UNSUPPORTED,
                reading);
    }

    /** Links and NUMA nodes of {@code rocm-smi --showtopo --json}; none where it is not understood. */
    public static Topology parseTopology(String output) {
        List<Link> links = new ArrayList<>();
        TreeMap<Integer, Integer> numaNodes = new TreeMap<>();
        try {
            Tree document = JsonOutput.read("rocm-smi", output);
            for (Tree.Entry entry : document.entries()) {
                Matcher card = CARD.matcher(entry.key());
                int node = Field.index(JsonOutput.text(entry.value(), "(Topology) Numa Node"));
                if (card.matches() && node >= 0) {
                    numaNodes.put(Field.index(card.group(1)), node);
                }
            }
            if (JsonOutput.get(document, "system") instanceof Tree.Map system) {
                system.entries().forEach(entry -> addLink(entry.key(), JsonOutput.text(system, entry.key()), links));
            }
        } catch (InputException e) {
            return new Topology(List.of(), new TreeMap<>());
        }
        return new Topology(links, numaNodes);
    }

    private static void addLink(String key, String kind, List<Link> links) {
        Matcher pair = LINK.matcher(key.toLowerCase(Locale.ROOT));
        if (pair.matches()) {
            int one = Field.index(pair.group(1));
            int other = Field.index(pair.group(2));
            Link link = link(Math.min(one, other), Math.max(one, other), kind);
            if (link != null) {
                links.add(link);
            }
        }
    }

    /** The link that AMD's tools call {@code kind}, or null: a device to itself, or nothing that is known. */
    static @Nullable Link link(int from, int to, String kind) {
        if (from < 0 || to < 0 || from == to) {
            return null;
        }
        return switch (kind.strip().toUpperCase(Locale.ROOT)) {
            case "XGMI" -> new Link(Vendor.AMD, from, to, Link.Kind.XGMI, 0);
            case "PCIE" -> new Link(Vendor.AMD, from, to, Link.Kind.PCIE, 0);
            default -> null;
        };
    }

    /**
     * The name by which the ROCm runtime takes the device with the unique number {@code serial}: {@code
     * GPU-719d230578348e8c}, as rocminfo prints it. Empty where there is none.
     */
    static String uuid(String serial) {
        Matcher matcher = SERIAL.matcher(serial.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches() || matcher.group(1).chars().allMatch(digit -> digit == '0')) {
            return "";
        }
        String digits = matcher.group(1);
        return "GPU-" + "0".repeat(SERIAL_DIGITS - digits.length()) + digits;
    }
}
