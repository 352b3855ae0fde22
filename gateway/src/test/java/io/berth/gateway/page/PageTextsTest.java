package io.berth.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Candidate;
import io.berth.gateway.journey.Journey;
import io.berth.spec.input.Source;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page speaks both its languages, and has no text that nobody asks for. */
class PageTextsTest {
    private static final Path SOURCES = Path.of("src/main/resources/io/berth/gateway/page");
    private static final Pattern KEY = Pattern.compile("\"([a-z]+\\.[A-Za-z_.0-9]+)\"");
    private static final Pattern FAMILY = Pattern.compile("\\bt(?:Or)?\\(\\s*`([a-z]+\\.)\\$\\{");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");
    private static final Pattern LATIN = Pattern.compile("[A-Za-z][a-z]{2,}");

    private final Map<String, String> english = texts("en");
    private final Map<String, String> chinese = texts("zh");

    PageTextsTest() throws IOException {}

    @Test
    void bothLanguagesHaveTheSameTextsWithTheSameValues() {
        assertThat(chinese.keySet()).isEqualTo(english.keySet());
        english.forEach((key, text) ->
                assertThat(placeholders(chinese.get(key))).as(key).isEqualTo(placeholders(text)));
        chinese.forEach((key, text) -> assertThat(
                        LATIN.matcher(text.replaceAll("\\{\\w+}", "")).results().map(MatchResult::group))
                .as(key)
                .isSubsetOf("console", "keys"));
    }

    @Test
    void everyTextIsThereAndAskedFor() throws IOException {
        String scripts = scripts();
        List<String> asked = new ArrayList<>();
        KEY.matcher(scripts).results().map(found -> found.group(1)).forEach(asked::add);
        asked.removeIf(key -> key.endsWith(".js")
                || key.startsWith("berth.")
                || key.startsWith("gen_ai.")
                || key.startsWith("error.type"));
        List<String> families =
                FAMILY.matcher(scripts).results().map(found -> found.group(1)).toList();

        assertThat(english.keySet()).containsAll(asked);
        assertThat(english.keySet())
                .allMatch(key ->
                        scripts.contains("\"" + key + "\"") || families.stream().anyMatch(key::startsWith));
    }

    @Test
    void everyWordOfTheGatewayHasAText() {
        words("outcome.", Stream.of(Journey.End.values()).map(Journey.End::word));
        words("by.", Stream.of(Candidate.Measure.values()).map(Enum::name));
        words("state.", Stream.of("up", "tried", "rising", "ejected", "lost", "leaving"));
        words("report.", Stream.of("decayed", "blind"));
    }

    @Test
    void everyFileOfTheFolderIsServedAndNoOther() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name ->
                                    !List.of("index.html", "openapi.json").contains(name)))
                    .containsExactlyInAnyOrderElementsOf(Console.FILES);
        }
        assertThat(scripts())
                .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "https:", "http:");
    }

    private void words(String prefix, Stream<String> names) {
        assertThat(english.keySet())
                .containsAll(names.map(name -> prefix + name.toLowerCase(Locale.ROOT))
                        .toList());
    }

    private static List<String> placeholders(String text) {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .sorted()
                .toList();
    }

    /** All of them, those that every page has with them. */
    private static String scripts() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path folder : List.of(SOURCES, Path.of("../edge/src/main/resources/io/berth/edge/web"))) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".js")).toList()) {
                    all.append(Files.readString(file)).append('\n');
                }
            }
        }
        return all.toString();
    }

    private static Map<String, String> texts(String language) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        JsonReader.read(Source.text(language, Files.readString(SOURCES.resolve("text-" + language + ".json"))))
                .entries()
                .forEach(entry -> texts.put(entry.key(), entry.value().text()));
        return texts;
    }
}
