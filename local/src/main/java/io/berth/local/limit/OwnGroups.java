package io.berth.local.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where this process stands in the trees of control groups. Source: cgroups(7), proc_pid_mountinfo(5).
 *
 * @param unified the folder of its group in the tree of version 2, null where that is not mounted
 * @param unifiedRoot where that tree is mounted
 * @param split the folder of its group in the tree of version 1 of each controller
 */
record OwnGroups(@Nullable Path unified, @Nullable Path unifiedRoot, Map<String, Path> split) {
    private static final String ROOT = "/";

    /** One line of mountinfo. */
    private record Mount(String root, Path point, String type, List<String> options) {}

    boolean hasUnified() {
        return unified != null;
    }

    static OwnGroups read(Path self) throws IOException {
        Map<String, String> paths = new HashMap<>();
        for (String line : Files.readAllLines(self.resolve("cgroup"))) {
            String[] fields = line.split(":", 3);
            for (String controller : fields[1].split(",")) {
                paths.put(controller, fields[2]);
            }
        }
        Path unified = null;
        Path unifiedRoot = null;
        Map<String, Path> split = new HashMap<>();
        for (Mount mount : mounts(self)) {
            if (mount.type.equals("cgroup2") && paths.containsKey("")) {
                unified = folder(mount, paths.getOrDefault("", ROOT));
                unifiedRoot = mount.point;
            } else if (mount.type.equals("cgroup")) {
                mount.options.stream()
                        .filter(paths::containsKey)
                        .forEach(controller ->
                                split.put(controller, folder(mount, paths.getOrDefault(controller, ROOT))));
            }
        }
        return new OwnGroups(unified, unifiedRoot, split);
    }

    private static List<Mount> mounts(Path self) throws IOException {
        List<Mount> mounts = new ArrayList<>();
        for (String line : Files.readAllLines(self.resolve("mountinfo"))) {
            String[] halves = line.split(" - ", 2);
            String[] before = halves[0].split(" ");
            String[] after = halves[1].split(" ");
            mounts.add(new Mount(
                    unescape(before[3]),
                    Path.of(unescape(before[4])),
                    after[0],
                    List.of(after[after.length - 1].split(","))));
        }
        return mounts;
    }

    /** The folder of group {@code path}; the mount may show only a part of the tree, as it does in containers. */
    private static Path folder(Mount mount, String path) {
        String below = path;
        if (!mount.root.equals(ROOT) && path.startsWith(mount.root)) {
            below = path.substring(mount.root.length());
        }
        Path folder = mount.point.resolve(below.replaceFirst("^/+", ""));
        return Files.isDirectory(folder) ? folder : mount.point;
    }

    /** Space, tab, newline and backslash stand in mountinfo as octal numbers. */
    private static String unescape(String text) {
        return text.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
