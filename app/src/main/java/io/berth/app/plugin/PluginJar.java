package io.berth.app.plugin;

import io.berth.core.catalog.Plugin;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.Listed;
import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** One jar: what it brings, or an error that names it. */
final class PluginJar {
    /** More than any policy needs; a jar that unpacks to more is refused rather than read on. */
    private static final int MOST_BYTES = 256 << 20;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]{0,62}");

    private final Path file;

    private PluginJar(Path file) {
        this.file = file;
    }

    /**
     * Loads the jar.
     *
     * @throws InputException where it brings no policy, for whatever reason
     */
    static LoadedPlugin load(Path file) {
        return new PluginJar(file).load();
    }

    private LoadedPlugin load() {
        byte[] bytes = read();
        Map<String, byte[]> files = files(bytes);
        String jar = file.getFileName().toString();
        JarClasses classes = new JarClasses(jar, files, Plugin.class.getClassLoader());
        LoadedPlugin loaded;
        try {
            Plugin plugin = provider(classes).get();
            loaded = LoadedPlugin.of(
                    plugin,
                    new PluginOrigin(
                            named("name", plugin.name(), NAME, "small letters, digits and hyphens"),
                            named("version", plugin.version(), VERSION, "a word of letters, digits and . + _ -"),
                            jar,
                            digest(bytes)));
        } catch (InputException e) {
            throw e;
        } catch (ServiceConfigurationError | RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw error("does not load: " + cause(e));
        }
        check(loaded.policies());
        return loaded;
    }

    private byte[] read() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException | OutOfMemoryError e) {
            throw error("cannot be read: " + e);
        }
    }

    private Map<String, byte[]> files(byte[] bytes) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        int left = MOST_BYTES;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] content = upTo(left, zip);
                left -= content.length;
                files.put(entry.getName(), content);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw error("is not a whole jar: " + e.getMessage());
        }
        if (files.isEmpty()) {
            throw error("is not a jar");
        }
        return files;
    }

    private byte[] upTo(int most, InputStream in) throws IOException {
        byte[] content = in.readNBytes(most);
        if (content.length == most) {
            throw error("unpacks to more than " + (MOST_BYTES >> 20) + " MiB");
        }
        return content;
    }

    private ServiceLoader.Provider<Plugin> provider(ClassLoader classes) {
        // Those of Berth itself would be found, too.
        List<ServiceLoader.Provider<Plugin>> own = ServiceLoader.load(Plugin.class, classes).stream()
                .filter(provider -> classes.equals(provider.type().getClassLoader()))
                .toList();
        if (own.isEmpty()) {
            throw error("has no plugin: META-INF/services/" + Plugin.class.getName()
                    + " must name a class in it that implements " + Plugin.class.getName());
        }
        if (own.size() > 1) {
            throw error("has " + own.size() + " plugins, and may have one: "
                    + own.stream().map(provider -> provider.type().getName()).toList());
        }
        return own.getFirst();
    }

    private String named(String what, String value, Pattern allowed, String words) {
        if (value == null || !allowed.matcher(value).matches()) {
            throw error("calls its " + what + " \"" + value + "\", which must be " + words + ", 63 at most");
        }
        return value;
    }

    private void check(List<Listed> policies) {
        if (policies.isEmpty()) {
            throw error("brings no policy");
        }
        for (Listed policy : policies) {
            named("policy", policy.name(), NAME, "small letters, digits and hyphens");
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    /** Why in one line: a constructor that throws is told by what it throws. */
    private static String cause(Throwable problem) {
        Throwable cause = problem.getCause();
        if (problem instanceof LinkageError) {
            return problem + "; it may have been built against another Berth or a newer Java";
        }
        return cause == null ? String.valueOf(problem.getMessage()) : problem.getMessage() + ": " + cause;
    }

    private InputException error(String what) {
        return new InputException("the plugin " + file, what);
    }
}
