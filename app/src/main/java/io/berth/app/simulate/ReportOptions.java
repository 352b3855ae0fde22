package io.berth.app.simulate;

import io.berth.app.command.PageFile;
import io.berth.app.command.SharedOptions;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.sim.report.page.PageText;
import io.berth.sim.report.page.ReportPage;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What was typed of the options of a command that writes its runs as a page.
 *
 * @param file the page; null where nobody asked for one
 * @param language in which it opens; empty for the browser's
 */
record ReportOptions(@Nullable Path file, String language) {
    static final Option REPORT = SharedOptions.report("charts");
    static final Option LANGUAGE = Option.value(
            "--language", "en|zh", "The language in which the page opens, in place of the browser's; it holds both.");

    static ReportOptions of(Arguments typed) {
        return new ReportOptions(typed.path(REPORT.name()), typed.text(LANGUAGE.name(), ""));
    }

    /** True where somebody asked for a page. */
    boolean wanted() {
        return file != null;
    }

    /** @throws InputException where the page could not be written, found before anything runs */
    void check() {
        if (!language.isEmpty() && !PageText.LANGUAGES.contains(language)) {
            throw new InputException("--language", InputException.unknown("language", language, PageText.LANGUAGES));
        }
        if (file == null) {
            if (!language.isEmpty()) {
                throw new InputException("--language", "is the language of a page; add --report FILE.html");
            }
            return;
        }
        new PageFile(file).check();
    }

    /** True where the runs of the seed at {@code index} are drawn, when there are so many strategies and points of a sweep. */
    boolean draws(int strategies, int index) {
        return file != null && index < Math.max(1, ReportPage.MOST_TRACES / strategies);
    }

    /** Writes the page where somebody asked for it. */
    void write(ReportPage.Subject subject, ReportPage.Results results) {
        new PageFile(file).write(() -> ReportPage.of(language, subject, results));
    }
}
