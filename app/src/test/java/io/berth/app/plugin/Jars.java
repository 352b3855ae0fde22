package io.berth.app.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes jars of sources, as somebody would who writes a plugin. */
public final class Jars {
    private static final String SERVICE = "META-INF/services/io.berth.core.catalog.Plugin";

    private Jars() {}

    /** A plugin called {@code name} whose members are {@code members}; its class is {@code p.Brings}. */
    public static String plugin(String name, String version, String members) {
        return """
                package p;

                import io.berth.core.catalog.*;
                import io.berth.core.dispatch.*;
                import io.berth.core.dispatch.catalog.*;
                import io.berth.core.policy.*;
                import java.util.List;

                public final class Brings implements Plugin {
                    public String name() { return "%s"; }
                    public String version() { return "%s"; }
                    %s
                }
                """.formatted(name, version, members);
    }

    /** Members that bring one order, a lambda over {@code job} and {@code now}. */
    public static String order(String name, String lambda) {
        return """
                public List<Entry<Order>> orders() {
                    return List.of(new Entry<>("%s", "an order", "", List.of(), (p, f) -> (KeyedOrder) (job, now) -> %s));
                }
                """.formatted(name, lambda);
    }

    /** {@code file} with what {@code source} compiles to, whose provider is {@code p.Brings}. */
    public static Path write(Path file, String source) {
        return write(file, source, "p.Brings\n", "");
    }

    /**
     * The same.
     *
     * @param providers what the file of the service holds; empty for no such file
     * @param without the name of a class file that is left out; empty for none
     */
    public static Path write(Path file, String source, String providers, String without) {
        try {
            Path classes = Files.createTempDirectory(file.getParent().getParent(), "classes");
            compile(source, classes);
            try (OutputStream out = Files.newOutputStream(file);
                    JarOutputStream jar = new JarOutputStream(out)) {
                putAll(jar, classes, without);
                if (!providers.isEmpty()) {
                    put(jar, SERVICE, providers.getBytes(StandardCharsets.UTF_8));
                }
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void putAll(JarOutputStream jar, Path classes, String without) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                if (!each.getFileName().toString().equals(without)) {
                    put(jar, classes.relativize(each).toString(), Files.readAllBytes(each));
                }
            }
        }
    }

    private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTime(0);
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }

    private static void compile(String source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///p/Brings.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreErrors) {
                        return source;
                    }
                };
        List<String> options = List.of("-proc:none", "-d", classes.toString());
        boolean done =
                compiler.getTask(said, null, null, options, null, List.of(file)).call();
        assertThat(done).as(said.toString()).isTrue();
    }
}
