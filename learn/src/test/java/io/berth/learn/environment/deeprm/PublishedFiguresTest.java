package io.berth.learn.environment.deeprm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.PublishedData;
import io.berth.learn.environment.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every figure that the original program gives for its own players, where the table is at hand. */
class PublishedFiguresTest {
    private static final int SETS = 100;
    private static final Pattern HEAD = Pattern.compile("M=(\\d+) (\\w+) rate=([\\d.]+)");
    private static final Pattern CELL =
            Pattern.compile("(\\w+): sd=([\\d.]+) floor=([\\d.]+) R=(-[\\d.]+) unfin=(\\d+)");

    @Test
    void everyCellOfTheTableIsMet() throws IOException {
        List<String> lines = Files.readAllLines(PublishedData.needed("expected/deeprm_base.txt"));
        int cells = 0;
        for (String line : lines) {
            Matcher head = HEAD.matcher(line);
            assertThat(head.find()).as(line).isTrue();
            Rules.End end = head.group(2).equals("all_done") ? Rules.End.ALL_DONE : Rules.End.NO_NEW_JOB;
            JobSets sets = JobSets.original(314159, Double.parseDouble(head.group(3)), SETS);
            DeepRm world = new DeepRm(Rules.published(Integer.parseInt(head.group(1)), end), sets);
            for (Matcher cell = CELL.matcher(line); cell.find(); cells++) {
                check(head.group() + " " + cell.group(), cell, played(world, player(cell.group(1))));
            }
        }
        assertThat(cells).isGreaterThanOrEqualTo(3 * lines.size()).isPositive();
    }

    private static void check(String name, Matcher cell, Sum sum) {
        double half = 0.5 + 1e-6;
        assertThat(sum.slowdown / sum.finished)
                .as(name)
                .isCloseTo(Double.parseDouble(cell.group(2)), within(half * 1e-3));
        assertThat(sum.floor / sum.finished).as(name).isCloseTo(Double.parseDouble(cell.group(3)), within(half * 1e-3));
        assertThat(sum.reward / SETS).as(name).isCloseTo(Double.parseDouble(cell.group(4)), within(half * 1e-2));
        assertThat(sum.unfinished).as(name).isEqualTo(Double.parseDouble(cell.group(5)));
    }

    /** The table's random player drew from a generator of its own, once seeded for the hundred sets. */
    private static Baseline player(String name) {
        return switch (name) {
            case "sjf" -> Baseline.sjf();
            case "packer" -> Baseline.packer();
            case "tetris" -> Baseline.tetris(0.5);
            case "random" -> {
                LegacyRandom random = new LegacyRandom(1);
                yield Baseline.random(bound -> random.between(0, bound));
            }
            default -> throw new IllegalArgumentException("The table has an unknown player (" + name + ").");
        };
    }

    private static Sum played(DeepRm world, Baseline player) {
        Sum sum = new Sum();
        for (int set = 0; set < SETS; set++) {
            world.reset(set);
            double reward = 0;
            while (!world.over()) {
                reward += world.step(player.pick(world));
            }
            sum.add(world.figures());
            sum.reward += reward;
        }
        return sum;
    }

    /** Sums over job sets; the published means are over all jobs together. */
    private static final class Sum {
        private double slowdown;
        private double floor;
        private double finished;
        private double unfinished;
        private double reward;

        void add(Figures figures) {
            double jobs = figures.get("jobs_finished");
            if (jobs > 0) {
                slowdown += figures.get("slowdown_mean") * jobs;
                floor += figures.get("slowdown_floor_mean") * jobs;
            }
            finished += jobs;
            unfinished += figures.get("jobs_unfinished");
        }
    }
}
