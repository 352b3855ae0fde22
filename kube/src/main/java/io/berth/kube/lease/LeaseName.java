package io.berth.kube.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Which lease, and who asks for it.
 *
 * @param holder nobody else asks by this name
 */
public record LeaseName(String namespace, String name, String holder) {
    /** Asked for by a name that nobody else has, and that tells on which machine, or in which pod, it is. */
    public static LeaseName own(String namespace, String name) {
        return new LeaseName(namespace, name, hostName() + "_" + UUID.randomUUID());
    }

    private static String hostName() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.isEmpty() ? "berth" : name;
        } catch (IOException e) {
            return "berth";
        }
    }
}
