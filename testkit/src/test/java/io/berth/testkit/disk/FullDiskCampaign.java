package io.berth.testkit.disk;

import io.berth.testkit.real.CampaignEnd;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Runs a real {@code berth up} again and again in a home on a tmpfs of a few MiB that somebody else fills and empties, while jobs are
 * submitted, run, end and are cancelled, and Berth is killed with SIGKILL now and then. Nothing that was acknowledged may be lost,
 * run twice or end otherwise than it did, Berth may never end by itself, and with room again all must come to its end.
 */
public final class FullDiskCampaign {
    private final Path folder;
    private final long seed;
    private final List<String> berth;
    private final List<String> complaints = new ArrayList<>();
    private final SequencedMap<String, Long> counts = new LinkedHashMap<>();

    private FullDiskCampaign(Path folder, long seed, List<String> berth) {
        this.folder = folder;
        this.seed = seed;
        this.berth = berth;
    }

    /** Arguments: RUNS SEED FOLDER JSON(true|false) [command]. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[2])).toAbsolutePath();
        List<String> words = Arrays.asList(arguments).subList(4, arguments.length);
        FullDiskCampaign campaign = new FullDiskCampaign(
                folder, Long.parseLong(arguments[1]), words.isEmpty() ? UpProcess.ofClassPath() : List.copyOf(words));
        int runs = Integer.parseInt(arguments[0]);
        long began = System.nanoTime();
        for (int run = 0; run < runs && campaign.complaints.size() < 20; run++) {
            campaign.run(run);
            System.err.println("full-disk: " + (run + 1) + " runs, " + (System.nanoTime() - began) / 1_000_000_000L
                    + " s, " + campaign.counts);
        }
        campaign.count("runs", runs);
        campaign.count("wrong", campaign.complaints.size());
        String text = "full-disk: " + (campaign.complaints.isEmpty() ? "ok" : "FAILED") + ", " + campaign.counts;
        new CampaignEnd("full-disk", campaign.complaints, campaign.counts, text)
                .tellAndExit(Boolean.parseBoolean(arguments[3]));
    }

    private void run(int number) throws IOException {
        Path place = Files.createDirectories(folder.resolve(Integer.toString(number)));
        long own = seed * 1_000 + number;
        Path disk = Files.createDirectories(place.resolve("disk"));
        command(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "size=" + (6 + own % 11) + "m,mode=700",
                "berth-full-disk",
                disk.toString());
        int before = complaints.size();
        try {
            new FullDiskRun(this, place, disk, own).live();
        } finally {
            command("umount", "-l", disk.toString());
        }
        for (int i = before; i < complaints.size(); i++) {
            complaints.set(i, "run " + number + " (" + place + "): " + complaints.get(i));
        }
    }

    List<String> berth() {
        return berth;
    }

    void complain(String complaint) {
        complaints.add(complaint);
    }

    List<String> complaints() {
        return complaints;
    }

    void count(String what, long more) {
        counts.merge(what, more, Long::sum);
    }

    private static void command(String... words) throws IOException {
        try {
            Process process = new ProcessBuilder(words).inheritIO().start();
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", words) + " ended with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
