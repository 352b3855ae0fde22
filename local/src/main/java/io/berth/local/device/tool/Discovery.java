package io.berth.local.device.tool;

import io.berth.local.device.Inventory;
import io.berth.local.device.Maker;
import io.berth.local.device.Vendor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Asks all the tools, side by side: a driver that hangs costs its own time limit and no other's. */
public final class Discovery {
    private static final String NOTHING_INSTALLED =
            "no accelerators: none of nvidia-smi, npu-smi, amd-smi and rocm-smi is installed, nor one of "
                    + Maker.ALL.stream()
                            .map(maker -> maker.command().getFirst())
                            .collect(Collectors.joining(", "))
                    + "; this machine has CPUs only";
    private static final String NOTHING_FOUND = "no accelerators were found; this machine has CPUs only";

    /** By vendor, in the order of {@link Vendor}; of several tools of one vendor the first that finds devices counts. */
    private static final List<List<DeviceTool>> TOOLS = tools();

    private final Tools tools;

    public Discovery(Tools tools) {
        this.tools = tools;
    }

    /** All accelerators of this machine and their links; a notice says so where there are none. */
    public Inventory discover() {
        Inventory found = ask(DeviceTool::discover);
        if (!found.devices().isEmpty()) {
            return withDistinctUuids(found);
        }
        return found.withNotice(found.notices().isEmpty() ? NOTHING_INSTALLED : NOTHING_FOUND);
    }

    /** The accelerators and what they do now; no links and no instances. */
    public Inventory sample() {
        return ask(DeviceTool::sample);
    }

    /** The driver of Hygon brings rocm-smi too, for the same devices. */
    private static List<List<DeviceTool>> tools() {
        List<DeviceTool> amd = new ArrayList<>(List.of(new AmdSmi(), new RocmSmi()));
        List<List<DeviceTool>> tools = new ArrayList<>(List.of(List.of(new NvidiaSmi()), amd, List.of(new NpuSmi())));
        for (Maker maker : Maker.ALL) {
            if (maker.vendor() == Vendor.HYGON) {
                amd.addFirst(new MakerTool(maker));
            } else {
                tools.add(List.of(new MakerTool(maker)));
            }
        }
        return tools;
    }

    private Inventory ask(BiFunction<DeviceTool, Tools, Inventory> question) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Inventory>> answers = TOOLS.stream()
                    .map(ofVendor -> CompletableFuture.supplyAsync(() -> first(ofVendor, question), threads))
                    .toList();
            return answers.stream().map(CompletableFuture::join).reduce(Inventory.NONE, Inventory::and);
        }
    }

    private Inventory first(List<DeviceTool> ofVendor, BiFunction<DeviceTool, Tools, Inventory> question) {
        List<String> notices = new ArrayList<>();
        for (DeviceTool tool : ofVendor) {
            Inventory found = question.apply(tool, tools);
            notices.addAll(found.notices());
            if (!found.devices().isEmpty()) {
                return found;
            }
        }
        return new Inventory(List.of(), List.of(), notices);
    }

    /** Partitions of one AMD chip share its number: a name that stands for several devices is none. */
    private static Inventory withDistinctUuids(Inventory found) {
        TreeMap<String, Integer> times = new TreeMap<>();
        found.devices().forEach(device -> times.merge(device.uuid(), 1, Integer::sum));
        return found.withDevices(found.devices().stream()
                .map(device -> times.getOrDefault(device.uuid(), 0) > 1 ? device.withUuid("") : device)
                .toList());
    }
}
