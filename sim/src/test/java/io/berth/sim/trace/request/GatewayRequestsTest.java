package io.berth.sim.trace.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.spec.fleet.RequestsSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GatewayRequestsTest {
    private static final String HEAD = "{\"berth_gateway_record\":1,\"servers\":[\"a\"]}\n";
    private static final String LATER = """
            {"at_ns":5000000000,"outcome":"answered","tenant":2,"model":"m","expected_tokens":40.5,"input_tokens":800,\
            "output_tokens":80,"prompt":{"bytes":3000,"ends":[],"blocks":[]}}
            """;
    private static final String FIRST = """
            {"at_ns":1000000000,"outcome":"failed","tenant":0,"expected_tokens":120,"input_tokens":0,\
            "output_tokens":0,"prompt":{"bytes":3200,"ends":[],"blocks":[]}}
            """;
    private static final String INVALID = """
            {"at_ns":500000000,"outcome":"invalid","tenant":0,"expected_tokens":0,"input_tokens":0,\
            "output_tokens":0,"prompt":{"bytes":0,"ends":[],"blocks":[]}}
            """;

    @Test
    void requestsComeInTheOrderInWhichTheyCameAndTakeWhatTheyTook() {
        RequestTrace trace = read(HEAD + LATER + INVALID + FIRST, 2, List.of());
        RequestArrival first = trace.requests().getFirst();
        RequestArrival later = trace.requests().get(1);
        Stage unknown = first.stages().getFirst();
        Stage known = later.stages().getFirst();

        assertThat(trace.size()).isEqualTo(2);
        assertThat(first.atNanos()).isZero();
        assertThat(later.atNanos()).isEqualTo(2 * Nanos.SECOND);
        assertThat(later.tenant()).isEqualTo(2);
        assertThat(known.workNanos()).isEqualTo(Nanos.SECOND / 10 + Nanos.SECOND + 1);
        assertThat(known.expectedNanos()).isEqualTo(Nanos.SECOND / 10 + Nanos.SECOND * 405 / 800 + 1);
        assertThat(known.memoryBytes()).isEqualTo(880 * 10);
        assertThat(known.model()).isEqualTo(Request.NO_MODEL);
        // Neither length was told: four bytes are a token, and the answer is as long as was expected.
        assertThat(unknown.workNanos()).isEqualTo(Nanos.SECOND / 10 + Nanos.SECOND * 3 / 2 + 1);
    }

    @Test
    void modelsAreThoseOfTheFleet() {
        assertThat(model(read(HEAD + LATER, 1, List.of("k", "m")))).isEqualTo(1);
        assertThat(model(read(HEAD + FIRST, 1, List.of("m")))).isZero();
        assertThatThrownBy(() -> read(HEAD + FIRST, 1, List.of("k", "m"))).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> read(HEAD + LATER + FIRST, 1, List.of("k", "l")))
                .hasMessageContaining("record.jsonl:2")
                .hasMessageContaining("is not a model of the fleet");
    }

    @Test
    void whatAKilledWriterLeftIsReadUpToItsLastWholeLine() throws IOException {
        assertThat(read(HEAD + FIRST + LATER.substring(0, 70), 1, List.of()).size())
                .isEqualTo(1);

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes, 512, true)) {
            out.write((HEAD + FIRST).getBytes(StandardCharsets.UTF_8));
            out.flush();
            byte[] cut = bytes.toByteArray();
            assertThat(read(cut, Lenience.STRICT).size()).isEqualTo(1);
            out.write(LATER.getBytes(StandardCharsets.UTF_8));
        }
        byte[] whole = bytes.toByteArray();
        assertThat(read(whole, Lenience.STRICT).size()).isEqualTo(2);
        assertThat(read(Arrays.copyOf(whole, whole.length - 12), Lenience.STRICT)
                        .size())
                .isBetween(1L, 2L);
    }

    @Test
    void whatIsNoRecordIsRefusedAndABadLineNamed() {
        assertThatThrownBy(() -> read(FIRST, 1, List.of()))
                .hasMessageContaining("record.jsonl:1")
                .hasMessageContaining("berth gateway --record");
        String bad = FIRST.replace("\"output_tokens\":0", "\"output_tokens\":-3");
        assertThatThrownBy(() -> read(HEAD + bad + LATER, 1, List.of()))
                .hasMessageContaining("record.jsonl:2")
                .hasMessageContaining("output_tokens");

        Lenience lenience = Lenience.counting();
        RequestTrace trace = read((HEAD + bad + "no json\n" + LATER).getBytes(StandardCharsets.UTF_8), lenience);
        assertThat(trace.size()).isEqualTo(1);
        assertThat(lenience.skippedRows()).isEqualTo(2);
    }

    @Test
    void noMoreAreReadThanAreWanted() {
        RequestsSpec.Recorded spec = recorded(1, 1);
        RequestTrace trace = GatewayRequests.read(
                spec,
                List.of(),
                new TraceFile("record.jsonl"),
                new ByteArrayInputStream((HEAD + LATER + FIRST).getBytes(StandardCharsets.UTF_8)),
                Lenience.STRICT);

        assertThat(trace.requests()).hasSize(1);
        assertThat(trace.requests().getFirst().tenant()).isZero();
    }

    @Test
    void promptsThatServersReadThemselvesHaveTheBlocksThatWereRecorded() {
        String line = """
                {"at_ns":0,"outcome":"answered","tenant":0,"expected_tokens":40,"input_tokens":100,"output_tokens":80,\
                "prompt":{"bytes":500,"ends":[250,500],"blocks":["00000000000000ff","ffffffffffffffff"]}}
                """;
        RequestsSpec.Recorded spec = recorded(1, 0, true);
        Stage stage = read(spec, HEAD + line).requests().getFirst().stages().getFirst();
        Tokens tokens = stage.tokens();

        assertThat(stage.workNanos()).isEqualTo(Nanos.SECOND + 1);
        assertThat(stage.expectedNanos()).isEqualTo(Nanos.SECOND / 2 + 1);
        assertThat(tokens).isNotNull();
        assertThat(tokens.prompt()).isEqualTo(100);
        assertThat(tokens.begins().hash(0)).isEqualTo(255);
        assertThat(tokens.begins().hash(1)).isEqualTo(-1);
        assertThat(tokens.begins().bytesOf(1)).isEqualTo(200);
        assertThatThrownBy(() -> read(spec, HEAD + line.replace("00ff", "zz") + line))
                .hasMessageContaining("record.jsonl:2")
                .hasMessageContaining("blocks");
    }

    private static RequestsSpec.Recorded recorded(double rate, int limit) {
        return recorded(rate, limit, false);
    }

    private static RequestsSpec.Recorded recorded(double rate, int limit, boolean reading) {
        return new RequestsSpec.Recorded(
                new RequestsSpec.TokenSpec(Path.of("unread"), rate, limit, 8000, 80, 10, reading));
    }

    private static RequestTrace read(RequestsSpec.Recorded spec, String text) {
        return GatewayRequests.read(
                spec,
                List.of(),
                new TraceFile("record.jsonl"),
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                Lenience.STRICT);
    }

    private static int model(RequestTrace trace) {
        return trace.requests().getFirst().stages().getFirst().model();
    }

    private static RequestTrace read(String text, double rate, List<String> models) {
        return GatewayRequests.read(
                recorded(rate, 0),
                models,
                new TraceFile("record.jsonl"),
                new ByteArrayInputStream((text + (models.size() > 1 ? "\n{}\n" : "")).getBytes(StandardCharsets.UTF_8)),
                Lenience.STRICT);
    }

    private static RequestTrace read(byte[] bytes, Lenience lenience) {
        return GatewayRequests.read(
                recorded(1, 0), List.of(), new TraceFile("record.jsonl"), new ByteArrayInputStream(bytes), lenience);
    }
}
