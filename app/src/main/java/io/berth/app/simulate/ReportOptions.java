package io.berth.app.simulate;

import io.berth.sim.report.page.PageText;
import io.berth.sim.report.page.ReportPage;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that writes its runs as a page. */
final class ReportOptions {
    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page with charts that needs no network.")
    private @Nullable Path file;

    @Option(
            names = "--language",
            paramLabel = "en|zh",
            description = "The language in which the page opens, in place of the browser's; it holds both.")
    private String language = "";

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
        if (Files.isDirectory(file)) {
            throw new InputException("--report " + file, "is a folder; name a file, such as report.html");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw new InputException("--report " + file, "there is no folder " + parent);
        }
    }

    /** True where the runs of the seed at {@code index} are drawn, when there are so many strategies and points of a sweep. */
    boolean draws(int strategies, int index) {
        return file != null && index < Math.max(1, ReportPage.MOST_TRACES / strategies);
    }

    /** Writes the page where somebody asked for it. */
    void write(ReportPage.Subject subject, ReportPage.Results results) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, ReportPage.of(language, subject, results));
        } catch (IOException e) {
            throw new InputException("--report " + file, "cannot be written: " + e);
        }
    }
}
