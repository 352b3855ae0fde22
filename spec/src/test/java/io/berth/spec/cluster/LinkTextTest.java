package io.berth.spec.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.device.link.Links;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkTextTest {
    /** As the tool prints it, with its underlined head, a network card, affinities and the legend. */
    private static final String PRINTED = """
            \t\u001b[4mGPU0\tGPU1\tGPU2\tmlx5_0\tCPU Affinity\tNUMA Affinity\u001b[0m
            GPU0\t X \tNV2\tPIX\tPHB\t0-19,40-59\t0
            GPU1\tNV2\t X \tSYS\tSYS\t20-39,60-79\t1
            GPU2\tPIX\tSYS\t X \tPHB\t0-19,40-59\t0
            mlx5_0\tPHB\tSYS\tPHB\t X

            Legend:

              X    = Self
              SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes
            """;

    @Test
    void whatTheToolPrints() {
        assertThat(LinkText.read(PRINTED, 25)).isEqualTo(new Links(3, List.of(50_000, 16_004, 16_000)));
        assertThat(LinkText.read(PRINTED, 50).between(1, 0)).isEqualTo(100_000);
    }

    @Test
    void numbersAndNames() {
        assertThat(LinkText.read("0 12.5 3\n12.5 0 1\n3 1 0", 25))
                .isEqualTo(new Links(3, List.of(12_500, 3_000, 1_000)));
        Links mesh = LinkText.read("dgx-1-v100", 25);
        assertThat(mesh.devices()).isEqualTo(8);
        for (int device = 0; device < 8; device++) {
            int links = 0;
            for (int other = 0; other < 8; other++) {
                links += other == device || mesh.between(device, other) < 25_000
                        ? 0
                        : mesh.between(device, other) / 25_000;
            }
            assertThat(links).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'X 1;2 X', 'row 2, column 1 (\"2\") must be as row 1, column 2'",
        "'X 1;1 X 2', 'row 2 has 3 entries, but there are 2 rows'",
        "'X NV0;NV0 X', 'row 1, column 2 (\"NV0\") must be GB/s'",
        "'X -1;-1 X', 'row 1, column 2 (\"-1\") must be GB/s'",
        "'5 1;1 X', 'row 1, column 1 (\"5\") must be X'",
        "'X', 'of 2 to 16 rows'",
        "'', 'of 2 to 16 rows'",
        "'dgx-v100', 'dgx-1-v100'",
    })
    void whatIsWrong(String text, String problem) {
        assertThatThrownBy(() -> LinkText.read(text.replace(';', '\n'), 25))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    /** Whatever is cut or changed in what a tool prints, it is read or named, never more. */
    @Test
    void brokenOutput() {
        SplittableRandom random = new SplittableRandom(7);
        int read = 0;
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder(PRINTED);
            for (int changes = 1 + random.nextInt(4); changes > 0 && !text.isEmpty(); changes--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) (32 + random.nextInt(95)));
                    case 1 -> text.deleteCharAt(at);
                    default -> text.setLength(at + 1);
                }
            }
            try {
                LinkText.read(text.toString(), 25);
                read++;
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
        assertThat(read).isBetween(100, 9_900);
    }
}
