package io.berth.testkit.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Counts sizes in sources. The compiler parses them, so what it counts is what the compiler sees. */
final class SourceScan {
    private SourceScan() {}

    /** All sizes of all Java files under {@code root}, built and generated ones left out. */
    static List<Size> folder(Path root) throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Path file : javaFiles(root)) {
            sources.add(source(root.relativize(file).toString().replace('\\', '/'), Files.readString(file)));
        }
        return sizes(sources);
    }

    /** The sizes of one file, given as text. */
    static List<Size> text(String place, String code) throws IOException {
        return sizes(List.of(source(place, code)));
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.sorted().toList()) {
                Path src = module.resolve("src");
                if (Files.isDirectory(src)) {
                    addJavaFiles(src, files);
                }
            }
        }
        return files;
    }

    private static void addJavaFiles(Path src, List<Path> files) throws IOException {
        try (Stream<Path> all = Files.walk(src)) {
            all.filter(file -> file.toString().endsWith(".java")).sorted().forEach(files::add);
        }
    }

    private static List<Size> sizes(List<JavaFileObject> sources) throws IOException {
        if (sources.isEmpty()) {
            return List.of();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, _ -> {}, List.of("-proc:none"), null, sources);
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<Size> sizes = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            String place = unit.getSourceFile().getName().substring(1);
            sizes.add(new Size(Measure.FILE_LINES, place, 1, lines(unit)));
            new MethodScan(unit, positions, place, sizes).scan(unit, null);
        }
        return sizes;
    }

    private static long lines(CompilationUnitTree unit) throws IOException {
        return unit.getSourceFile().getCharContent(true).toString().lines().count();
    }

    static long lineOf(CompilationUnitTree unit, long position) {
        LineMap lines = unit.getLineMap();
        return lines.getLineNumber(position);
    }

    private static JavaFileObject source(String place, String code) {
        URI name = URI.create("text:///" + place.replace(" ", "%20"));
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return code;
            }
        };
    }
}
