package io.berth.spec.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("ID", 6, 0),
            TableColumn.text("NAME"),
            new TableColumn("QUEUE", 4, 3),
            new TableColumn("USER", 4, 2),
            new TableColumn("STATE", 7, 0),
            new TableColumn("WAIT", 7, 1),
            new TableColumn("REASON", 8, 4));

    private static final List<String> ALPHABETS = List.of(
            "abcdefghijklmnopqrstuvwxyz-_[]0123456789",
            "训练任务名字模型语言数据",
            "한국어작업이름",
            "😀🚀🔥🤖👩‍🔬",
            "äöüßéñ",
            "ｆｕｌｌ",
            "e\u0301a\u0308");

    @Test
    void noLineIsWiderThanTheWindowWhateverNamesAreLike() {
        Random random = new Random(1);
        for (int round = 0; round < 400; round++) {
            List<List<String>> rows = new ArrayList<>();
            for (int row = 0; row < 8; row++) {
                rows.add(List.of(
                        Integer.toString(random.nextInt(1_000_000)),
                        name(random),
                        name(random),
                        name(random),
                        "out_of_memory",
                        "12h 30m",
                        name(random) + " " + name(random)));
            }
            for (int width : new int[] {40, 80, 100, 200}) {
                String text = TextTable.of(COLUMNS, rows, width);
                for (String line : text.split("\n")) {
                    assertThat(DisplayWidth.of(line))
                            .as("round %d: %s", round, line)
                            .isBetween(1, width);
                }
            }
        }
    }

    @Test
    void columnsBeginAtTheSamePlaceOfTheWindow() {
        List<TableColumn> columns = List.of(TableColumn.text("NAME"), TableColumn.text("NEXT"));
        List<List<String>> rows =
                List.of(List.of("训练", "x"), List.of("train", "x"), List.of("😀a", "x"), List.of("한", "x"));

        for (String line : TextTable.of(columns, rows, 0).split("\n")) {
            String before = line.substring(0, Math.max(line.lastIndexOf('x'), line.indexOf("NEXT")));
            assertThat(DisplayWidth.of(before)).as(line).isEqualTo(7);
        }
    }

    @Test
    void aTextThatDoesNotFitEndsInAnEllipsisAndColumnsGoWhereAWindowIsNarrow() {
        List<List<String>> rows =
                List.of(List.of("1", "a-very-long-name-of-a-job", "default", "root", "running", "3s", "after 12 (ok)"));

        assertThat(TextTable.of(COLUMNS, rows, 200))
                .contains("a-very-long-name-of-a-job")
                .contains("after 12 (ok)");
        assertThat(TextTable.of(COLUMNS, rows, 70)).contains("…").contains("REASON");
        assertThat(TextTable.of(COLUMNS, rows, 40))
                .contains("ID")
                .contains("STATE")
                .doesNotContain("REASON");
    }

    @Test
    void whatWouldCommandATerminalIsNotWritten() {
        List<TableColumn> columns = List.of(TableColumn.text("NAME"));

        assertThat(TextTable.of(columns, List.of(List.of("a\u001b[2J\nb\u009bc")), 0))
                .isEqualTo("NAME\na?[2J?b?c\n");
    }

    @Test
    void widthsAreThoseOfTerminals() {
        assertThat(DisplayWidth.of("abc")).isEqualTo(3);
        assertThat(DisplayWidth.of("训练任务")).isEqualTo(8);
        assertThat(DisplayWidth.of("😀🚀")).isEqualTo(4);
        assertThat(DisplayWidth.of("e\u0301")).isEqualTo(1);
        assertThat(DisplayWidth.of("ﾊﾝｶｸ")).isEqualTo(4);
        assertThat(DisplayWidth.of("ｚｅｎ")).isEqualTo(6);
        assertThat(DisplayWidth.cut("训练任务", 5)).isEqualTo("训练…");
        assertThat(DisplayWidth.cut("训练任务", 4)).isEqualTo("训…");
        assertThat(DisplayWidth.cut("train", 5)).isEqualTo("train");
        assertThat(DisplayWidth.cut("train", 1)).isEqualTo("…");
    }

    private static String name(Random random) {
        String letters = ALPHABETS.get(random.nextInt(ALPHABETS.size()));
        int[] characters = letters.codePoints().toArray();
        StringBuilder name = new StringBuilder();
        int length = 1 + random.nextInt(60);
        for (int i = 0; i < length; i++) {
            name.appendCodePoint(characters[random.nextInt(characters.length)]);
        }
        return name.toString();
    }
}
