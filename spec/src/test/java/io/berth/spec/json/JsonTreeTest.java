package io.berth.spec.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import org.junit.jupiter.api.Test;

class JsonTreeTest {
    @Test
    void numbersStayNumbersAndTextsTexts() {
        String text = "{\"a\":9.278332E-5,\"b\":1e3,\"c\":0.069559731,\"d\":\"1e3\",\"e\":true,\"f\":null,\"g\":-12}";

        assertThat(Json.line(JsonTree.of(JsonReader.read(Source.text("test", text)))))
                .isEqualTo(
                        "{\"a\":0.00009278332,\"b\":1E+3,\"c\":0.069559731,\"d\":\"1e3\",\"e\":true,\"f\":null,\"g\":-12}");
    }
}
