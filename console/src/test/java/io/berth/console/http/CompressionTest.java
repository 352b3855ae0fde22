package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.http.message.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | true",
                "br, gzip | true",
                "deflate, GZIP;q=0.5 | true",
                "gzip;q=0 | false",
                "gzip; q=0.00 | false",
                "identity | false",
                "x-gzip-like | false"
            })
    void gzipIsTakenByWhoeverNamesIt(String accepted, boolean taken) {
        assertThat(Compression.takes(List.of(accepted))).isEqualTo(taken);
    }

    @Test
    void whatIsPackedIsTheSameUnpacked() throws IOException {
        String text = "{\"nodes\":[1,2,3]}".repeat(2_000);

        Response.Whole packed = Compression.packed(Response.text(200, Response.JSON, text));

        assertThat(packed.headers()).containsEntry("Content-Encoding", "gzip");
        assertThat(packed.body().length).isLessThan(text.length() / 10);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(text);
        }
    }
}
