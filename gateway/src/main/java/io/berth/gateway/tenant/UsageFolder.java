package io.berth.gateway.tenant;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The folder that keeps what tenants took: a file of JSON lines for each day of UTC, with a line for each tenant and model. A file is
 * always there as a whole: it is written beside and put in place of the one before. One process has the folder at a time.
 */
final class UsageFolder implements AutoCloseable {
    private static final int CURRENCY_DIGITS = 9;
    private static final double BILLION = 1e9;

    private final Path folder;
    private final String currency;
    private final FileChannel held;
    /** What files say, by day: of those that may still change. */
    private final TreeMap<Long, TreeMap<String, UsageLine>> days = new TreeMap<>();
    /** Those of which files say something else. */
    private final TreeSet<Long> unwritten = new TreeSet<>();

    /**
     * @param currency that costs are in
     * @throws InputException where it cannot be had, or another process has it
     */
    UsageFolder(Path folder, String currency) {
        this.folder = folder;
        this.currency = currency;
        try {
            Files.createDirectories(folder);
            held = FileChannel.open(folder.resolve("usage.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new InputException("usage: " + folder, "cannot be written: " + e.getMessage());
        }
        if (lock() == null) {
            close();
            throw new InputException(
                    "usage: " + folder, "another gateway has this folder; stop that one, or give each its own");
        }
    }

    private @Nullable FileLock lock() {
        try {
            return held.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        } catch (IOException e) {
            throw new InputException("usage: " + folder, "cannot be locked: " + e.getMessage());
        }
    }

    /**
     * What files say of the month of {@code today}, a day since 1970.
     *
     * @throws InputException where one of them cannot be read
     */
    List<UsageLine> read(long today) {
        List<UsageLine> lines = new ArrayList<>();
        LocalDate last = LocalDate.ofEpochDay(today);
        for (LocalDate day = last.withDayOfMonth(1); !day.isAfter(last); day = day.plusDays(1)) {
            Path file = file(day.toEpochDay());
            if (Files.exists(file)) {
                for (Tree line : JsonLines.readAll(Source.file(file))) {
                    lines.add(line(day.toEpochDay(), line));
                }
            }
        }
        lines.stream().filter(line -> line.day() == today).forEach(this::put);
        return lines;
    }

    /** Keeps {@code lines}, all that are of the day and may have changed. */
    void write(List<UsageLine> lines, long today) throws IOException {
        for (UsageLine line : lines) {
            if (!line.equals(put(line))) {
                unwritten.add(line.day());
            }
        }
        for (Long day : List.copyOf(unwritten)) {
            write(day, days.getOrDefault(day, new TreeMap<>()));
            unwritten.remove(day);
        }
        days.headMap(today).clear();
    }

    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private @Nullable UsageLine put(UsageLine line) {
        return days.computeIfAbsent(line.day(), _ -> new TreeMap<>()).put(line.tenant() + " " + line.model(), line);
    }

    private void write(long day, TreeMap<String, UsageLine> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (UsageLine line : lines.values()) {
            text.append(Json.line(document(line))).append('\n');
        }
        Path unfinished = folder.resolve("unfinished");
        try (FileChannel out = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (left.hasRemaining()) {
                out.write(left);
            }
            out.force(true);
        }
        Files.move(unfinished, file(day), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path file(long day) {
        return folder.resolve(LocalDate.ofEpochDay(day) + ".jsonl");
    }

    private Map<String, Object> document(UsageLine line) {
        Counts counts = line.counts();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("day", LocalDate.ofEpochDay(line.day()).toString());
        document.put("tenant", line.tenant());
        document.put("model", line.model());
        document.put("requests", counts.requests());
        document.put("input_tokens", counts.inputTokens());
        document.put("output_tokens", counts.outputTokens());
        document.put("refused", counts.refused());
        document.put("cost", counts.cost() == 0 ? 0 : BigDecimal.valueOf(counts.cost(), CURRENCY_DIGITS));
        document.put("currency", currency);
        return document;
    }

    private static UsageLine line(long day, Tree line) {
        long cost = Math.round(line.require("cost").number() * BILLION);
        Counts counts = new Counts(
                line.require("requests").whole(),
                line.require("input_tokens").whole(),
                line.require("output_tokens").whole(),
                line.require("refused").whole(),
                cost);
        return new UsageLine(
                day, line.require("tenant").text(), line.require("model").text(), counts);
    }
}
