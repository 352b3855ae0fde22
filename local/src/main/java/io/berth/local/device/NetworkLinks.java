package io.berth.local.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The network of a machine, as the kernel tells of it: a folder for each interface, in it {@code operstate}, {@code speed} in megabits a
 * second and, where it is a device and no bridge, tunnel or bond, {@code device}. Source: Linux, Documentation/ABI/testing/sysfs-class-net.
 */
public final class NetworkLinks {
    /** Where the kernel tells of them. */
    public static final Path OF_THE_SYSTEM = Path.of("/sys/class/net");

    private static final long BYTES_PER_MEGABIT = 1_000_000 / 8;

    private NetworkLinks() {}

    /**
     * What all links together carry that are devices and up, bytes a second in one direction; 0 where none tells its speed, as in many virtual
     * machines.
     *
     * @param interfaces {@link #OF_THE_SYSTEM}
     */
    public static long bytesPerSecond(Path interfaces) {
        long megabits = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(interfaces)) {
            for (Path one : all) {
                boolean device = Files.exists(one.resolve("device"));
                if (device && text(one.resolve("operstate")).equals("up")) {
                    megabits += megabits(text(one.resolve("speed")));
                }
            }
        } catch (IOException e) {
            return 0;
        }
        return megabits * BYTES_PER_MEGABIT;
    }

    /** A speed that is not known is negative, or cannot be read. */
    private static long megabits(String text) {
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
