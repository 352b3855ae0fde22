package io.berth.kube.share;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kind of accelerator and the words that HAMi has for it (its chart, {@code device-configmap.yaml}).
 *
 * @param kind as demands name it
 * @param word what annotations call it
 * @param slug the middle of its annotations, {@code hami.io/SLUG-devices-allocated}; empty where its agents are told otherwise, and Berth
 *     gives no shares
 * @param register the annotation of nodes that lists its devices
 * @param resources by which pods ask for it
 */
record Maker(String kind, String word, String slug, String register, Names resources) {
    /**
     * By which resources pods ask.
     *
     * @param memoryMib how much one of {@code memory} is; MiB
     * @param percent of memory; empty where there is none
     * @param wholeCore how many of {@code core} are a whole device
     */
    record Names(String count, String memory, long memoryMib, String percent, String core, int wholeCore) {
        static Names of(String count, String memory, String core) {
            return new Names(count, memory, 1, "", core, 100);
        }
    }

    /** All that are known, in the order in which devices of a node are numbered. */
    static final List<Maker> ALL = List.of(
            new Maker(
                    "gpu",
                    "NVIDIA",
                    "vgpu",
                    "hami.io/node-nvidia-register",
                    new Names(
                            "nvidia.com/gpu",
                            "nvidia.com/gpumem",
                            1,
                            "nvidia.com/gpumem-percentage",
                            "nvidia.com/gpucores",
                            100)),
            new Maker(
                    "dcu",
                    "DCU",
                    "dcu",
                    "hami.io/node-dcu-register",
                    Names.of("hygon.com/dcunum", "hygon.com/dcumem", "hygon.com/dcucores")),
            new Maker(
                    "amd-gpu",
                    "AMDGPU",
                    "amd",
                    "hami.io/node-amd-register",
                    Names.of("amd.com/gpu", "amd.com/gpumem", "amd.com/gpucores")),
            other(
                    "mlu",
                    "MLU",
                    new Names(
                            "cambricon.com/vmlu",
                            "cambricon.com/mlu.smlu.vmemory",
                            256,
                            "",
                            "cambricon.com/mlu.smlu.vcore",
                            100)),
            other("xpu", "XPU", Names.of("kunlunxin.com/vxpu", "kunlunxin.com/vxpu-memory", "")),
            other(
                    "metax-gpu",
                    "Metax-SGPU",
                    Names.of("metax-tech.com/sgpu", "metax-tech.com/vmemory", "metax-tech.com/vcore")),
            other(
                    "mthreads-gpu",
                    "Mthreads",
                    new Names("mthreads.com/vgpu", "mthreads.com/sgpu-memory", 512, "", "mthreads.com/sgpu-core", 16)),
            other("gcu", "Enflame", Names.of("enflame.com/drs-gcu", "enflame.com/gcu-memory", "enflame.com/gcu-core")),
            iluvatar("BI-V100"),
            iluvatar("BI-V150"),
            iluvatar("MR-V50"),
            iluvatar("MR-V100"),
            ascend("Ascend910A"),
            ascend("Ascend910B2"),
            ascend("Ascend910B3"),
            ascend("Ascend910B4"),
            ascend("Ascend910B4-1"),
            ascend("Ascend910C"),
            ascend("Ascend310P"));

    private static Maker other(String kind, String word, Names names) {
        return new Maker(kind, word, "", "", names);
    }

    private static Maker iluvatar(String model) {
        String name = "iluvatar.ai/" + model;
        return other("iluvatar", model, Names.of(name + "-vgpu", name + ".vMem", name + ".vCore"));
    }

    private static Maker ascend(String model) {
        String name = "huawei.com/" + model;
        return other("npu", model, Names.of(name, name + "-memory", name + "-core"));
    }

    /** True where Berth gives shares of it. */
    boolean shared() {
        return !slug.isEmpty();
    }

    String allocated() {
        return "hami.io/" + slug + "-devices-allocated";
    }

    String toAllocate() {
        return "hami.io/" + slug + "-devices-to-allocate";
    }

    /** The resources that say how much of a device. */
    Set<String> parts() {
        Set<String> parts = new TreeSet<>(List.of(resources.memory, resources.percent, resources.core));
        parts.remove("");
        return parts;
    }
}
