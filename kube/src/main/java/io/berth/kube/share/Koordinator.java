package io.berth.kube.share;

import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.share.ShareAsk.Memory;
import io.berth.kube.share.ShareAsk.Part;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Shares by Koordinator: an object {@code Device} of the name of a node says its devices, an annotation of the pod what it gets. */
final class Koordinator implements ShareConvention {
    private static final String DOMAIN = "koordinator.sh/";
    private static final String GPU = DOMAIN + "gpu";
    private static final String COUNT = DOMAIN + "gpu.shared";
    private static final String CORE = DOMAIN + "gpu-core";
    private static final String MEMORY = DOMAIN + "gpu-memory";
    private static final String RATIO = DOMAIN + "gpu-memory-ratio";
    private static final String PLAIN = "nvidia.com/gpu";
    private static final String ALLOCATED = "scheduling.koordinator.sh/device-allocated";
    private static final int PERCENT_MILLI = 10;
    private static final int WHOLE = 100;
    private static final long MIB = 1 << 20;

    @Override
    public String name() {
        return "koordinator";
    }

    @Override
    public Set<String> instead() {
        return Set.of(GPU, COUNT, CORE, MEMORY, RATIO);
    }

    @Override
    public Set<String> counted() {
        return Set.of("amd.com/gpu", PLAIN);
    }

    @Override
    public @Nullable NodeLock lock() {
        return null;
    }

    @Override
    public String objects() {
        return "/apis/scheduling.koordinator.sh/v1alpha1/devices";
    }

    /** All containers together, as Koordinator has it. */
    @Override
    public @Nullable ShareAsk asked(Pod pod) {
        Map<String, Long> sum = new TreeMap<>();
        for (Container container : pod.spec().needs().containers()) {
            for (String resource : List.of(GPU, COUNT, CORE, MEMORY, RATIO, PLAIN)) {
                Long asked = Whole.of(container.requests(), resource, Long.MAX_VALUE / 1000);
                if (asked != null && asked > 0) {
                    sum.merge(resource, asked, Long::sum);
                }
            }
        }
        if (sum.isEmpty()) {
            return null;
        }
        Long plain = sum.get(PLAIN);
        Part part = plain != null && sum.size() == 1
                ? new Part(0, (int) Math.min(plain, Integer.MAX_VALUE), DeviceDemand.WHOLE_MILLI, Memory.ALL)
                : part(sum);
        return new ShareAsk(Acceptable.GPU, List.of(part), _ -> true);
    }

    private static Part part(Map<String, Long> sum) {
        if (sum.containsKey(PLAIN)) {
            throw new ShareException("it asks for " + PLAIN + " and for shares by " + DOMAIN + "… at once");
        }
        long core = sum.getOrDefault(GPU, 0L) + sum.getOrDefault(CORE, 0L);
        long ratio = sum.getOrDefault(GPU, 0L) + sum.getOrDefault(RATIO, 0L);
        long bytes = sum.getOrDefault(MEMORY, 0L);
        if (ratio == 0 && bytes == 0) {
            throw new ShareException(
                    "it asks for " + (core > 0 ? CORE : COUNT) + " without " + MEMORY + " or " + RATIO);
        }
        long most = Math.max(core, ratio);
        long count = sum.getOrDefault(COUNT, most > WHOLE ? Math.ceilDiv(most, WHOLE) : 1L);
        boolean uneven = !sum.containsKey(COUNT) && most > WHOLE && most % WHOLE != 0;
        if (uneven || core % count != 0 || ratio % count != 0 || bytes % (count * MIB) != 0) {
            throw new ShareException(
                    "what it asks for is not the same whole per cent and MiB of each of " + count + " devices: " + sum);
        }
        if (core / count > WHOLE || ratio / count > WHOLE || count > DEVICES) {
            throw new ShareException("it asks for more than all of " + count + " devices: " + sum);
        }
        Memory memory =
                bytes > 0 ? new Memory(bytes / count / MIB, 0) : new Memory(0, (int) (ratio / count) * PERCENT_MILLI);
        return new Part(0, (int) count, (int) (core / count) * PERCENT_MILLI, memory);
    }

    private static final long DEVICES = 1024;

    @Override
    public @Nullable List<SharedDevice> devices(Node node) {
        return null;
    }

    @Override
    public List<SharedDevice> devices(Tree object) {
        List<SharedDevice> devices = new ArrayList<>();
        try {
            Tree all = object.require("spec").get("devices");
            for (Tree device : all == null ? List.<Tree>of() : all.items()) {
                if (device.require("type").text().equals("gpu")) {
                    devices.add(device(object, device));
                }
            }
        } catch (InputException e) {
            throw new ShareException("its object Device cannot be read: " + e.getMessage());
        }
        devices.sort(java.util.Comparator.comparingInt(SharedDevice::minor));
        return devices;
    }

    private static SharedDevice device(Tree object, Tree device) {
        Tree health = device.get("health");
        Tree resources = device.get("resources");
        Tree memory = resources == null ? null : resources.get(MEMORY);
        long mib = memory == null ? 0 : Whole.read(MEMORY, memory.text(), 0, Long.MAX_VALUE / 1000) / MIB;
        long minor = device.require("minor").whole();
        if (minor < 0 || minor > DEVICES) {
            throw Whole.wrong("minor", Long.toString(minor), "0 to " + DEVICES);
        }
        Tree labels = object.require("metadata").get("labels");
        Tree model = labels == null ? null : labels.get("node.koordinator.sh/gpu-model");
        return new SharedDevice(
                Long.toString(minor),
                (int) minor,
                Acceptable.GPU,
                model == null ? "" : model.text(),
                mib,
                health != null && health.flag());
    }

    @Override
    public @Nullable ShareHeld held(Pod pod) {
        String text = pod.meta().annotations().get(ALLOCATED);
        if (text == null) {
            return null;
        }
        List<ShareHeld.Part> parts = new ArrayList<>();
        try {
            Tree gpus = JsonReader.read(Source.text(ALLOCATED, text)).get("gpu");
            for (Tree gpu : gpus == null ? List.<Tree>of() : gpus.items()) {
                Tree resources = gpu.require("resources");
                long core = amount(resources, CORE);
                long percent = Math.max(core, amount(resources, MEMORY) == 0 ? amount(resources, RATIO) : 0);
                long mib = Math.ceilDiv(amount(resources, MEMORY), MIB);
                parts.add(new ShareHeld.Part(
                        Long.toString(gpu.require("minor").whole()),
                        mib,
                        (int) Math.min(WHOLE, percent) * PERCENT_MILLI));
            }
        } catch (InputException e) {
            throw new ShareException("annotation " + e.getMessage());
        }
        return parts.isEmpty() ? null : new ShareHeld(parts);
    }

    private static long amount(Tree resources, String resource) {
        Tree amount = resources.get(resource);
        return amount == null ? 0 : Whole.read(resource, amount.text(), 0, Long.MAX_VALUE / 1000);
    }

    @Override
    public Map<String, String> written(Pod pod, String node, List<ShareGiven> given, long nowSeconds) {
        List<Map<String, Object>> gpus = new ArrayList<>();
        for (ShareGiven part : given) {
            long of = part.device().memoryMib();
            Map<String, Object> resources = new LinkedHashMap<>();
            resources.put(CORE, Integer.toString(part.coreMilli() / PERCENT_MILLI));
            resources.put(MEMORY, part.memoryMib() + "Mi");
            resources.put(RATIO, Long.toString(of == 0 ? WHOLE : part.memoryMib() * WHOLE / of));
            Map<String, Object> gpu = new LinkedHashMap<>();
            gpu.put("minor", part.device().minor());
            gpu.put("resources", resources);
            gpus.add(gpu);
        }
        return Map.of(ALLOCATED, Json.line(Map.of("gpu", gpus)));
    }
}
