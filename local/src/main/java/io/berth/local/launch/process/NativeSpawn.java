package io.berth.local.launch.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts a process by the C library's {@code posix_spawn}, in a session of its own, with an output that is a pipe whose other end
 * nobody holds. The JDK starts two programs more for that: a helper of its own, and setsid, since it knows no sessions.
 *
 * <p>Sources: posix_spawn(3), {@code spawn.h} of glibc 2.34 and of Linux on x86-64 and AArch64.
 */
public final class NativeSpawn {
    /** More than any C library takes for attributes, file actions and sets of signals: 336, 80 and 128 bytes in glibc. */
    private static final long OPAQUE_BYTES = 1024;

    /** POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID. */
    private static final short FLAGS = 0x04 | 0x08 | 0x80;

    private static final int O_RDONLY = 0;
    private static final int O_WRONLY = 1;
    private static final int O_CLOEXEC = 0x80000;
    private static final int FIRST_OTHER_DESCRIPTOR = 3;

    private final MethodHandle spawn;
    private final MethodHandle beginActions;
    private final MethodHandle endActions;
    private final MethodHandle addOpen;
    private final MethodHandle addDuplicate;
    private final MethodHandle addFolder;
    private final MethodHandle addCloseFrom;
    private final MethodHandle pipe;
    private final MethodHandle close;
    private final MethodHandle waitFor;
    private final MemorySegment attributes;

    private NativeSpawn(Functions functions) throws Throwable {
        attributes = attributes(functions);
        beginActions = functions.of("posix_spawn_file_actions_init", ADDRESS);
        endActions = functions.of("posix_spawn_file_actions_destroy", ADDRESS);
        spawn = functions.of("posix_spawn", ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        addOpen = functions.of("posix_spawn_file_actions_addopen", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        addDuplicate = functions.of("posix_spawn_file_actions_adddup2", ADDRESS, JAVA_INT, JAVA_INT);
        addFolder = functions.of("posix_spawn_file_actions_addchdir_np", ADDRESS, ADDRESS);
        addCloseFrom = functions.of("posix_spawn_file_actions_addclosefrom_np", ADDRESS, JAVA_INT);
        pipe = functions.of("pipe2", ADDRESS, JAVA_INT);
        close = functions.of("close", JAVA_INT);
        waitFor = functions.of("waitpid", JAVA_INT, ADDRESS, JAVA_INT);
    }

    /** No signal is blocked or ignored, and a session of its own. */
    private static MemorySegment attributes(Functions functions) throws Throwable {
        MemorySegment attributes = Arena.global().allocate(OPAQUE_BYTES);
        MemorySegment signals = Arena.global().allocate(OPAQUE_BYTES);
        MethodHandle begin = functions.of("posix_spawnattr_init", ADDRESS);
        MethodHandle fill = functions.of("sigfillset", ADDRESS);
        MethodHandle empty = functions.of("sigemptyset", ADDRESS);
        MethodHandle setDefault = functions.of("posix_spawnattr_setsigdefault", ADDRESS, ADDRESS);
        MethodHandle setMask = functions.of("posix_spawnattr_setsigmask", ADDRESS, ADDRESS);
        MethodHandle setFlags = functions.of("posix_spawnattr_setflags", ADDRESS, JAVA_SHORT);
        check("posix_spawnattr_init", (int) begin.invokeExact(attributes));
        check("sigfillset", (int) fill.invokeExact(signals));
        check("posix_spawnattr_setsigdefault", (int) setDefault.invokeExact(attributes, signals));
        check("sigemptyset", (int) empty.invokeExact(signals));
        check("posix_spawnattr_setsigmask", (int) setMask.invokeExact(attributes, signals));
        check("posix_spawnattr_setflags", (int) setFlags.invokeExact(attributes, FLAGS));
        return attributes;
    }

    /** Functions of the C library; all of them answer with an int. */
    private record Functions(Linker linker, SymbolLookup names) {
        @SuppressWarnings("restricted")
        MethodHandle of(String name, MemoryLayout... parameters) {
            MemorySegment address = names.find(name)
                    .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
            return linker.downcallHandle(address, FunctionDescriptor.of(JAVA_INT, parameters));
        }
    }

    /** What starts processes here; null where the C library, or the machine, is not known to do it in this way. */
    public static @Nullable NativeSpawn find() {
        String machine = System.getProperty("os.arch", "");
        if (!System.getProperty("os.name", "").equals("Linux")
                || !machine.equals("amd64") && !machine.equals("aarch64")) {
            return null;
        }
        try {
            Linker linker = Linker.nativeLinker();
            return new NativeSpawn(new Functions(linker, linker.defaultLookup()));
        } catch (Throwable e) {
            // An older C library, or a JVM that may not call it: the JDK starts processes too.
            return null;
        }
    }

    /**
     * Starts {@code argv} in {@code folder} with {@code environment} alone, all signals as they are at first, nothing to read, and
     * no open files but the pipe that it writes to. The caller {@linkplain #await waits} for it.
     *
     * @param argv the program's path, then its arguments
     * @param environment {@code NAME=VALUE} each
     * @return its pid
     */
    public long spawn(List<String> argv, List<String> environment, Path folder) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            check("pipe2", (int) pipe.invokeExact(ends, O_CLOEXEC));
            int reading = ends.getAtIndex(JAVA_INT, 0);
            int writing = ends.getAtIndex(JAVA_INT, 1);
            try {
                return spawn(arena, texts(arena, argv), texts(arena, environment), actions(arena, folder, writing));
            } finally {
                check("close", (int) close.invokeExact(writing));
                check("close", (int) close.invokeExact(reading));
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private long spawn(Arena arena, MemorySegment argv, MemorySegment environment, MemorySegment actions)
            throws Throwable {
        try {
            MemorySegment pid = arena.allocate(JAVA_INT);
            MemorySegment program = argv.getAtIndex(ADDRESS, 0);
            check("posix_spawn", (int) spawn.invokeExact(pid, program, actions, attributes, argv, environment));
            return pid.get(JAVA_INT, 0);
        } finally {
            check("posix_spawn_file_actions_destroy", (int) endActions.invokeExact(actions));
        }
    }

    /** The folder, /dev/null for input and errors, the pipe for output, and nothing else. */
    private MemorySegment actions(Arena arena, Path folder, int writing) throws Throwable {
        MemorySegment actions = arena.allocate(OPAQUE_BYTES);
        MemorySegment nothing = arena.allocateFrom("/dev/null");
        check("posix_spawn_file_actions_init", (int) beginActions.invokeExact(actions));
        check("addchdir", (int) addFolder.invokeExact(actions, arena.allocateFrom(folder.toString())));
        check("adddup2", (int) addDuplicate.invokeExact(actions, writing, 1));
        check("addopen", (int) addOpen.invokeExact(actions, 0, nothing, O_RDONLY, 0));
        check("addopen", (int) addOpen.invokeExact(actions, 2, nothing, O_WRONLY, 0));
        check("addclosefrom", (int) addCloseFrom.invokeExact(actions, FIRST_OTHER_DESCRIPTOR));
        return actions;
    }

    /** An array of pointers to {@code texts}, with a null at its end. */
    private static MemorySegment texts(Arena arena, List<String> texts) {
        MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return array;
    }

    /** Waits until child {@code pid} is gone; its exit code, as a shell gives it. */
    public int await(long pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment status = arena.allocate(JAVA_INT);
            int found = (int) waitFor.invokeExact((int) pid, status, 0);
            while (found < 0 && ProcessHandle.of(pid).isPresent()) {
                // Interrupted by a signal.
                found = (int) waitFor.invokeExact((int) pid, status, 0);
            }
            int word = status.get(JAVA_INT, 0);
            int signal = word & 0x7f;
            return signal == 0 ? word >> 8 & 0xff : 128 + signal;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void check(String function, int error) throws IOException {
        if (error != 0) {
            throw new IOException(function + " failed with error " + error);
        }
    }
}
