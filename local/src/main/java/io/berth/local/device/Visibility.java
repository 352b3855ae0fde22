package io.berth.local.device;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The environment by which a task sees the devices it holds and no other. All variables are always set, so that nothing
 * comes down from Berth's own environment; a task without devices gets empty lists. It is a convention and no fence: a task
 * can set them anew.
 *
 * <p>Sources: CUDA and MPS variables: CUDA Programming Guide, environment variables, and the MPS guide, appendix (devices by
 * number, and CUDA_DEVICE_ORDER, since CUDA counts another way than nvidia-smi unless told; by UUID on a machine with MIG); NVIDIA_VISIBLE_DEVICES: NVIDIA Container Toolkit, {@code
 * void} for none; ROCm: "GPU isolation techniques" (HIP counts among what ROCR left visible); Ascend: CANN environment
 * variables (indices only, ascending, no spaces); limits of shares by injection: README of HAMi-core.
 */
public final class Visibility {
    private static final int WHOLE_MILLI = 1000;
    private static final int MILLI_PER_PERCENT = 10;
    private static final String PIPES = "CUDA_MPS_PIPE_DIRECTORY";

    private final Set<Vendor> present;

    /** True where CUDA gives every GPU of this machine a number, which it does not once one is cut into instances. */
    private final boolean numbered;

    /**
     * What one task holds.
     *
     * @param units its devices, of one vendor
     * @param shareMilli thousandths of each device, 1000 for whole ones; 0 where only memory was asked for
     * @param memoryBytes its memory on a shared device; 0 where unstated
     */
    public record Grant(List<Unit> units, int shareMilli, long memoryBytes) {
        /** No device. */
        public static final Grant NONE = new Grant(List.of(), 0, 0);

        public Grant {
            units = List.copyOf(units);
            if (units.stream().map(unit -> unit.device().vendor()).distinct().count() > 1) {
                throw new IllegalArgumentException("A task holds devices of one vendor, not of several.");
            }
        }

        /** All of {@code units}. */
        public static Grant whole(List<Unit> units) {
            return new Grant(units, WHOLE_MILLI, 0);
        }
    }

    /** Where tasks with a share find who holds them to it; null where that is by trust. */
    private final @Nullable Path mps;

    /** On a machine with the devices of {@code found}, where shares are by trust. */
    public Visibility(Inventory found) {
        this(found, null);
    }

    /** The same where MPS holds tasks to their shares. @param mps its folder; null where they are by trust */
    public Visibility(Inventory found, @Nullable Path mps) {
        this.mps = mps;
        present = EnumSet.noneOf(Vendor.class);
        found.devices().forEach(device -> present.add(device.vendor()));
        numbered = found.devices().stream()
                .noneMatch(device -> device.vendor().equals(Vendor.NVIDIA)
                        && (device.migMode() == MigMode.ENABLED
                                || !device.instances().isEmpty()));
    }

    /** The variables for a task that holds {@code grant} and runs as whoever runs Berth, in a fixed order. */
    public SequencedMap<String, String> variables(Grant grant) {
        return variables(grant, true);
    }

    /**
     * The same.
     *
     * @param own false where it runs as another user: MPS serves one user at a time, and has those of others wait
     */
    public SequencedMap<String, String> variables(Grant grant, boolean own) {
        SequencedMap<String, String> variables = new LinkedHashMap<>();
        variables.put("CUDA_VISIBLE_DEVICES", "");
        variables.put("NVIDIA_VISIBLE_DEVICES", "void");
        variables.put("ROCR_VISIBLE_DEVICES", "");
        variables.put("HIP_VISIBLE_DEVICES", "");
        variables.put("ASCEND_RT_VISIBLE_DEVICES", "");
        Maker.ALL.stream()
                .filter(maker -> present.contains(maker.vendor()))
                .forEach(maker -> maker.visible().forEach(name -> variables.putIfAbsent(name, "")));
        if (!grant.units().isEmpty()) {
            switch (grant.units().getFirst().device().vendor()) {
                case NVIDIA -> showNvidia(grant, own ? mps : null, variables);
                case AMD -> showAmd(grant.units(), variables);
                case ASCEND -> variables.put("ASCEND_RT_VISIBLE_DEVICES", indices(grant.units()));
                case CAMBRICON, HYGON, KUNLUNXIN, ILUVATAR, METAX, MOORE_THREADS -> show(grant.units(), variables);
            }
            if (shared(grant)) {
                variables.put("BERTH_GPU_SHARE", variables.containsKey(PIPES) ? "mps" : "trust");
            }
        }
        return variables;
    }

    private static boolean shared(Grant grant) {
        return grant.shareMilli() < WHOLE_MILLI;
    }

    private void showNvidia(Grant grant, @Nullable Path pipes, SequencedMap<String, String> variables) {
        String names = names(grant.units());
        // Programs read numbers there, as they find them under Slurm: vLLM takes each item for one.
        variables.put("CUDA_VISIBLE_DEVICES", numbered ? indices(grant.units()) : names);
        variables.put("NVIDIA_VISIBLE_DEVICES", names);
        // Numbers are nvidia-smi's, in the order of the PCI bus.
        variables.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        if (pipes != null && shared(grant)) {
            variables.put(PIPES, pipes.toString());
        }
        if (grant.shareMilli() > 0 && grant.shareMilli() < WHOLE_MILLI) {
            // Both take whole percent. Upwards: a share of less than a percent must not become none.
            String percent = String.valueOf(Math.ceilDiv(grant.shareMilli(), MILLI_PER_PERCENT));
            variables.put("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", percent);
            variables.put("CUDA_DEVICE_SM_LIMIT", percent);
        }
        if (grant.memoryBytes() > 0) {
            // MPS takes whole MiB at the finest, for a device as the task counts it.
            long mebibytes = Math.max(1, grant.memoryBytes() / Field.MIB);
            variables.put(
                    "CUDA_MPS_PINNED_DEVICE_MEM_LIMIT",
                    IntStream.range(0, grant.units().size())
                            .mapToObj(device -> device + "=" + mebibytes + "M")
                            .collect(Collectors.joining(",")));
            variables.put("CUDA_DEVICE_MEMORY_LIMIT", String.valueOf(grant.memoryBytes()));
        }
    }

    /** By the variables of the maker, its numbers. */
    private static void show(List<Unit> units, SequencedMap<String, String> variables) {
        Vendor vendor = units.getFirst().device().vendor();
        for (Maker maker : Maker.ALL) {
            if (maker.vendor() == vendor) {
                maker.visible().forEach(name -> variables.put(name, indices(units)));
            }
        }
    }

    private void showAmd(List<Unit> units, SequencedMap<String, String> variables) {
        String counted =
                IntStream.range(0, units.size()).mapToObj(String::valueOf).collect(Collectors.joining(","));
        variables.put("ROCR_VISIBLE_DEVICES", names(units));
        variables.put("HIP_VISIBLE_DEVICES", counted);
        if (!present.contains(Vendor.NVIDIA)) {
            // HIP reads this too, and programs refuse a list that contradicts HIP's own.
            variables.put("CUDA_VISIBLE_DEVICES", counted);
        }
    }

    /** By their names, or by their numbers where one has no name: a list may mix both, but need not. */
    private static String names(List<Unit> units) {
        return units.stream().anyMatch(unit -> unit.uuid().isEmpty())
                ? indices(units)
                : units.stream().map(Unit::uuid).collect(Collectors.joining(","));
    }

    /** The numbers of the devices of {@code units} as the vendor's tool counts, ascending, with commas between them. */
    public static String indices(List<Unit> units) {
        return units.stream()
                .mapToInt(unit -> unit.device().index())
                .distinct()
                .sorted()
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
    }
}
