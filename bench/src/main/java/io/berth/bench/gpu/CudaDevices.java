package io.berth.bench.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Prints what CUDA shows this process, one device per line: its name and UUID. nvidia-smi would print all, since it heeds no
 * {@code CUDA_VISIBLE_DEVICES}. Functions: CUDA Driver API, "Initialization" and "Device Management".
 */
// Calling into a native library is what it is for.
@SuppressWarnings("restricted")
public record CudaDevices(SymbolLookup cuda, Arena arena) {
    private static final int SUCCESS = 0;

    /** CUDA_ERROR_NO_DEVICE: what cuInit says where no device is visible. */
    private static final int NO_DEVICE = 100;

    private static final int NAME_BYTES = 128;
    private static final int UUID_BYTES = 16;

    public static void main(String[] arguments) {
        try (Arena arena = Arena.ofConfined()) {
            new CudaDevices(SymbolLookup.libraryLookup("libcuda.so.1", arena), arena).print();
        }
    }

    private void print() {
        int status = call("cuInit", 0);
        if (status != SUCCESS && status != NO_DEVICE) {
            throw new IllegalStateException("cuInit failed with CUDA error " + status);
        }
        MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
        if (status == SUCCESS) {
            check("cuDeviceGetCount", call("cuDeviceGetCount", number));
        }
        int count = number.get(ValueLayout.JAVA_INT, 0);
        System.out.println("devices: " + count);
        for (int ordinal = 0; ordinal < count; ordinal++) {
            check("cuDeviceGet", call("cuDeviceGet", number, ordinal));
            int device = number.get(ValueLayout.JAVA_INT, 0);
            MemorySegment name = arena.allocate(NAME_BYTES);
            check("cuDeviceGetName", call("cuDeviceGetName", name, NAME_BYTES, device));
            MemorySegment uuid = arena.allocate(UUID_BYTES);
            check("cuDeviceGetUuid_v2", call("cuDeviceGetUuid_v2", uuid, device));
            System.out.println(ordinal + ": " + name.getString(0, StandardCharsets.US_ASCII) + " " + dashed(uuid));
        }
    }

    /** Calls a function of pointers and ints that returns a status. */
    private int call(String function, Object... arguments) {
        ValueLayout[] layouts = new ValueLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] = arguments[i] instanceof MemorySegment ? ValueLayout.ADDRESS : ValueLayout.JAVA_INT;
        }
        MethodHandle handle = Linker.nativeLinker()
                .downcallHandle(cuda.findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts));
        try {
            return (int) handle.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(function + " could not be called", e);
        }
    }

    private static void check(String function, int status) {
        if (status != SUCCESS) {
            throw new IllegalStateException(function + " failed with CUDA error " + status);
        }
    }

    /** As nvidia-smi writes it, behind {@code GPU-} or {@code MIG-}. */
    private static String dashed(MemorySegment uuid) {
        String hex = HexFormat.of().formatHex(uuid.toArray(ValueLayout.JAVA_BYTE));
        return String.join(
                "-",
                hex.substring(0, 8),
                hex.substring(8, 12),
                hex.substring(12, 16),
                hex.substring(16, 20),
                hex.substring(20));
    }
}
