package io.berth.app.plugin;

import io.berth.core.catalog.Catalog;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.stream.Stream;

/** A folder of jars, each a plugin: those whose names end in {@code .jar}, by name. */
public final class PluginFolder {
    private static final String JAR = ".jar";

    private PluginFolder() {}

    /** Catalogs that belong together. */
    public record Catalogs(Catalog jobs, DispatchCatalog requests) {
        /**
         * These with all plugins in {@code folder}.
         *
         * @throws InputException naming the jar, where one cannot be had
         */
        public Catalogs with(Path folder) {
            Catalogs all = this;
            for (Path jar : jars(folder)) {
                all = all.with(PluginJar.load(jar), jar);
            }
            return all;
        }

        private Catalogs with(LoadedPlugin plugin, Path jar) {
            try {
                return new Catalogs(
                        jobs.with(plugin, plugin.origin()), requests.with(plugin.requests(), plugin.origin()));
            } catch (IllegalArgumentException e) {
                throw new InputException("the plugin " + jar, String.valueOf(e.getMessage()));
            }
        }
    }

    private static List<Path> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars = files.filter(file -> file.getFileName().toString().endsWith(JAR))
                    .sorted()
                    .toList();
            if (!jars.isEmpty()) {
                checkOwned(folder);
            }
            for (Path jar : jars) {
                checkOwned(jar);
            }
            return jars;
        } catch (IOException e) {
            throw new InputException("the folder of plugins " + folder, "cannot be read: " + e);
        }
    }

    /** What everybody may write would run as whoever runs Berth. */
    private static void checkOwned(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix && Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new InputException(
                    "the plugins in " + path, "may be changed by every user of this machine: chmod o-w " + path);
        }
    }
}
