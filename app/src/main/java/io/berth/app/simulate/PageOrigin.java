package io.berth.app.simulate;

import io.berth.app.command.Version;
import io.berth.core.model.ModelFile;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.report.SteadyPart;
import io.berth.sim.report.SteadyRuns;
import io.berth.sim.report.page.ReportPage;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** What a page says of where it comes from. */
final class PageOrigin {
    private static final String PLAIN = "[-A-Za-z0-9_./:=,@%+]+";

    private PageOrigin() {}

    /**
     * The origin of a page.
     *
     * @param file that of the scenario
     * @param arguments those of {@code berth simulate}
     */
    static ReportPage.Origin of(String file, List<String> arguments, List<StrategySpec> strategies, Headline headline) {
        SequencedMap<String, String> parts = new LinkedHashMap<>();
        strategies.forEach(strategy -> parts.put(strategy.name(), parts(strategy)));
        return new ReportPage.Origin(file, hash(file), Version.text(), command(arguments), parts, figures(headline));
    }

    /** The parts of a strategy, as {@code --strategy} takes them. */
    private static String parts(StrategySpec strategy) {
        SequencedMap<String, Object> document = StrategyWriter.document(strategy);
        document.remove("name");
        return text(document);
    }

    /** In the short form of YAML; what was learnt goes by its number. */
    private static String text(Object document) {
        return switch (document) {
            case Map<?, ?> map -> {
                List<String> entries = new ArrayList<>();
                map.forEach((key, value) -> entries.add(key + ": " + text(value)));
                yield "{" + String.join(", ", entries) + "}";
            }
            case List<?> list ->
                "[" + String.join(", ", list.stream().map(PageOrigin::text).toList()) + "]";
            default -> {
                String value = String.valueOf(document);
                yield value.startsWith(ModelFile.MAGIC) ? ModelFile.id(value) : value;
            }
        };
    }

    private static String command(List<String> arguments) {
        StringBuilder line = new StringBuilder("berth simulate");
        for (String argument : arguments) {
            boolean plain = argument.matches(PLAIN);
            line.append(' ').append(plain ? argument : "'" + argument.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }

    private static ReportPage.FiguresOf figures(Headline headline) {
        SteadyRuns steady = headline.steady();
        if (steady == null) {
            return new ReportPage.FiguresOf("", 0, 0);
        }
        SteadyPart.Missing missing = steady.missing();
        if (missing != null) {
            return new ReportPage.FiguresOf(missing.name().toLowerCase(Locale.ROOT), 0, 0);
        }
        double[] begins = steady.windows().stream()
                .mapToDouble(SteadyRuns.Part::fromSeconds)
                .sorted()
                .toArray();
        return new ReportPage.FiguresOf(headline.shown() ? "steady" : "whole", begins[0], begins[begins.length - 1]);
    }

    private static String hash(String file) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of(file));
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (IOException e) {
            throw new InputException(file, "cannot be read: " + e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
