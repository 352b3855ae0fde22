package io.berth.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NoticeTest {
    /** A jar of the local repository: .../NAME/VERSION/NAME-VERSION.jar, or with a classifier. */
    private static final Pattern JAR = Pattern.compile(".*/([^/]+)/([^/]+)/\\1-\\2[^/]*\\.jar");

    /** What only tests need; no distribution holds it. */
    private static final List<String> OF_TESTS =
            List.of("junit", "surefire", "opentest4j", "apiguardian", "assertj", "byte-buddy");

    @Test
    void theNoticeNamesEachLibraryOfTheDistribution() throws IOException {
        assertThat(libraries()).hasSizeGreaterThan(20).isEqualTo(named());
    }

    private static TreeSet<String> libraries() {
        TreeSet<String> libraries = new TreeSet<>();
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(JAR::matcher)
                .filter(Matcher::matches)
                .map(jar -> jar.group(1))
                .filter(name -> !name.startsWith("berth-"))
                .filter(name -> OF_TESTS.stream().noneMatch(name::contains))
                .forEach(libraries::add);
        return libraries;
    }

    private static TreeSet<String> named() throws IOException {
        Pattern row = Pattern.compile("[a-z][a-z0-9.\\-]*:([a-z0-9.\\-]+) +\\S.*");
        TreeSet<String> named = new TreeSet<>();
        Files.readString(Path.of("..", "NOTICE"))
                .lines()
                .map(row::matcher)
                .filter(Matcher::matches)
                .forEach(line -> named.add(line.group(1)));
        return named;
    }
}
