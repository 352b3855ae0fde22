package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.command.CommandEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Help is written alike, whichever command it is of, and fits a terminal that nobody made wider. */
class HelpTest {
    private static final int WIDTH = 80;
    private static final String INDENT = " ".repeat(26);
    private static final List<String> HEADINGS =
            List.of("Arguments:", "Options:", "Which Berth is asked:", "In #SBATCH lines of a script:");

    /** What a command does begins with one of these, so that the list reads alike; add yours. */
    private static final String VERB =
            "(cancel|change|compare|hand|hold|learn|let|list|open|print|read|recover|run|schedule|say|show|solve|start|stop|train|tune)\\b";

    /** A word with what is said of it, its lines joined. */
    private record Entry(String head, String doc) {}

    static Stream<String> commands() {
        return Commands.all().stream().map(CommandEntry::name);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOfACommandBeginsWithItsUsageAndHasTheSameHeadings(String command) {
        List<String> lines = help(command, "--help");

        assertThat(lines.getFirst()).matches("Usage: berth " + command + "( .*)?");
        int prose = lines.indexOf("") + 1;
        assertThat(lines.subList(1, prose - 1))
                .as("other forms")
                .allSatisfy(line -> assertThat(line).startsWith("       berth " + command + " "));
        assertThat(lines.get(prose)).as("what it does: a verb").matches("[A-Z][a-z]*s( .*|\\.)?");
        assertThat(lines.get(lines.subList(prose, lines.size()).indexOf("") + prose - 1))
                .as("the end of what it does")
                .endsWith(".");
        List<String> headings = lines.stream()
                .filter(line -> line.matches("\\S.*:") && !line.startsWith("Usage"))
                .filter(line -> lines.get(lines.indexOf(line) - 1).isEmpty())
                .filter(line -> lines.indexOf(line) != prose)
                .toList();
        assertThat(HEADINGS).containsSubsequence(headings);
        assertThat(headings).contains("Options:");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void whatIsSaidOfAWordIsASentence(String command) {
        List<Entry> entries = entries(help(command, "--help"));

        assertThat(entries).extracting(Entry::head).contains("-h, --help");
        for (Entry entry : entries) {
            assertThat(entry.doc()).as("%s of %s", entry.head(), command).matches("[A-Z].*\\.|[A-Z][a-z]+: .*\\.");
            assertThat(entry.doc())
                    .as("%s of %s: one way to tell a default and what comes often", entry.head(), command)
                    .doesNotContain("default:", "may be repeated", "(default)", "${");
        }
    }

    @Test
    void theListOfCommandsIsWrittenAsTheirHelpIs() {
        List<String> lines = help("--help");

        assertThat(lines.getFirst()).isEqualTo("Usage: berth COMMAND [OPTION...]");
        assertThat(entries(lines).stream().map(entry -> entry.head().split(" ")[0]))
                .containsExactlyElementsOf(commands().toList());
        assertThat(entries(lines))
                .allSatisfy(entry -> assertThat(entry.doc()).as(entry.head()).matches(VERB + ".*[^.]"));
    }

    /** The lines of help, each of which fits the terminal. */
    private static List<String> help(String... words) {
        List<String> lines = berth((Object[]) words).done().out().lines().toList();
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
        assertThat(lines).allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
        return lines;
    }

    private static List<Entry> entries(List<String> lines) {
        List<Entry> entries = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(INDENT) && !entries.isEmpty()) {
                Entry last = entries.removeLast();
                String doc = (last.doc() + " " + line.strip()).strip();
                entries.add(new Entry(last.head(), doc));
            } else if (line.matches("  \\S.*")) {
                boolean both = line.length() > INDENT.length() && line.charAt(INDENT.length() - 1) == ' ';
                String head = both ? line.substring(0, INDENT.length()) : line;
                entries.add(new Entry(head.strip(), both ? line.substring(INDENT.length()) : ""));
            }
        }
        return entries;
    }
}
