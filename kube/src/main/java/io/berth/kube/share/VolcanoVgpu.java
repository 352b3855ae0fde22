package io.berth.kube.share;

import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.share.ShareAsk.Memory;
import io.berth.kube.share.ShareAsk.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shares by Volcano's vGPU ({@code volcano-vgpu-device-plugin}), in its mode hami-core. */
final class VolcanoVgpu implements ShareConvention {
    private static final String NUMBER = "volcano.sh/vgpu-number";
    private static final String MEMORY = "volcano.sh/vgpu-memory";
    private static final String PERCENT = "volcano.sh/vgpu-memory-percentage";
    private static final String CORES = "volcano.sh/vgpu-cores";
    private static final String REGISTER = "volcano.sh/node-vgpu-register";
    private static final String HANDSHAKE = "volcano.sh/node-vgpu-handshake";
    private static final String IDS = "volcano.sh/vgpu-ids-new";
    private static final String MODE = "volcano.sh/vgpu-mode";

    /** Before the id of a device, so that the agent knows whose it is. */
    private static final String WORD = "NVIDIA";

    private static final String PHASE = "volcano.sh/bind-phase";
    private static final String TIME = "volcano.sh/bind-time";
    private static final String ALLOCATING = "allocating";

    private static final int PERCENT_MILLI = 10;
    private static final long MOST_MIB = 1L << 31;
    private static final long MOST_DEVICES = 1024;
    private static final int FIELDS = 6;

    @Override
    public String name() {
        return "volcano";
    }

    @Override
    public Set<String> instead() {
        return Set.of(MEMORY, PERCENT, CORES);
    }

    @Override
    public Set<String> counted() {
        return Set.of(NUMBER);
    }

    @Override
    public @Nullable NodeLock lock() {
        // Off by default in Volcano, where agents would not take it away.
        return null;
    }

    @Override
    public boolean busy(Pod other, long nowSeconds) {
        Map<String, String> annotations = other.meta().annotations();
        try {
            return annotations.getOrDefault(PHASE, "").equals(ALLOCATING)
                    && nowSeconds - Long.parseLong(annotations.getOrDefault(TIME, "0")) < NodeLock.LONGEST_SECONDS;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    @Override
    public @Nullable ShareAsk asked(Pod pod) {
        List<Part> parts = new ArrayList<>();
        List<Container> containers = pod.spec().needs().containers();
        for (int i = 0; i < containers.size(); i++) {
            Part part = part(i, containers.get(i).requests());
            if (part != null) {
                parts.add(part);
            }
        }
        for (Container init : pod.spec().needs().init()) {
            if (part(0, init.requests()) != null) {
                throw new ShareException("its init container " + init.name() + " asks for " + NUMBER
                        + ", of which only containers get shares here");
            }
        }
        String mode = pod.meta().annotations().get(MODE);
        if (!parts.isEmpty() && mode != null && !mode.equals("hami-core")) {
            throw Whole.wrong("annotation " + MODE, mode, "hami-core: instances of devices are not made here");
        }
        return parts.isEmpty() ? null : new ShareAsk(Acceptable.GPU, parts, _ -> true);
    }

    private static @Nullable Part part(int container, Map<String, String> requests) {
        Long devices = Whole.of(requests, NUMBER, MOST_DEVICES);
        Long mib = Whole.of(requests, MEMORY, MOST_MIB);
        Long percent = Whole.of(requests, PERCENT, 100);
        Long cores = Whole.of(requests, CORES, 100);
        if (devices == null || devices == 0) {
            if (mib != null || percent != null || cores != null) {
                throw new ShareException("it asks for " + (mib != null ? MEMORY : percent != null ? PERCENT : CORES)
                        + " without " + NUMBER);
            }
            return null;
        }
        Memory memory = mib != null && mib > 0
                ? new Memory(mib, 0)
                : percent == null || percent == 0 ? Memory.ALL : new Memory(0, percent.intValue() * PERCENT_MILLI);
        return new Part(container, devices.intValue(), cores == null ? 0 : cores.intValue() * PERCENT_MILLI, memory);
    }

    /** {@code ID,COUNT,MIB,TYPE,HEALTH,MODE:} for each device; none of a node whose agent has left. */
    @Override
    public @Nullable List<SharedDevice> devices(Node node) {
        Map<String, String> annotations = node.meta().annotations();
        String text = annotations.get(REGISTER);
        if (text == null || annotations.getOrDefault(HANDSHAKE, "").startsWith("Deleted")) {
            return null;
        }
        List<SharedDevice> devices = new ArrayList<>();
        for (String device : text.split(":", -1)) {
            if (!device.isBlank()) {
                devices.add(device(device, devices.size()));
            }
        }
        return devices;
    }

    private static SharedDevice device(String text, int place) {
        String[] fields = text.split(",", -1);
        if (fields.length < FIELDS || fields[0].isBlank()) {
            throw Whole.wrong("annotation " + REGISTER, text, "ID,COUNT,MIB,TYPE,HEALTH,MODE for each device");
        }
        long mib = Whole.read("the memory of annotation " + REGISTER, fields[2], 0, MOST_MIB);
        boolean usable = fields[4].equals("true") && !fields[5].equals("mig");
        return new SharedDevice(fields[0], place, Acceptable.GPU, fields[3], mib, usable);
    }

    @Override
    public @Nullable ShareHeld held(Pod pod) {
        String text = pod.meta().annotations().get(IDS);
        List<ShareHeld.Part> parts = text == null ? List.of() : AllocatedText.read(IDS, text);
        return parts.isEmpty() ? null : new ShareHeld(parts);
    }

    /** Containers that get nothing are left out, as its agent counts those that ask. */
    @Override
    public Map<String, String> written(Pod pod, String node, List<ShareGiven> given, long nowSeconds) {
        List<String> texts = AllocatedText.of(pod.spec().needs().containers().size(), WORD, given).stream()
                .filter(text -> !text.isEmpty())
                .toList();
        String ids = String.join(";", texts);
        String now = Long.toString(nowSeconds);
        Map<String, String> written = new LinkedHashMap<>();
        written.put("volcano.sh/vgpu-node", node);
        written.put("volcano.sh/vgpu-time", now);
        written.put(PHASE, ALLOCATING);
        written.put(TIME, now);
        written.put(IDS, ids);
        written.put("volcano.sh/devices-to-allocate", ids);
        return written;
    }
}
