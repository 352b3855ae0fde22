package io.berth.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleControlsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain\ttext\r\n",
                "50 % \u2588\u2588\r60 %",
                "\u001b[31mred\u001b[0m \u001b[1;38;5;12mbold\u001b[m \u001b[38:2::1:2:3mfine\u001b[0m",
                "\u00c2\u00a0\u00e9 \ud83d\ude00",
            })
    void textAndColoursPass(String text) {
        assertThat(VisibleControls.of(text)).isEqualTo(text);
    }

    @Test
    void whatWouldCommandATerminalIsVisible() {
        assertThat(VisibleControls.of("a\u001b[2Jb")).isEqualTo("a^[[2Jb");
        assertThat(VisibleControls.of("\u001b]0;title\u0007")).isEqualTo("^[]0;title^G");
        assertThat(VisibleControls.of("\u001b]52;c;cm0K\u001b\\")).isEqualTo("^[]52;c;cm0K^[\\");
        assertThat(VisibleControls.of("\u0000\u0008\u007f\u009b2J")).isEqualTo("^@^H^?<9B>2J");
        assertThat(VisibleControls.of("\u001b\u001b[31mx\u001b")).isEqualTo("^[\u001b[31mx^[");
        assertThat(VisibleControls.of("\u001b[31\u001b[2J")).isEqualTo("^[[31^[[2J");
        assertThat(VisibleControls.of("\u001b[" + "1;".repeat(40) + "m")).startsWith("^[[1;1;");
    }

    @Test
    void piecesMeanWhatTheWholeMeans() throws IOException {
        String text = "\u00e9\u001b[1;31mred\u001b[0m\u001b[5A\u009d\u00c2\u00b5\u001b";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            try (VisibleControls out = new VisibleControls(seen)) {
                out.write(bytes, 0, cut);
                out.flush();
                out.write(bytes, cut, bytes.length - cut);
            }
            assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo(VisibleControls.of(text));
        }
    }
}
