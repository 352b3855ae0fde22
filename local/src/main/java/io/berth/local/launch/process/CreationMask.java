package io.berth.local.launch.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is taken from the mode of the files that this process makes, umask(2). Berth's own are nobody else's, whichever library
 * makes them; tasks get the mask that Berth was started with.
 */
public final class CreationMask {
    /** In POSIX.1-2017 and every shell: what a user has who chose none. */
    private static final String COMMON = "0022";

    private static final int PRIVATE = 0077;
    private static final String USUAL = ofProcess();

    private CreationMask() {}

    /** From now on files of this process are its user's alone; where the JVM may not call the C library, all stays as it was. */
    @SuppressWarnings("restricted")
    public static void makePrivate() {
        try {
            Linker linker = Linker.nativeLinker();
            MemorySegment umask = linker.defaultLookup().find("umask").orElseThrow();
            int before = (int) linker.downcallHandle(umask, FunctionDescriptor.of(JAVA_INT, JAVA_INT))
                    .invokeExact(PRIVATE);
            System.getLogger(CreationMask.class.getName()).log(System.Logger.Level.DEBUG, "umask was {0}", before);
        } catch (Throwable e) {
            // The folder that holds them is closed in any case.
            System.getLogger(CreationMask.class.getName()).log(System.Logger.Level.DEBUG, "no umask", e);
        }
    }

    /** The mask that this process was started with, in octal digits. */
    public static String usual() {
        return USUAL;
    }

    /** Linux tells it since 4.7, proc_pid_status(5). */
    private static String ofProcess() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("Umask:"))
                    .map(line -> line.substring("Umask:".length()).strip())
                    .filter(mask -> mask.matches("[0-7]{4}"))
                    .findFirst()
                    .orElse(COMMON);
        } catch (IOException e) {
            return COMMON;
        }
    }
}
