package io.berth.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.alert.AlertKind;
import io.berth.console.series.Figure;
import io.berth.console.view.NodePhase;
import io.berth.console.view.job.JobPhase;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.model.column.Columns;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.JointColumns;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.workload.JobKind;
import io.berth.edge.access.Role;
import io.berth.edge.web.WebFiles;
import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page speaks both its languages: no key without a text, no English in the Chinese, no text that goes past the dictionary. */
class PageTextsTest {
    private static final Path SOURCES = Path.of("src/main/resources/io/berth/console/web");
    private static final Path SHARED = Path.of("../edge/src/main/resources/io/berth/edge/web");

    /** Names and units that are the same in Chinese; a word that is none of these is English that was left. */
    private static final Set<String> PROPER = Set.of(
            "Koordinator",
            "Volcano",
            "MIG",
            "Berth",
            "berth",
            "console",
            "tokens",
            "docs",
            "guide",
            "GPU",
            "CPU",
            "JSON",
            "HTTP",
            "REST",
            "API",
            "p99",
            "dual",
            "log",
            "NVLink",
            "xGMI",
            "HCCS",
            "PIX",
            "PXB",
            "PHB",
            "NODE",
            "NUMA",
            "PCIe",
            "SYS");

    /** What is in no text of the dictionary and is no text: values of fields, of the browser, and of examples. */
    private static final Set<String> NO_TEXT = Set.of(
            "English",
            "Berth",
            "berth console",
            "Escape",
            "Enter",
            "Bearer ",
            "Authorization",
            "Accept",
            "python train.py");

    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9]*");
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"|`((?:[^`\\\\]|\\\\.)*)`");
    private static final Pattern COMMENT = Pattern.compile("(?s:/\\*.*?\\*/)|(?m)(?<!:)//.*$");
    private static final Pattern KEY =
            Pattern.compile("\\bt(?:Or)?\\(\\s*\"([^\"]+)\"|(?<=[?:\\[,] )\"([a-z]+\\.[A-Za-z_.]+)\"");
    private static final Pattern FAMILY = Pattern.compile("\\bt(?:Or)?\\(\\s*`([a-zA-Z]+\\.)(?:\\$\\{|[a-z])");

    private final Map<String, String> english = texts("en");
    private final Map<String, String> chinese = texts("zh");

    @Test
    void bothLanguagesHaveTheSameTextsWithTheSameValues() {
        assertThat(chinese.keySet()).isEqualTo(english.keySet());
        english.forEach((key, text) ->
                assertThat(placeholders(chinese.get(key))).as(key).isEqualTo(placeholders(text)));
    }

    @Test
    void noEnglishIsLeftInTheChineseTexts() {
        chinese.forEach((key, text) -> {
            String own = text.replaceAll("\\{\\w+}", "");
            assertThat(WORD.matcher(own).results().map(MatchResult::group))
                    .as("%s: %s (a name that is the same in Chinese goes to PROPER)", key, text)
                    .isSubsetOf(PROPER);
            boolean wordless =
                    WORD.matcher(own).replaceAll("").replaceAll("[^\\p{L}]", "").isEmpty();
            assertThat(HAN.matcher(own).find() || wordless).as(key).isTrue();
        });
    }

    @Test
    void everyTextThatIsAskedForIsThere() throws IOException {
        for (Map.Entry<String, String> script : scripts().entrySet()) {
            assertThat(english.keySet())
                    .as(script.getKey())
                    .containsAll(KEY.matcher(script.getValue())
                            .results()
                            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                            .toList());
        }
    }

    @Test
    void everyTextIsAskedFor() throws IOException {
        String all = String.join("\n", scripts().values());
        List<String> families =
                FAMILY.matcher(all).results().map(found -> found.group(1)).toList();

        List<String> stale = english.keySet().stream()
                .filter(key -> !all.contains("\"" + key + "\""))
                .filter(key -> families.stream().noneMatch(key::startsWith))
                .toList();
        assertThat(stale).as("asked for nowhere").isEmpty();
    }

    @Test
    void everyWordOfTheServerHasAText() {
        words("reason.", Stream.of(Reason.values()).map(Enum::name));
        words("cure.", Stream.of(Cure.values()).map(Enum::name));
        words("state.", Stream.of(JobPhase.values()).map(Enum::name));
        words("node.", Stream.of(NodePhase.values()).map(Enum::name));
        words("kind.", Stream.of(JobKind.values()).map(Enum::name));
        words("role.", Stream.of(Role.values()).map(Enum::name));
        words("alert.", Stream.of(AlertKind.values()).map(Enum::name));
        words("figure.", Stream.of(Figure.values()).map(Enum::name));
        words("part.", Stream.of(PolicyKind.values()).map(Enum::name));
        words(
                "feature.",
                Stream.concat(
                                Stream.of(Columns.values())
                                        .map(columns -> columns.columns().features()),
                                Stream.of(NodeColumns.FEATURES, JointColumns.FEATURES))
                        .flatMap(Collection::stream)
                        .map(Feature::name));
    }

    @Test
    void everyPolicyIsToldAsTheCatalogTellsIt() {
        for (PolicyKind kind : PolicyKind.values()) {
            for (Entry<?> entry : Catalog.standard().entries(kind)) {
                String key = "policy." + kind.name().toLowerCase(Locale.ROOT) + "." + entry.name();
                assertThat(english).containsEntry(key, entry.summary());
            }
        }
    }

    /** Kinds of problems are words in the sources of the server. */
    @Test
    void everyKindOfProblemHasAText() throws IOException {
        Pattern kind = Pattern.compile("(?:Problem\\.of|new Problem|busy)\\(\\s*(?:\\d+|status),\\s*\"([a-z-]+)\"");
        Set<String> kinds = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                kind.matcher(Files.readString(file)).results().forEach(found -> kinds.add(found.group(1)));
            }
        }

        assertThat(kinds).hasSizeGreaterThan(15);
        words("problem.", kinds.stream());
    }

    @Test
    void noTextGoesPastTheDictionary() throws IOException {
        for (Map.Entry<String, String> script : scripts().entrySet()) {
            List<String> prose = new ArrayList<>();
            for (MatchResult found :
                    LITERAL.matcher(script.getValue()).results().toList()) {
                String text =
                        found.group(1) != null ? found.group(1) : found.group(2).replaceAll("\\$\\{[^}]*}", "");
                boolean sentence = text.matches("(?s).*[A-Za-z]{2,},? [a-z]{2,}.*");
                boolean label = text.matches("[A-Z][a-z]{2,}");
                if ((sentence || label) && !NO_TEXT.contains(text) && !isAttribute(script.getValue(), found)) {
                    prose.add(text);
                }
            }
            assertThat(prose)
                    .as("%s: texts belong in text-en.json and text-zh.json", script.getKey())
                    .isEmpty();
        }
        String page = Files.readString(SOURCES.resolve("index.html"), StandardCharsets.UTF_8);
        String body = page.substring(page.indexOf("<body>")).replaceAll("(?s)<noscript>.*?</noscript>|<[^>]*>", " ");
        assertThat(body.strip()).isEqualTo("Berth");
    }

    /** Classes, fonts, types of media: what is no text for anybody. */
    private static boolean isAttribute(String script, MatchResult found) {
        String before = script.substring(Math.max(0, found.start() - 30), found.start());
        return before.matches("(?s).*(class|className|tabindex|font|\"Content-Type\"|Accept|dateStyle|from)(:| =|) ?$")
                || before.matches("(?s).*(querySelector|querySelectorAll|closest)(\\?\\.)?\\($");
    }

    private void words(String prefix, Stream<String> names) {
        assertThat(english.keySet())
                .containsAll(names.map(name -> prefix + name.toLowerCase(Locale.ROOT))
                        .toList());
    }

    private static Set<String> placeholders(String text) {
        Set<String> found = new TreeSet<>();
        Pattern.compile("\\{\\w+}")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .forEach(found::add);
        return found;
    }

    /** The scripts of the page by name, without comments. */
    private static Map<String, String> scripts() throws IOException {
        Map<String, String> scripts = new TreeMap<>();
        for (Path folder : List.of(SOURCES, SHARED)) {
            for (String name : folder.equals(SOURCES) ? WebPage.FILES : WebFiles.SHARED) {
                if (name.endsWith(".js")) {
                    String text = Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
                    scripts.put(name, COMMENT.matcher(text).replaceAll(""));
                }
            }
        }
        return scripts;
    }

    private static Map<String, String> texts(String language) {
        try {
            String json = Files.readString(SOURCES.resolve("text-" + language + ".json"), StandardCharsets.UTF_8);
            Map<String, String> texts = new TreeMap<>();
            JsonReader.read(Source.text(language, json))
                    .entries()
                    .forEach(entry -> texts.put(entry.key(), entry.value().text()));
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
