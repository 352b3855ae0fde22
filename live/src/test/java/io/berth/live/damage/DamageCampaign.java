package io.berth.live.damage;

import io.berth.core.state.State;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Damages a journal in one place after the other: each byte flipped, each file removed, each file cut at each byte. Each time it
 * must be refused, or be whole: the state that was acknowledged, and all frames.
 */
public final class DamageCampaign {
    private final Path folder;
    private final byte[] state;
    private final long frames;
    private final List<String> complaints = new ArrayList<>();
    private long refused;
    private long whole;

    /** @param folder a journal that nobody writes; it is as it was afterwards */
    public DamageCampaign(Path folder) {
        this.folder = folder;
        this.state = state();
        this.frames = frames();
    }

    /** How often it was refused. */
    public long refused() {
        return refused;
    }

    /** How often all was there. */
    public long whole() {
        return whole;
    }

    /** Where less was there than was acknowledged, or something else went wrong. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /**
     * @param most of each kind in each file; in files that are larger they are drawn
     * @param seed of what is drawn
     */
    public void run(int most, long seed) throws IOException {
        Random random = new Random(seed);
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            judge(file + " removed");
            Files.write(file, bytes);
            damageInPlace(file, bytes, most, random);
            Files.write(file, bytes);
        }
    }

    /** A file written anew is on its way to the disk at once; one that is changed where it stands is not waited for. */
    private void damageInPlace(Path file, byte[] bytes, int most, Random random) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int at : offsets(bytes.length, most, random)) {
                byte flipped = (byte) (bytes[at] ^ 1 << random.nextInt(8));
                channel.write(ByteBuffer.wrap(new byte[] {flipped}), at);
                judge("byte " + at + " of " + file + " flipped");
                channel.write(ByteBuffer.wrap(bytes, at, 1), at);
            }
            int[] cuts = offsets(bytes.length, most, random);
            Arrays.sort(cuts);
            for (int cut = cuts.length - 1; cut >= 0; cut--) {
                channel.truncate(cuts[cut]);
                judge(file + " cut at byte " + cuts[cut]);
            }
        }
    }

    private void judge(String damage) {
        boolean said = false;
        for (Question question : List.<Question>of(this::complaintOfState, this::complaintOfFrames)) {
            try {
                String complaint = question.ask();
                if (complaint != null) {
                    complaints.add(damage + ": " + complaint);
                }
            } catch (JournalException e) {
                said = true;
            } catch (RuntimeException e) {
                complaints.add(damage + ": " + e);
            }
        }
        refused += said ? 1 : 0;
        whole += said ? 0 : 1;
    }

    private interface Question {
        @Nullable
        String ask();
    }

    private @Nullable String complaintOfState() {
        return Arrays.equals(state(), state) ? null : "the recovered state is another";
    }

    private @Nullable String complaintOfFrames() {
        long found = frames();
        return found == frames ? null : "it has " + found + " frames rather than " + frames;
    }

    private byte[] state() {
        State read = RecoveredJournal.read(folder);
        return read.image().bytes();
    }

    private long frames() {
        JournalReader reader = JournalReader.open(folder);
        reader.forEachRemaining(frame -> {});
        return reader.position();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.getFileName().toString().equals("journal.lock"))
                    .sorted()
                    .toList();
        }
    }

    private static int[] offsets(int length, int most, Random random) {
        return length <= most
                ? IntStream.range(0, length).toArray()
                : random.ints(most, 0, length).toArray();
    }

    /** Arguments: how many places of each kind at most in each file, a seed, journals. */
    public static void main(String[] arguments) throws IOException {
        int most = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        boolean good = true;
        for (String journal : Arrays.asList(arguments).subList(2, arguments.length)) {
            DamageCampaign campaign = new DamageCampaign(Path.of(journal));
            campaign.run(most, seed);
            campaign.complaints().stream().limit(20).forEach(System.err::println);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d frames; damaged %d times: %d refused, %d whole, %d wrong%n",
                    journal,
                    campaign.frames,
                    campaign.refused + campaign.whole,
                    campaign.refused,
                    campaign.whole,
                    campaign.complaints.size());
            good &= campaign.complaints.isEmpty() && campaign.refused > 0;
        }
        System.exit(good ? 0 : 1);
    }
}
