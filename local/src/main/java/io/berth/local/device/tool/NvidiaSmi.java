package io.berth.local.device.tool;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import io.berth.local.device.MigInstance;
import io.berth.local.device.MigMode;
import io.berth.local.device.Reading;
import io.berth.local.device.Vendor;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code nvidia-smi}: {@code --query-gpu} for the devices, {@code -L} for MIG instances, {@code mig -lgip} and {@code -lgipp} for what may
 * be made, {@code topo -m} for links. The names of the fields are those of {@code nvidia-smi --help-query-gpu}.
 */
public final class NvidiaSmi implements DeviceTool {
    private static final String BEFORE_MIG = "index,uuid,name,pci.bus_id,memory.total";
    private static final String MIG = ",mig.mode.current";
    private static final String READING = ",utilization.gpu,memory.used,temperature.gpu,power.draw";
    private static final List<String> QUERY = query(BEFORE_MIG + MIG + READING);

    /** Drivers before 450 do not know MIG and refuse the whole query. */
    private static final List<String> OLD_QUERY = query(BEFORE_MIG + READING);

    private static final int COLUMNS = 10;
    private static final int MIG_COLUMN = 5;

    private static final Pattern GPU = Pattern.compile("GPU ([0-9]{1,4}): .*");
    private static final Pattern INSTANCE = Pattern.compile(
            "\\s+MIG ([0-9a-z.+]{1,30})\\s+Device\\s+([0-9]{1,4}): \\(UUID: ([A-Za-z0-9/-]{1,80})\\)\\s*");
    private static final Pattern PROFILE_MEMORY = Pattern.compile("(?:.*\\.)?([0-9]{1,4})gb.*");

    @Override
    public String program() {
        return "nvidia-smi";
    }

    @Override
    public Inventory discover(Tools tools) {
        Inventory found = sample(tools);
        if (found.devices().stream().anyMatch(device -> device.migMode().equals(MigMode.ENABLED))) {
            found = withInstances(found, textOf(tools, List.of("-L")));
            found = withProfiles(tools, found);
        }
        return found.devices().isEmpty()
                ? found
                : Topology.parse(Vendor.NVIDIA, "GPU", textOf(tools, List.of("topo", "-m")))
                        .addTo(found);
    }

    @Override
    public Inventory sample(Tools tools) {
        Inventory found = ask(tools, QUERY, NvidiaSmi::parse);
        boolean old = found.devices().isEmpty()
                && found.notices().stream().anyMatch(notice -> notice.contains("mig.mode.current"));
        return old ? ask(tools, OLD_QUERY, NvidiaSmi::parse) : found;
    }

    private static List<String> query(String fields) {
        return List.of("--query-gpu=" + fields, "--format=csv,noheader,nounits");
    }

    /** The devices that the query printed, one per line, with or without the column of MIG. */
    public static Inventory parse(String output) {
        SortedMap<Integer, Accelerator> devices = new TreeMap<>();
        List<String> notices = new ArrayList<>();
        for (String line :
                Field.plain(output).lines().filter(each -> !each.isBlank()).toList()) {
            parseLine(line, devices, notices);
        }
        if (devices.isEmpty() && notices.isEmpty()) {
            notices.add("nvidia-smi: it printed nothing");
        }
        return new Inventory(List.copyOf(devices.values()), List.of(), notices);
    }

    private static void parseLine(String line, SortedMap<Integer, Accelerator> devices, List<String> notices) {
        List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
        if (cells.size() == COLUMNS - 1) {
            cells.add(MIG_COLUMN, "[N/A]");
        }
        if (cells.size() != COLUMNS) {
            notices.add("nvidia-smi: " + Field.firstLine(line));
            return;
        }
        cells.replaceAll(String::strip);
        int index = Field.index(cells.get(0));
        if (index < 0 || devices.containsKey(index) || !Field.isUuid(cells.get(1)) || Field.isAbsent(cells.get(2))) {
            notices.add("nvidia-smi: a GPU is left out: " + Field.firstLine(line));
            return;
        }
        devices.put(index, device(index, cells));
    }

    private static Accelerator device(int index, List<String> cells) {
        Reading reading = new Reading(
                Field.percent(cells.get(6)),
                Field.size(cells.get(7), Field.MIB),
                Field.number(cells.get(8)),
                Field.number(cells.get(9)));
        return new Accelerator(
                Vendor.NVIDIA,
                index,
                cells.get(1),
                ModelName.of(cells.get(2)),
                cells.get(2),
                Field.isAbsent(cells.get(3)) ? "" : cells.get(3),
                Field.bytes(cells.get(4), Field.MIB),
                Accelerator.UNKNOWN,
                migMode(cells.get(MIG_COLUMN)),
                reading);
    }

    private static MigMode migMode(String cell) {
        return switch (cell) {
            case "Enabled" -> MigMode.ENABLED;
            case "Disabled" -> MigMode.DISABLED;
            default -> MigMode.UNSUPPORTED;
        };
    }

    /** {@code found} with the instances that {@code nvidia-smi -L} printed in {@code list}. */
    public static Inventory withInstances(Inventory found, String list) {
        SortedMap<Integer, List<MigInstance>> instances = parseInstances(list);
        List<Accelerator> devices = found.devices().stream()
                .map(device -> device.migMode().equals(MigMode.ENABLED)
                        ? device.withInstances(instances.getOrDefault(device.index(), List.of()))
                        : device)
                .toList();
        return found.withDevices(devices);
    }

    /** {@code found} with what instances may be made of: of those in MIG mode whose driver tells whoever runs Berth, which only root may ask. */
    private Inventory withProfiles(Tools tools, Inventory found) {
        String sizes = textOf(tools, List.of("mig", "-lgip"));
        String places = sizes.isEmpty() ? "" : textOf(tools, List.of("mig", "-lgipp"));
        return found.withDevices(found.devices().stream()
                .map(device -> device.migMode().equals(MigMode.ENABLED)
                        ? device.withProfiles(MigListing.profiles(device, sizes, places))
                        : device)
                .toList());
    }

    /** The MIG instances by the index of their GPU, as {@code nvidia-smi -L} lists them. */
    public static SortedMap<Integer, List<MigInstance>> parseInstances(String output) {
        SortedMap<Integer, List<MigInstance>> instances = new TreeMap<>();
        TreeSet<String> seen = new TreeSet<>();
        int gpu = Accelerator.UNKNOWN;
        for (String line : Field.plain(output).lines().toList()) {
            Matcher whole = GPU.matcher(line);
            Matcher part = INSTANCE.matcher(line);
            if (whole.matches()) {
                gpu = Field.index(whole.group(1));
            } else if (gpu >= 0 && part.matches() && seen.add(part.group(3))) {
                instances
                        .computeIfAbsent(gpu, _ -> new ArrayList<>())
                        .add(new MigInstance(
                                Field.index(part.group(2)), part.group(1), part.group(3), memory(part.group(1))));
            }
        }
        return instances;
    }

    private static long memory(String profile) {
        Matcher matcher = PROFILE_MEMORY.matcher(profile);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) * Field.GIB : 0;
    }
}
