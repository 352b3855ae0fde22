package io.berth.sim.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Reason;
import io.berth.core.state.part.JobOutcome;
import io.berth.sim.comparison.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageTextTest {
    private static final Pattern HOLE = Pattern.compile("\\{\\d}");
    private static final Pattern SAID = Pattern.compile("say\\(\"([a-z_.0-9]+)\"[,)]");

    @Test
    void all_languages_have_the_same_keys_with_the_same_holes() {
        SortedMap<String, String> first = PageText.of(PageText.LANGUAGES.getFirst());
        for (String language : PageText.LANGUAGES) {
            SortedMap<String, String> texts = PageText.of(language);
            assertThat(texts.keySet()).as("keys of text-%s.yaml", language).isEqualTo(first.keySet());
            texts.forEach((key, text) -> {
                assertThat(text).as("%s in %s", key, language).isNotEmpty();
                assertThat(holes(text)).as("holes of %s in %s", key, language).isEqualTo(holes(first.get(key)));
            });
        }
    }

    @Test
    void every_reason_outcome_and_verdict_has_words() {
        List<String> keys = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            keys.add("reason." + lower(reason));
        }
        for (JobOutcome outcome : JobOutcome.values()) {
            keys.add("outcome." + lower(outcome));
        }
        for (Verdict verdict : Verdict.values()) {
            keys.add("verdict." + lower(verdict));
        }
        assertThat(PageText.of("en").keySet())
                .as("what the page can say; add what is missing to the files text-*.yaml")
                .containsAll(keys);
    }

    @Test
    void what_the_script_says_is_there() {
        SortedMap<String, String> texts = PageText.of("en");
        for (String script : ReportPage.SCRIPTS) {
            List<String> said = SAID.matcher(PageText.resource(script))
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertThat(texts.keySet()).as("keys of %s", script).containsAll(said);
        }
    }

    private static TreeSet<String> holes(String text) {
        TreeSet<String> holes = new TreeSet<>();
        HOLE.matcher(text).results().map(MatchResult::group).forEach(holes::add);
        return holes;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
