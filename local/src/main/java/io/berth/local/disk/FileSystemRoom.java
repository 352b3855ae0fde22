package io.berth.local.disk;

import io.berth.live.disk.DiskRoom;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * Asks {@code statvfs}, which knows of files too: a disk of which half is free takes nothing more when its inodes are used up.
 *
 * <p>Source: statvfs(3); the first fields of its struct are eight bytes each in glibc and musl on x86-64 and AArch64.
 */
public final class FileSystemRoom {
    /** More than the struct has: 112 bytes in glibc. */
    private static final long STRUCT_BYTES = 256;

    private static final long FRAGMENT = 8;
    private static final long BLOCKS = 16;
    private static final long BLOCKS_AVAILABLE = 32;
    private static final long FILES = 40;
    private static final long FILES_AVAILABLE = 56;

    private FileSystemRoom() {}

    /** How to look here; by the JDK alone where the C library is not known. */
    public static DiskRoom.Meter find() {
        String machine = System.getProperty("os.arch", "");
        if (!System.getProperty("os.name", "").equals("Linux")
                || !machine.equals("amd64") && !machine.equals("aarch64")) {
            return DiskRoom::of;
        }
        try {
            MethodHandle statvfs = statvfs();
            return folder -> room(statvfs, folder);
        } catch (RuntimeException | Error e) {
            // A JVM that may not call it.
            return DiskRoom::of;
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle statvfs() {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup()
                .find("statvfs")
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no statvfs"));
        return linker.downcallHandle(
                address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    }

    private static DiskRoom room(MethodHandle statvfs, Path folder) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment struct = arena.allocate(STRUCT_BYTES, Long.BYTES);
            int failed = (int) statvfs.invokeExact(arena.allocateFrom(folder.toString()), struct);
            if (failed != 0) {
                throw new IOException("cannot ask for the room in " + folder);
            }
            long fragment = field(struct, FRAGMENT);
            return new DiskRoom(
                    field(struct, BLOCKS_AVAILABLE) * fragment,
                    field(struct, BLOCKS) * fragment,
                    field(struct, FILES_AVAILABLE),
                    field(struct, FILES));
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static long field(MemorySegment struct, long offset) {
        return struct.get(ValueLayout.JAVA_LONG, offset);
    }
}
