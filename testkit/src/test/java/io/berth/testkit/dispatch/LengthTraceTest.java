package io.berth.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.core.dispatch.predict.LengthForecast;
import io.berth.core.dispatch.predict.LengthRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * What {@link LengthForecast} says of the answers of published traces, in the order of time: an answer is known when it has ended.
 * Tokens are read at 8,000 a second and made at 40.
 */
class LengthTraceTest {
    private static final double READ_PER_SECOND = 8_000;
    private static final double MADE_PER_SECOND = 40;

    private record Row(double at, double end, LengthForecast.Asked asked, double length) {
        static Row ofTokens(double at, double read, double made) {
            double end = at + read / READ_PER_SECOND + made / MADE_PER_SECOND;
            return new Row(at, end, new LengthForecast.Asked(0, 0, (long) read, 0), made);
        }
    }

    /**
     * @param held the share of answers in their range, by quarter
     * @param missed by the median; by the one mean of the gateway as it was, of about the last fifty answers
     */
    private record Score(double[] held, double missed, double missedByOne) {}

    @Test
    void azureConversations() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : lines("llm/AzureLLMInferenceTrace_conv.csv")) {
            String[] cells = line.split(",");
            rows.add(Row.ofTokens(seconds(cells[0]), Double.parseDouble(cells[1]), Double.parseDouble(cells[2])));
        }
        Score score = score(rows, 128);

        assertHeld(score);
        assertThat(score.missed).isLessThan(0.5 * score.missedByOne);
    }

    @Test
    void mooncakeConversations() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : lines("llm/mooncake_conversation.jsonl.gz")) {
            String[] cells = line.split("[:,]");
            rows.add(Row.ofTokens(
                    Double.parseDouble(cells[1]) / 1e3, Double.parseDouble(cells[3]), Double.parseDouble(cells[5])));
        }
        Score score = score(rows, 128);

        assertHeld(score);
        // Nothing in this trace says how long an answer will be; the median is no worse for trying.
        assertThat(score.missed).isLessThan(score.missedByOne);
    }

    @Test
    void imagesOfAlibaba() throws IOException {
        List<Row> rows = new ArrayList<>();
        Map<String, Integer> models = new LinkedHashMap<>();
        Map<String, Integer> tenants = new LinkedHashMap<>();
        for (String line : lines("genai26/lora_request_trace_to_2024-11-27.csv")) {
            String[] cells = line.split(",", -1);
            if (!cells[2].equals("PENDING")) {
                double at = seconds(cells[0]);
                double run = Double.parseDouble(cells[3]);
                LengthForecast.Asked asked = new LengthForecast.Asked(
                        number(models, cells[9]),
                        number(tenants, cells[4]),
                        (long) (amount(cells[7]) * amount(cells[8])),
                        0);
                rows.add(new Row(at, at + run, asked, run));
            }
        }
        Score score = score(rows, 20);

        assertHeld(score);
        assertThat(score.missed).isLessThan(0.75 * score.missedByOne);
    }

    private static void assertHeld(Score score) {
        for (double held : score.held) {
            assertThat(held).isBetween(0.7, 0.9);
        }
    }

    private static Score score(List<Row> rows, double guess) {
        LengthForecast forecast = new LengthForecast(guess);
        PriorityQueue<Row> underWay = new PriorityQueue<>(Comparator.comparingDouble(Row::end));
        double[] held = new double[4];
        double missed = 0;
        double missedByOne = 0;
        double one = guess;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            while (!underWay.isEmpty() && underWay.peek().end <= row.at) {
                Row ended = underWay.remove();
                forecast.answered(ended.asked, ended.length);
                one += 0.02 * (ended.length - one);
            }
            LengthRange told = forecast.expect(row.asked);
            held[4 * i / rows.size()] += told.holds(row.length) ? 4.0 / rows.size() : 0;
            missed += Math.abs(row.length - told.median());
            missedByOne += Math.abs(row.length - one);
            underWay.add(row);
        }
        return new Score(held, missed, missedByOne);
    }

    private static double amount(String cell) {
        return cell.isEmpty() ? 0 : Double.parseDouble(cell);
    }

    private static int number(Map<String, Integer> numbers, String name) {
        Integer known = numbers.putIfAbsent(name, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    private static double seconds(String time) {
        LocalDateTime at = LocalDateTime.parse(time.replace(' ', 'T'));
        return at.toEpochSecond(ZoneOffset.UTC) + at.getNano() / 1e9;
    }

    /** The lines of a file, without the names of columns; a test whose file is not here is skipped. */
    private static List<String> lines(String name) throws IOException {
        String named = System.getProperty("berth.data", System.getenv().getOrDefault("BERTH_DATA", ""));
        Path path = Path.of(named.isEmpty() ? "../../shared/data" : named, name);
        assumeTrue(Files.exists(path), "no " + path + ": set -Dberth.data or BERTH_DATA");
        try (InputStream in = Files.newInputStream(path);
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        name.endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.startsWith("TIMESTAMP") && !line.startsWith("gmt_create"))
                    .toList();
        }
    }
}
