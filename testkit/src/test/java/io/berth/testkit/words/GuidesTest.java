package io.berth.testkit.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.architecture.Code;
import io.berth.testkit.words.Page.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guides can be copied from and found: commands stand in blocks of their own, which {@code .ci/readme} runs, and links lead somewhere. */
class GuidesTest {
    /** Of commands (sh), of files and programs, and of what is printed, which has none. */
    private static final Set<String> LANGUAGES = Set.of("sh", "bash", "yaml", "python", "java", "json", "");

    private static final Pattern TYPED = Pattern.compile("\\$ .*|(\\./)?berth [a-z].*|(curl|mvn|pip|sudo) .*");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(#[^)\\s]*)?\\)");

    @Test
    void commandsStandInBlocksThatAreRun() {
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.guides()) {
            for (Block block : page.blocks()) {
                String place = page + ":" + block.line() + ": ";
                if (!LANGUAGES.contains(block.language())) {
                    wrong.add(place + "is of " + block.language() + ", but only " + LANGUAGES + " are known");
                }
                // A file that is shown, such as a script, may be in bash; what is typed may not.
                if (block.language().equals("sh")) {
                    block.lines().stream()
                            .filter(line -> line.startsWith("$ "))
                            .forEach(line -> wrong.add(place + "a prompt cannot be copied: " + line));
                } else if (!block.lines().isEmpty() && !block.lines().getFirst().startsWith("#!")) {
                    block.lines().stream()
                            .filter(line -> TYPED.matcher(line).matches())
                            .forEach(line -> wrong.add(place + "a command belongs in a block of sh: " + line));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyGuideHasCommandsThatAreRunAndIsInTheIndex() {
        Page index = Page.of("docs/guide/README.md");
        String listed = String.join("\n", index.lines());
        for (Page page : Page.in("docs/guide")) {
            String file = page.name().substring("docs/guide/".length());
            if (!file.equals("README.md")) {
                assertThat(listed).as("the index").contains("](" + file + ")");
                boolean runs = page.blocks().stream()
                        .anyMatch(block -> block.language().equals("sh") && !block.notRun());
                assertThat(runs || file.equals("add-a-policy.md"))
                        .as("%s is run", page)
                        .isTrue();
            }
        }
        assertThat(Page.of("README.md").lines()).anyMatch(line -> line.contains("(docs/guide/README.md)"));
        assertThat(Page.of("README.zh.md").lines()).anyMatch(line -> line.contains("(docs/guide/README.md)"));
    }

    @Test
    void linksLeadSomewhere() {
        List<String> broken = new ArrayList<>();
        Stream.of(
                        Page.guides(),
                        Page.in("docs/reference"),
                        Page.in("docs/decisions"),
                        List.of(Page.of("README.zh.md"), Page.of("docs/glossary.md"), Page.of("ARCHITECTURE.md")))
                .flatMap(List::stream)
                .forEach(page -> links(page, broken));
        assertThat(broken).isEmpty();
    }

    private static void links(Page page, List<String> broken) {
        String text = String.join("\n", page.lines());
        Path folder = Code.checkout().resolve(page.name()).getParent();
        for (MatchResult link : LINK.matcher(text).results().toList()) {
            String to = link.group(1);
            if (to.contains(":")) {
                continue;
            }
            Path file = to.isEmpty()
                    ? Code.checkout().resolve(page.name())
                    : folder.resolve(to).normalize();
            String anchor = link.group(2);
            boolean there = Files.exists(file)
                    && (anchor == null
                            || anchors(Page.of(Code.checkout().relativize(file).toString()))
                                    .contains(anchor.substring(1)));
            if (!there) {
                broken.add(page + ": " + link.group());
            }
        }
    }

    /** Those that a forge makes of headings. */
    private static List<String> anchors(Page page) {
        return page.lines().stream()
                .filter(line -> line.startsWith("#"))
                .map(line ->
                        line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", ""))
                .map(line -> line.replace(' ', '-'))
                .toList();
    }

    /** The two READMEs tell the same: equal blocks of code, as many sections, and the same pages to read on. */
    @Test
    void theChineseReadmeSaysWhatTheEnglishOneSays() {
        Page english = Page.of("README.md");
        Page chinese = Page.of("README.zh.md");

        assertThat(chinese.blocks().stream().map(Block::lines))
                .isEqualTo(english.blocks().stream().map(Block::lines).toList());
        assertThat(chinese.blocks().stream().map(Block::language))
                .isEqualTo(english.blocks().stream().map(Block::language).toList());
        assertThat(headings(chinese)).hasSameSizeAs(headings(english));
        assertThat(targets(chinese)).containsExactlyInAnyOrderElementsOf(targets(english));
        assertThat(code(chinese)).containsExactlyInAnyOrderElementsOf(code(english));
    }

    private static List<String> headings(Page page) {
        return page.lines().stream().filter(line -> line.startsWith("## ")).toList();
    }

    /** Where its links lead, but for the other language. */
    private static List<String> targets(Page page) {
        return LINK.matcher(String.join("\n", page.lines()))
                .results()
                .map(MatchResult::group)
                .map(link -> link.substring(2))
                .filter(link -> !link.equals("README.md)") && !link.equals("README.zh.md)"))
                .toList();
    }

    /** Commands and names within lines. */
    private static List<String> code(Page page) {
        String text = String.join("\n", page.lines()).replaceAll("(?s)```.*?```", "");
        return Pattern.compile("`([^`\n]+)`")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
