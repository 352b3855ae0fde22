package io.berth.local.device.tool;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code npu-smi info}: a table with two lines per Ascend chip, whose order is that of the logical device numbers that CANN
 * takes. {@code -t board} tells the die, {@code -t usages} the memory where the table does not, {@code -t topo} the links.
 */
public final class NpuSmi implements DeviceTool {
    private static final Pattern PAIR = Pattern.compile("([0-9]{1,9})\\s*/\\s*([0-9]{1,9})");
    private static final Pattern FIRST_LINE = Pattern.compile("([0-9]{1,5})\\s+(\\S.*)");
    private static final Pattern SECOND_LINE = Pattern.compile("([0-9]{1,5})(?:\\s+[0-9]{1,5})?");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int CELLS = 3;

    /**
     * A chip of the table.
     *
     * @param npu the number of its board, which {@code -i} takes
     * @param chip its number on the board, which {@code -c} takes
     */
    private record Chip(String npu, String chip, Accelerator device) {}

    /** The first of a chip's two lines. */
    private record Heading(String npu, String name, String health, double powerWatts, double temperatureCelsius) {}

    @Override
    public String program() {
        return "npu-smi";
    }

    @Override
    public Inventory discover(Tools tools) {
        List<Chip> chips = new ArrayList<>();
        Inventory found = ask(tools, List.of("info"), output -> read(output, chips));
        if (found.devices().isEmpty()) {
            return found;
        }
        List<Accelerator> devices = new ArrayList<>();
        for (Chip chip : chips) {
            devices.add(detailed(chip, tools));
        }
        Topology topology = Topology.parse(Vendor.ASCEND, "NPU", textOf(tools, List.of("info", "-t", "topo")));
        return topology.addTo(found.withDevices(devices));
    }

    @Override
    public Inventory sample(Tools tools) {
        return ask(tools, List.of("info"), NpuSmi::parse);
    }

    private Accelerator detailed(Chip chip, Tools tools) {
        Accelerator device = chip.device();
        Map<String, String> board = fields(textOf(tools, detail("board", chip)));
        String die = board.getOrDefault("vdie id", board.getOrDefault("die id", ""));
        if (!Field.isAbsent(die)) {
            device = device.withUuid(SPACES.matcher(die).replaceAll("-"));
        }
        return device.memoryBytes() > 0 ? device : withUsages(device, textOf(tools, detail("usages", chip)));
    }

    private static List<String> detail(String type, Chip chip) {
        return List.of("info", "-t", type, "-i", chip.npu(), "-c", chip.chip());
    }

    /** The chips of the table; those that npu-smi calls in alarm or critical are left out with a notice. */
    public static Inventory parse(String output) {
        return read(output, new ArrayList<>());
    }

    private static Inventory read(String output, List<Chip> chips) {
        List<String> notices = new ArrayList<>();
        int index = 0;
        Heading heading = null;
        for (String line : Field.plain(output).lines().toList()) {
            List<String> cells = cells(line);
            if (line.contains("Process id")) {
                break;
            }
            Chip chip = heading == null || cells.size() != CELLS ? null : chip(heading, index, cells);
            Heading next = cells.size() == CELLS ? heading(cells) : null;
            if (chip != null) {
                index++;
                add(chip, heading, chips, notices);
            } else if (next != null) {
                heading = next;
                continue;
            } else if (cells.isEmpty()) {
                continue;
            }
            heading = null;
        }
        if (chips.isEmpty() && notices.isEmpty()) {
            notices.add("npu-smi: " + Field.firstLine(output));
        }
        return new Inventory(chips.stream().map(Chip::device).toList(), List.of(), notices);
    }

    private static void add(Chip chip, @Nullable Heading heading, List<Chip> chips, List<String> notices) {
        String health = heading == null ? "" : heading.health();
        if (health.equals("Alarm") || health.equals("Critical")) {
            notices.add(
                    "npu-smi: NPU " + chip.npu() + " chip " + chip.chip() + " is left out: its health is " + health);
        } else {
            chips.add(chip);
        }
    }

    /** What stands between the bars of a row; nothing for a rule or any other line. */
    private static List<String> cells(String line) {
        String row = line.strip();
        if (row.length() < 2 || !row.startsWith("|") || !row.endsWith("|")) {
            return List.of();
        }
        List<String> cells =
                new ArrayList<>(List.of(row.substring(1, row.length() - 1).split("\\|", -1)));
        cells.replaceAll(String::strip);
        return cells;
    }

    /** {@code | 0 910B3 | OK | 91.3 33 0 / 0 |}, or null. The titles of the table begin with no number. */
    private static @Nullable Heading heading(List<String> cells) {
        Matcher name = FIRST_LINE.matcher(cells.get(0));
        if (!name.matches()) {
            return null;
        }
        String[] figures = SPACES.split(cells.get(2));
        return new Heading(
                name.group(1),
                name.group(2),
                cells.get(1),
                Field.number(figures[0]),
                figures.length > 1 ? Field.number(figures[1]) : Double.NaN);
    }

    /** {@code | 0 | 0000:C1:00.0 | 0 0 / 0 3197 / 65536 |}, or null. The last pair that is not 0 / 0 is its memory. */
    private static @Nullable Chip chip(Heading heading, int index, List<String> cells) {
        Matcher number = SECOND_LINE.matcher(cells.get(0));
        if (!number.matches() || index >= Field.MOST_DEVICES) {
            return null;
        }
        double used = Double.NaN;
        long total = 0;
        Matcher pairs = PAIR.matcher(cells.get(2));
        while (pairs.find()) {
            long size = Field.bytes(pairs.group(2), Field.MIB);
            if (size > 0) {
                total = size;
                used = Field.size(pairs.group(1), Field.MIB);
            }
        }
        Reading reading = new Reading(
                Field.percent(SPACES.split(cells.get(2))[0]), used, heading.temperatureCelsius(), heading.powerWatts());
        String address = Field.isAbsent(cells.get(1)) || cells.get(1).equals("NA") ? "" : cells.get(1);
        Accelerator device = new Accelerator(
                Vendor.ASCEND,
                index,
                "",
                ModelName.ofAscend(heading.name()),
                heading.name(),
                address,
                total,
                Accelerator.UNKNOWN,
                MigMode.UNSUPPORTED,
                reading);
        return new Chip(heading.npu(), number.group(1), device);
    }

    /** {@code device} with the memory and load that {@code npu-smi info -t usages} printed. */
    static Accelerator withUsages(Accelerator device, String output) {
        Map<String, String> usages = fields(output);
        String kind = usages.containsKey("hbm capacity(mb)")
                ? "hbm"
                : usages.containsKey("ddr capacity(mb)") ? "ddr" : "memory";
        long total = Field.bytes(usages.getOrDefault(kind + " capacity(mb)", ""), Field.MIB);
        double used = Field.percent(usages.getOrDefault(kind + " usage rate(%)", "")) / 100 * (double) total;
        double busy = Field.percent(usages.getOrDefault("aicore usage rate(%)", ""));
        Reading old = device.reading();
        return device.withMemory(total)
                .withReading(new Reading(
                        Double.isNaN(busy) ? old.busyPercent() : busy,
                        used,
                        old.temperatureCelsius(),
                        old.powerWatts()));
    }

    /** Lines of {@code Name : value} by their name in lower case; the first of equal names. */
    static Map<String, String> fields(String output) {
        Map<String, String> fields = new TreeMap<>();
        for (String line : Field.plain(output).lines().toList()) {
            int colon = line.indexOf(" : ");
            if (colon > 0) {
                String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
                fields.putIfAbsent(name, line.substring(colon + 3).strip());
            }
        }
        return fields;
    }
}
