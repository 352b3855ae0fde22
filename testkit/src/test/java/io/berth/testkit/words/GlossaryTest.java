package io.berth.testkit.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Main;
import io.berth.app.command.Output;
import io.berth.testkit.architecture.Code;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One word for one thing: the glossary says each term once, and what it rules out is used nowhere. */
class GlossaryTest {
    private static final Page GLOSSARY = Page.of("docs/glossary.md");
    private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z-]+)");
    private static final Pattern VALUE = Pattern.compile("(?m)^\\s*[\"a-z_.]+\\S*: (\".*\")");

    /** A row of a table, its cells stripped. */
    private static List<List<String>> table(String head) {
        List<String> lines = GLOSSARY.lines();
        int begin = lines.indexOf(head);
        assertThat(begin).as(head).isNotNegative();
        return lines.subList(begin + 2, lines.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1, line.length() - 1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    @Test
    void eachTermIsSaidOnceInOneSentenceBesideItsChineseWord() {
        List<List<String>> terms = table("| term | 中文 | meaning |");

        assertThat(terms).hasSizeGreaterThan(60);
        List<String> names =
                terms.stream().map(row -> row.get(0).toLowerCase(Locale.ROOT)).toList();
        assertThat(names).doesNotHaveDuplicates().isSorted();
        assertThat(terms.stream().map(row -> row.get(1))).doesNotHaveDuplicates();
        for (List<String> row : terms) {
            assertThat(row).as("%s", row).hasSize(3);
            assertThat(row.get(1)).as(row.get(0)).containsPattern("\\p{IsHan}");
            assertThat(row.get(2)).as(row.get(0)).matches("[A-Z][^.]*(\\.\\d[^.]*)*\\.");
        }
    }

    @Test
    void wordsThatAreRuledOutAreUsedNowhere() throws IOException {
        Map<String, String> texts = new TreeMap<>(english());
        List<String> found = new ArrayList<>();
        for (List<String> row : table("| not | but |")) {
            for (String word : row.get(0).split(", ")) {
                Pattern pattern = Pattern.compile("(?i)\\b" + word.replace(" ", "\\s+") + "\\b");
                texts.forEach((name, text) -> add(name, text, pattern, row.get(1), found));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void chineseWordsThatAreRuledOutAreUsedNowhere() throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("README.zh.md", Page.of("README.zh.md").prose());
        texts.put("console", values("console/src/main/resources/io/berth/console/web/text-zh.json"));
        texts.put("gateway page", values("gateway/src/main/resources/io/berth/gateway/page/text-zh.json"));
        texts.put("report", values("sim/src/main/resources/io/berth/sim/report/page/text-zh.yaml"));
        List<String> found = new ArrayList<>();
        for (List<String> row : table("| 不用 | 而用 |")) {
            texts.forEach((name, text) -> add(name, text, Pattern.compile(row.get(0)), row.get(1), found));
        }
        assertThat(found).isEmpty();
    }

    private static void add(String name, String text, Pattern pattern, String right, List<String> found) {
        for (MatchResult hit : pattern.matcher(text).results().toList()) {
            String around = text.substring(Math.max(0, hit.start() - 30), Math.min(text.length(), hit.end() + 20));
            found.add(name + ": \"" + around.replaceAll("\\s+", " ") + "\": say " + right);
        }
    }

    /** What people read, by where it stands. */
    private static Map<String, String> english() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        Stream.of(Page.guides(), Page.in("docs/reference"), List.of(Page.of("ARCHITECTURE.md")))
                .flatMap(List::stream)
                .forEach(page -> texts.put(page.name(), page.prose()));
        for (String name : List.of("config", "job", "jobs", "problem", "requests", "scenario")) {
            String file = "docs/reference/" + name + ".yaml";
            texts.put(file, comments(file));
        }
        texts.put("console", values("console/src/main/resources/io/berth/console/web/text-en.json"));
        texts.put("gateway page", values("gateway/src/main/resources/io/berth/gateway/page/text-en.json"));
        texts.put("report", values("sim/src/main/resources/io/berth/sim/report/page/text-en.yaml"));
        String commands = help("--help");
        texts.put("berth --help", commands);
        COMMAND.matcher(commands)
                .results()
                .forEach(command -> texts.put("berth " + command.group(1), help(command.group(1), "--help")));
        assertThat(texts.keySet()).contains("berth submit", "berth train", "docs/guide/simulate.md");
        return texts;
    }

    private static String help(String... words) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);
        assertThat(Main.run(List.of(words), new Output(out, out))).isZero();
        return written.toString(StandardCharsets.UTF_8);
    }

    /** The texts of a dictionary without their keys. */
    private static String values(String file) throws IOException {
        String text = Files.readString(Code.checkout().resolve(file));
        return VALUE.matcher(text).results().map(found -> found.group(1)).collect(Collectors.joining("\n"));
    }

    private static String comments(String file) throws IOException {
        try (Stream<String> lines = Files.lines(Code.checkout().resolve(file))) {
            return lines.filter(line -> line.contains("# "))
                    .map(line -> line.substring(line.indexOf("# ") + 2))
                    .collect(Collectors.joining("\n"));
        }
    }
}
