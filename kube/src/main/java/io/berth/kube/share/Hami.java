package io.berth.kube.share;

import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.share.ShareAsk.Memory;
import io.berth.kube.share.ShareAsk.Part;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shares by HAMi (project-hami, its protocol of 2.10): agents write the devices of a node into an annotation of it, and read from one of
 * the pod what it gets.
 */
final class Hami implements ShareConvention {
    private static final NodeLock LOCK = new NodeLock("hami.io/mutex.lock", true);
    private static final int PERCENT_MILLI = 10;
    private static final long MOST_MIB = 1L << 31;
    private static final long MOST_DEVICES = 1024;

    /** What the pod must not ask for, as nothing here looks at single devices or cuts them. */
    private static final List<String> UNWEIGHED = List.of(
            "nvidia.com/use-gpuuuid",
            "nvidia.com/nouse-gpuuuid",
            "nvidia.com/use-gpuindexes",
            "nvidia.com/nouse-gpuindexes",
            "amd.com/use-gpu-uuid",
            "amd.com/nouse-gpu-uuid",
            "hygon.com/use-gpuuuid",
            "hygon.com/nouse-gpuuuid");

    private static final String TOGETHER = "nvidia.com/numa-bind";

    private static final String MODE = "nvidia.com/vgpu-mode";

    @Override
    public String name() {
        return "hami";
    }

    @Override
    public Set<String> instead() {
        return Maker.ALL.stream()
                .flatMap(maker -> maker.parts().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Set<String> counted() {
        return Maker.ALL.stream()
                .filter(Maker::shared)
                .map(maker -> maker.resources().count())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public @Nullable NodeLock lock() {
        return LOCK;
    }

    @Override
    public @Nullable ShareAsk asked(Pod pod) {
        ShareAsk asked = null;
        for (Maker maker : Maker.ALL) {
            List<Part> parts = parts(pod, maker);
            if (!parts.isEmpty() && asked != null) {
                throw new ShareException("it asks for devices of two makers, " + asked.kind() + " and " + maker.kind());
            }
            if (!parts.isEmpty()) {
                asked = new ShareAsk(maker.kind(), parts, models(pod, maker));
            }
        }
        if (asked != null) {
            refuseUnweighed(pod, asked.devices());
        }
        return asked;
    }

    private static void refuseUnweighed(Pod pod, int devices) {
        Map<String, String> annotations = pod.meta().annotations();
        for (String key : UNWEIGHED) {
            if (annotations.containsKey(key)) {
                throw new ShareException("it asks by annotation " + key
                        + " for single devices, which this scheduler does" + " not look at");
            }
        }
        if (devices > 1 && annotations.getOrDefault(TOGETHER, "").equals("true")) {
            throw new ShareException("it asks by annotation " + TOGETHER + " for " + devices
                    + " devices of one NUMA node, which this scheduler does not look at");
        }
        String mode = annotations.get(MODE);
        if (mode != null && !mode.equals("hami-core")) {
            throw Whole.wrong("annotation " + MODE, mode, "hami-core: instances of devices are not made here");
        }
    }

    private static List<Part> parts(Pod pod, Maker maker) {
        List<Part> parts = new ArrayList<>();
        List<Container> containers = pod.spec().needs().containers();
        for (int i = 0; i < containers.size(); i++) {
            Part part = part(i, containers.get(i).requests(), maker);
            if (part != null) {
                parts.add(part);
            }
        }
        for (Container init : pod.spec().needs().init()) {
            if (maker.shared() && part(0, init.requests(), maker) != null) {
                throw new ShareException("its init container " + init.name() + " asks for "
                        + maker.resources().count() + ", of which only containers get shares here");
            }
        }
        return parts;
    }

    private static @Nullable Part part(int container, Map<String, String> requests, Maker maker) {
        Maker.Names names = maker.resources();
        Long devices = Whole.of(requests, names.count(), MOST_DEVICES);
        if (devices == null || devices == 0) {
            for (String resource : maker.parts()) {
                if (requests.containsKey(resource)) {
                    throw new ShareException("it asks for " + resource + " without " + names.count());
                }
            }
            return null;
        }
        if (!maker.shared()) {
            for (String resource : maker.parts()) {
                if (requests.containsKey(resource)) {
                    throw new ShareException("it asks for " + resource + ": shares of " + maker.word()
                            + " are not given here, only whole devices");
                }
            }
            return null;
        }
        Long core = Whole.of(requests, names.core(), names.wholeCore());
        int milli = core == null ? 0 : (int) (core * 1000 / names.wholeCore());
        return new Part(container, devices.intValue(), milli, memory(requests, names));
    }

    /** In MiB goes before a percentage, and neither means all of it. */
    private static Memory memory(Map<String, String> requests, Maker.Names names) {
        Long units = Whole.of(requests, names.memory(), MOST_MIB);
        if (units != null && units > 0) {
            return new Memory(units * names.memoryMib(), 0);
        }
        Long percent = names.percent().isEmpty() ? null : Whole.of(requests, names.percent(), 100);
        return percent == null || percent == 0 ? Memory.ALL : new Memory(0, percent.intValue() * PERCENT_MILLI);
    }

    /** By parts of the names of models, whatever their case. */
    private static Predicate<String> models(Pod pod, Maker maker) {
        String domain = maker.resources().count().replaceFirst("/.*", "/");
        String type = maker.slug().equals("dcu") ? "use-dcutype" : "use-gputype";
        List<String> use = words(pod, domain + type);
        List<String> not = words(pod, domain + "no" + type);
        return model -> {
            String upper = upper(model);
            return (use.isEmpty() || use.stream().anyMatch(upper::contains))
                    && not.stream().noneMatch(upper::contains);
        };
    }

    private static List<String> words(Pod pod, String annotation) {
        String text = pod.meta().annotations().getOrDefault(annotation, "");
        return text.isBlank() ? List.of() : List.of(upper(text).split(","));
    }

    private static String upper(String text) {
        return text.toUpperCase(java.util.Locale.ROOT);
    }

    @Override
    public @Nullable List<SharedDevice> devices(Node node) {
        List<SharedDevice> devices = null;
        for (Maker maker : Maker.ALL) {
            String text = maker.shared() ? node.meta().annotations().get(maker.register()) : null;
            if (text != null) {
                devices = devices == null ? new ArrayList<>() : devices;
                devices.addAll(registered(maker, text));
            }
        }
        return devices;
    }

    private static List<SharedDevice> registered(Maker maker, String text) {
        List<SharedDevice> devices = new ArrayList<>();
        try {
            for (Tree device :
                    JsonReader.read(Source.text(maker.register(), text)).items()) {
                devices.add(device(maker, device, devices.size()));
            }
        } catch (InputException e) {
            throw new ShareException("annotation " + e.getMessage());
        }
        return devices;
    }

    private static SharedDevice device(Maker maker, Tree device, int place) {
        Tree index = device.get("index");
        Tree type = device.get("type");
        Tree mode = device.get("mode");
        Tree health = device.get("health");
        long mib = device.require("devmem").whole();
        String id = device.require("id").text();
        if (mib < 0 || mib > MOST_MIB) {
            throw Whole.wrong("annotation " + maker.register() + ": devmem", Long.toString(mib), "MiB of a device");
        }
        if (id.isBlank() || id.matches(".*[,:;].*")) {
            throw Whole.wrong("annotation " + maker.register() + ": id", id, "a name without , : ;");
        }
        boolean whole = mode == null || !mode.text().equals("mig");
        return new SharedDevice(
                id,
                index == null ? place : (int) index.whole(),
                maker.kind(),
                type == null ? "" : type.text(),
                mib,
                whole && health != null && health.flag());
    }

    @Override
    public @Nullable ShareHeld held(Pod pod) {
        List<ShareHeld.Part> parts = new ArrayList<>();
        for (Maker maker : Maker.ALL) {
            String text = maker.shared() ? pod.meta().annotations().get(maker.allocated()) : null;
            if (text != null) {
                parts.addAll(AllocatedText.read(maker.allocated(), text));
            }
        }
        return parts.isEmpty() ? null : new ShareHeld(parts);
    }

    @Override
    public Map<String, String> written(Pod pod, String node, List<ShareGiven> given, long nowSeconds) {
        String kind = given.getFirst().device().kind();
        Maker maker = Maker.ALL.stream()
                .filter(one -> one.kind().equals(kind))
                .findFirst()
                .orElseThrow();
        int containers = pod.spec().needs().containers().size();
        String text = String.join(";", AllocatedText.of(containers, maker.word(), given)) + ";";
        String now = Long.toString(nowSeconds);
        Map<String, String> written = new LinkedHashMap<>();
        written.put("hami.io/vgpu-node", node);
        written.put("hami.io/vgpu-time", now);
        written.put("hami.io/bind-phase", "allocating");
        written.put("hami.io/bind-time", now);
        written.put(maker.toAllocate(), text);
        written.put(maker.allocated(), text);
        return written;
    }
}
