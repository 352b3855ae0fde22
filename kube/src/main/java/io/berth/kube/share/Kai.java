package io.berth.kube.share;

import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.share.ShareAsk.Memory;
import io.berth.kube.share.ShareAsk.Part;
import io.berth.spec.json.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Shares by KAI Scheduler (kai-scheduler, docs/gpu-sharing). Devices have no numbers there: pods that share one have the same GPU group,
 * and KAI's binder, which is asked by a {@code BindRequest}, has a pod of its own reserve a GPU for each group and binds.
 */
final class Kai implements ShareConvention {
    private static final String FRACTION = "gpu-fraction";
    private static final String MEMORY = "gpu-memory";
    private static final String DEVICES = "gpu-fraction-num-devices";
    private static final String GROUP = "runai-gpu-group";
    private static final String RESERVATIONS = "kai-resource-reservation";
    private static final String GPU = "nvidia.com/gpu";
    private static final long MOST_MIB = 1L << 31;
    /** Powers of ten and endless digits would take time to read, and are none that anybody writes. */
    private static final Pattern PLAIN = Pattern.compile("0?\\.[0-9]{1,3}0{0,12}");

    @Override
    public String name() {
        return "kai";
    }

    @Override
    public Set<String> instead() {
        return Set.of();
    }

    @Override
    public Set<String> counted() {
        return Set.of(GPU);
    }

    @Override
    public @Nullable NodeLock lock() {
        return null;
    }

    @Override
    public @Nullable ShareAsk asked(Pod pod) {
        Map<String, String> annotations = pod.meta().annotations();
        String fraction = annotations.get(FRACTION);
        String memory = annotations.get(MEMORY);
        if (reserves(pod) || fraction == null && memory == null) {
            return null;
        }
        if (fraction != null && memory != null) {
            throw new ShareException("it asks by both " + FRACTION + " and " + MEMORY);
        }
        for (Container container : pod.spec().needs().containers()) {
            if (container.requests().containsKey(GPU)) {
                throw new ShareException("it asks for " + GPU + " and for a share of one");
            }
        }
        long devices = Whole.read("annotation " + DEVICES, annotations.getOrDefault(DEVICES, "1"), 1, 63);
        Part part = memory == null
                ? new Part(0, (int) devices, milli(fraction), new Memory(0, milli(fraction)))
                : new Part(0, (int) devices, 0, new Memory(Whole.read("annotation " + MEMORY, memory, 1, MOST_MIB), 0));
        return new ShareAsk(Acceptable.GPU, List.of(part), _ -> true);
    }

    /** In thousandths, never rounded. */
    private static int milli(@Nullable String fraction) {
        int milli = fraction != null && PLAIN.matcher(fraction).matches()
                ? new BigDecimal(fraction).movePointRight(3).intValue()
                : 0;
        if (milli == 0) {
            throw Whole.wrong(
                    "annotation " + FRACTION,
                    String.valueOf(fraction),
                    "above 0 and below 1, with three decimals at most");
        }
        return milli;
    }

    /** As many as the device plugin has, as GPU feature discovery describes them. */
    @Override
    public @Nullable List<SharedDevice> devices(Node node) {
        long count = count(node.allocatable().getOrDefault(GPU, "0"));
        if (count == 0) {
            return null;
        }
        Map<String, String> labels = node.meta().labels();
        long mib = count(labels.getOrDefault("nvidia.com/gpu.memory", "0"));
        List<SharedDevice> devices = new ArrayList<>();
        for (int i = 0; i < Math.min(count, 63); i++) {
            String model = labels.getOrDefault("nvidia.com/gpu.product", "");
            devices.add(new SharedDevice(Integer.toString(i), i, Acceptable.GPU, model, mib, true));
        }
        return devices;
    }

    private static long count(String text) {
        return Whole.read("its " + GPU, text, 0, MOST_MIB);
    }

    @Override
    public @Nullable ShareHeld held(Pod pod) {
        return null;
    }

    @Override
    public boolean reserves(Pod pod) {
        return pod.meta().key().namespace().equals(RESERVATIONS);
    }

    @Override
    public List<String> groups(Pod pod) {
        Map<String, String> labels = new TreeMap<>(pod.meta().labels());
        if (reserves(pod)) {
            return List.of();
        }
        String one = labels.get(GROUP);
        return one != null
                ? List.of(one)
                : labels.keySet().stream()
                        .filter(key -> key.startsWith(GROUP + "/"))
                        .map(key -> key.substring(GROUP.length() + 1))
                        .toList();
    }

    /** Nothing is written by Berth: KAI's binder does. */
    @Override
    public Map<String, String> written(Pod pod, String node, List<ShareGiven> given, long nowSeconds) {
        return Map.of();
    }

    @Override
    public BindAsk request(Pod pod, String node, List<ShareGiven> given, List<String> groups) {
        String name = pod.meta().name();
        Map<String, Object> owner = new LinkedHashMap<>();
        owner.put("apiVersion", "v1");
        owner.put("kind", "Pod");
        owner.put("name", name);
        owner.put("uid", pod.meta().uid());
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("name", name);
        meta.put("namespace", pod.meta().key().namespace());
        meta.put("ownerReferences", List.of(owner));
        Map<String, Object> gpu = new LinkedHashMap<>();
        gpu.put("count", given.size());
        gpu.put("portion", portion(given.getFirst()));
        String memory = pod.meta().annotations().get(MEMORY);
        if (memory != null) {
            gpu.put("gpuMemory", memory);
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("podName", name);
        spec.put("selectedNode", node);
        spec.put("receivedResourceType", "Fraction");
        spec.put("receivedGPU", gpu);
        spec.put("selectedGPUGroups", groups);
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", "scheduling.run.ai/v1alpha2");
        object.put("kind", "BindRequest");
        object.put("metadata", meta);
        object.put("spec", spec);
        String path = "/apis/scheduling.run.ai/v1alpha2/namespaces/"
                + pod.meta().key().namespace() + "/bindrequests/";
        return new BindAsk(path + name, Json.line(object));
    }

    /** Of memory, the part of the device that it is; only told to the pod, not reckoned with. */
    private static String portion(ShareGiven given) {
        BigDecimal part = given.coreMilli() > 0
                ? BigDecimal.valueOf(given.coreMilli(), 3)
                : BigDecimal.valueOf(given.memoryMib())
                        .divide(BigDecimal.valueOf(Math.max(1, given.device().memoryMib())), 4, RoundingMode.DOWN);
        return part.stripTrailingZeros().toPlainString();
    }
}
