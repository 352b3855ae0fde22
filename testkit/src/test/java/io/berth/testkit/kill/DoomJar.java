package io.berth.testkit.kill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** The agent as a file that a JVM takes. */
final class DoomJar {
    private static final List<Class<?>> TYPES =
            List.of(Doom.class, PointWriter.class, KillPoint.class, KillPoint.Where.class, Phase.class);

    private DoomJar() {}

    static Path write(Path file) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Doom.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "false");
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (String name : names()) {
                copy(name, jar);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(String name, JarOutputStream jar) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        try (InputStream in = DoomJar.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IOException("no class " + name);
            }
            in.transferTo(jar);
        }
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Class<?> type : TYPES) {
            names.add(type.getName().replace('.', '/') + ".class");
        }
        // The anonymous transforms, and what javac makes of the switch over an enum.
        for (int number = 1; number <= 9; number++) {
            String name = PointWriter.class.getName().replace('.', '/') + "$" + number + ".class";
            if (DoomJar.class.getResource("/" + name) != null) {
                names.add(name);
            }
        }
        return names;
    }
}
