package io.berth.console.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesStoreTest {
    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;

    @TempDir
    Path folder;

    /** {@code gpus} held and {@code started} jobs, all of one queue. */
    private static Sample sample(long second, double gpus, double started) {
        double[] row = Sample.row();
        row[Figure.GPUS_ALLOCATED.ordinal()] = gpus;
        row[Figure.JOBS_STARTED.ordinal()] = started;
        row[Figure.WAIT_SECONDS.ordinal()] = 10 * started;
        return new Sample(second, row.clone(), new TreeMap<>(Map.of("research", row)), new TreeMap<>());
    }

    private SeriesStore store() throws IOException {
        SeriesStore store = new SeriesStore(folder);
        store.open();
        return store;
    }

    private static List<@Nullable Double> values(SeriesStore.Slice slice, Figure figure) {
        List<@Nullable Double> values = new ArrayList<>();
        for (Sample sample : slice.samples()) {
            values.add(sample == null ? null : Double.valueOf(figure.shown(sample.all())));
        }
        return values;
    }

    @Test
    void anHourIsShownInTenSecondsADayInMinutesAMonthInHours() throws IOException {
        try (SeriesStore store = store()) {
            for (long second = 0; second < 40 * DAY; second += 30) {
                store.add(sample(second, second % 60 == 0 ? 2 : 4, 1));
            }
            long end = 40 * DAY;
            assertThat(store.slice(end - HOUR, end).stepSeconds()).isEqualTo(10);
            SeriesStore.Slice day = store.slice(end - DAY, end);
            assertThat(day.stepSeconds()).isEqualTo(60);
            assertThat(values(day, Figure.GPUS_ALLOCATED)).hasSize(1_440).containsOnly(3.0);
            SeriesStore.Slice month = store.slice(end - 30 * DAY, end);
            assertThat(month.stepSeconds()).isEqualTo(HOUR);
            assertThat(values(month, Figure.JOBS_STARTED)).hasSize(720).containsOnly(120.0);
            assertThat(values(month, Figure.WAIT_SECONDS)).containsOnly(10.0);
            assertThat(store.firstSecond()).isZero();
        }
    }

    @Test
    void theLatestIsThereBeforeItsHourIsOver() throws IOException {
        try (SeriesStore store = store()) {
            for (long second = 0; second <= 2 * DAY + 1_200; second += 10) {
                store.add(sample(second, 1, 1));
            }
            SeriesStore.Slice slice = store.slice(0, 2 * DAY + 1_210);
            assertThat(slice.stepSeconds()).isEqualTo(HOUR);
            assertThat(values(slice, Figure.JOBS_STARTED))
                    .hasSize(49)
                    .contains(360.0)
                    .endsWith(121.0);
        }
    }

    @Test
    void whatAProcessThatWasKilledLeftBecomesAnHourInTheNext() throws IOException {
        SeriesStore killed = store();
        for (long second = 0; second < 1_800; second += 10) {
            killed.add(sample(second, 1, 1));
        }
        // Nothing is closed. A line was being written.
        Files.writeString(folder.resolve("seconds.jsonl"), "{\"t\":1800,\"all\":[1,", StandardOpenOption.APPEND);
        try (SeriesStore store = store()) {
            assertThat(store.lastSecond()).isEqualTo(1_790);
            for (long second = 2_400; second <= HOUR; second += 10) {
                store.add(sample(second, 1, 1));
            }
            List<@Nullable Double> minutes = values(store.slice(0, HOUR), Figure.JOBS_STARTED);
            assertThat(minutes.subList(180, 240)).containsOnlyNulls();
            assertThat(values(store.slice(-DAY, HOUR), Figure.JOBS_STARTED)).endsWith(6.0, 6.0);
        }
        try (SeriesStore again = store();
                Stream<String> lines = Files.lines(folder.resolve("hours.jsonl"))) {
            // A head and the hour: 30 minutes, and 20 more after ten that nobody saw.
            assertThat(lines.toList())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("\"t\":0,")
                    .contains("300");
            assertThat(again.lastSecond()).isEqualTo(HOUR);
        }
    }

    @Test
    void filesAreBounded() throws IOException {
        try (SeriesStore store = store()) {
            for (long second = 0; second < 5 * HOUR; second += 10) {
                store.add(sample(second, 1, 1));
            }
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("seconds.jsonl", "seconds.jsonl.1", "minutes.jsonl", "hours.jsonl");
            }
            assertThat(Files.readAllLines(folder.resolve("seconds.jsonl.1"))).hasSize(361);
        }
        try (SeriesStore store = store()) {
            assertThat(store.slice(4 * HOUR, 5 * HOUR).samples()).doesNotContainNull();
        }
    }

    @Test
    void aFileOfSomethingElseIsBegunAnew() throws IOException {
        Files.writeString(folder.resolve("seconds.jsonl"), "not a series\n");
        try (SeriesStore store = store()) {
            store.add(sample(10, 1, 1));
        }
        try (SeriesStore store = store()) {
            assertThat(store.lastSecond()).isEqualTo(10);
        }
    }

    @Test
    void figuresOfAnotherBuildAreLeftOut() throws IOException {
        Files.writeString(folder.resolve("seconds.jsonl"), """
                {"figures":["dreams","gpus_allocated"]}
                {"t":20,"all":[7,3.5],"queues":{"a":[7,1.5]},"owners":{}}
                """);
        try (SeriesStore store = store()) {
            Sample sample = store.slice(20, 30).samples().getFirst();
            assertThat(sample).isNotNull();
            assertThat(sample.all()[Figure.GPUS_ALLOCATED.ordinal()]).isEqualTo(3.5);
            assertThat(sample.all()[Figure.GPUS_USED.ordinal()]).isNaN();
            assertThat(sample.queues().firstEntry().getValue()[Figure.GPUS_ALLOCATED.ordinal()])
                    .isEqualTo(1.5);
        }
    }

    @Test
    void timeThatGoesBackAddsNothing() throws IOException {
        try (SeriesStore store = store()) {
            store.add(sample(100, 1, 1));
            store.add(sample(105, 9, 1));
            store.add(sample(50, 9, 1));
            assertThat(values(store.slice(0, 200), Figure.GPUS_ALLOCATED))
                    .contains(1.0)
                    .doesNotContain(9.0);
        }
    }

    @Test
    void manyQueuesAreToldTogether() {
        SortedMap<String, double[]> queues = new TreeMap<>();
        for (int i = 0; i < 200; i++) {
            double[] row = Sample.row();
            row[Figure.GPUS_ALLOCATED.ordinal()] = i;
            queues.put("queue-" + i, row);
        }
        Sample sample = new Sample(0, Sample.row(), queues, new TreeMap<>());
        assertThat(sample.queues())
                .hasSize(Sample.MOST_PARTS)
                .containsKey("queue-199")
                .containsKey(Sample.OTHERS);
        double sum = sample.queues().values().stream()
                .mapToDouble(row -> row[Figure.GPUS_ALLOCATED.ordinal()])
                .sum();
        assertThat(sum).isEqualTo(199 * 200 / 2.0);
    }

    @Test
    void samplesAreTakenAsOftenAsTimeGoesOnButNoOftenerThanTenTimesInASecond() {
        assertThat(SeriesRecorder.pause(1_000_000_000L, 1_000)).isEqualTo(1_000);
        assertThat(SeriesRecorder.pause(60_000_000_000L, 1_000)).isEqualTo(166);
        assertThat(SeriesRecorder.pause(3_600_000_000_000L, 1_000)).isEqualTo(100);
        assertThat(SeriesRecorder.pause(0, 1_000)).isEqualTo(1_000);
    }
}
