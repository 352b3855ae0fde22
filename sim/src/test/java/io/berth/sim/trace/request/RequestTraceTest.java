package io.berth.sim.trace.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.PublishedData;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import io.berth.sim.trace.Lenience;
import io.berth.spec.fleet.RequestsSpec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTraceTest {
    private static final String AZURE = """
            TIMESTAMP,ContextTokens,GeneratedTokens
            2023-11-16 18:15:46.6805900,800,40
            2023-11-16 18:15:50.6805900,400,120
            2023-11-16 18:15:51,0,80
            """;

    private static final String GENAI = """
            gmt_create,predict_type,predict_status,exec_time_seconds,groupId,prompt_length,negative_prompt_length,\
            num_images_per_prompt,num_inference_steps,checkpoint_model_version_id,num_lora
            2024-11-15 16:57:50,TXT_2_IMG,SUCCEED,32.0,G0,63.0,26.0,1.0,30.0,M5,0
            2024-11-15 18:16:14,TXT_2_IMG,PENDING,0.0,G1,,,,,,0
            2024-11-15 18:17:50,TXT_2_IMG,FAILED,20.5,G1,93.0,,8.0,40.0,M1,0
            2024-11-15 18:17:50,TXT_2_IMG,SUCCEED,12,G0,93.0,,1.0,40.0,M5,0
            """;

    @Test
    void azure_work_is_context_at_prefill_and_tokens_at_decode_speed() {
        RequestTrace trace = azure(AZURE, 2);
        RequestArrival first = trace.requests().getFirst();
        Stage stage = first.stages().getFirst();

        assertThat(trace.size()).isEqualTo(3);
        assertThat(first.atNanos()).isZero();
        assertThat(stage.workNanos()).isEqualTo(Nanos.SECOND / 10 + Nanos.SECOND / 2 + 1);
        assertThat(stage.firstNanos()).isEqualTo(Nanos.SECOND / 10 + Nanos.SECOND / 80 + 1);
        assertThat(stage.memoryBytes()).isEqualTo(840 * 10);
        assertThat(trace.requests().get(1).atNanos()).isEqualTo(2 * Nanos.SECOND);
    }

    @Test
    void an_engine_is_told_the_prompt_and_work_is_what_is_made() {
        Stage stage = AzureRequests.read(
                        new RequestsSpec.TokenSpec(Path.of("unread"), 1, 0, 8000, 80, 10, true),
                        "trace.csv",
                        bytes(AZURE),
                        Lenience.STRICT)
                .requests()
                .getFirst()
                .stages()
                .getFirst();

        assertThat(stage.workNanos()).isEqualTo(Nanos.SECOND / 2 + 1);
        assertThat(stage.memoryBytes()).isEqualTo(801 * 10);
        assertThat(stage.tokens()).isNotNull();
        assertThat(stage.tokens().begins().bytes()).isEqualTo(800 * Tokens.BYTES);
        assertThat(stage.tokens().begins().blocks()).isZero();
    }

    @Test
    void genai_requests_have_their_model_tenant_and_run_time_and_pending_ones_are_left_out() {
        RequestTrace trace = genAi(GENAI);

        assertThat(trace.models()).containsExactly("M5", "M1");
        assertThat(trace.size()).isEqualTo(3);
        RequestArrival failed = trace.requests().get(1);
        assertThat(failed.tenant()).isOne();
        assertThat(failed.atNanos()).isEqualTo(80 * Nanos.MINUTE);
        assertThat(failed.stages().getFirst().model()).isOne();
        assertThat(failed.stages().getFirst().workNanos()).isEqualTo(20_500 * Nanos.MILLISECOND);
        Stage third = trace.requests().get(2).stages().getFirst();
        assertThat(third.workNanos()).isEqualTo(12 * Nanos.SECOND);
        assertThat(third.expectedNanos()).isEqualTo(32 * Nanos.SECOND);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "800,40 | 800,x | trace.csv:2: GeneratedTokens: \"x\" is not a whole number",
                "800,40 | -800,40 | trace.csv:2: ContextTokens: \"-800\" is negative",
                "400,120 | 400 | trace.csv:3: \"2 fields\" has too few fields",
                "18:15:51 | noon | trace.csv:4: TIMESTAMP: \"2023-11-16 noon\" is no date and time",
                "18:15:51 | 18:15:01 | trace.csv:4: TIMESTAMP: \"2023-11-16 18:15:01\" is earlier than the row before",
                "TIMESTAMP | TIME | trace.csv:1: header: \"TIME\" is an unknown column",
            })
    void a_bad_azure_row_is_told_by_line_column_and_value(String good, String bad, String told) {
        assertThatThrownBy(() -> azure(AZURE.replaceFirst(good, bad), 1)).hasMessageStartingWith(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "32.0 | many | trace.csv:2: exec_time_seconds: \"many\" is not a number",
                "32.0 | -1 | trace.csv:2: exec_time_seconds: \"-1\" is not such a time",
                "FAILED | LOST | trace.csv:4: predict_status: \"LOST\" is unknown",
                "M1,0 | ,0 | trace.csv:4: checkpoint_model_version_id: is empty",
            })
    void a_bad_genai_row_is_told_by_line_column_and_value(String good, String bad, String told) {
        assertThatThrownBy(() -> genAi(GENAI.replaceFirst(good, bad))).hasMessageStartingWith(told);
    }

    @Test
    void a_lenient_reader_counts_bad_rows() {
        Lenience lenience = Lenience.counting();
        RequestTrace trace =
                AzureRequests.read(spec(1), "trace.csv", bytes(AZURE.replace("400,120", "400,x")), lenience);

        assertThat(trace.size()).isEqualTo(2);
        assertThat(lenience.skippedRows()).isOne();
    }

    @Test
    void the_published_traces_are_those_of_their_papers() {
        Path azure = PublishedData.needed("llm/AzureLLMInferenceTrace_conv.csv");
        Path genAi = PublishedData.needed("genai26/lora_request_trace_to_2024-11-27.csv");

        RequestTrace conversations = AzureRequests.read(
                new RequestsSpec.TokenSpec(azure, 1, 0, 8000, 80, 1, false), Request.NO_MODEL, Lenience.STRICT);
        assertThat(conversations.size()).isEqualTo(19_366);
        assertThat(Nanos.toSeconds(conversations.requests().getLast().atNanos()))
                .isBetween(3500.0, 3505.0);
        RequestTrace images = GenAiRequests.read(new RequestsSpec.GenAi(genAi, 1, 0, 1, 1), Lenience.STRICT);
        assertThat(images.size()).isEqualTo(11_278);
        assertThat(images.models()).hasSize(75);
    }

    private static RequestTrace azure(String text, double rate) {
        return AzureRequests.read(spec(rate), "trace.csv", bytes(text), Lenience.STRICT);
    }

    private static RequestsSpec.TokenSpec spec(double rate) {
        return new RequestsSpec.TokenSpec(Path.of("unread"), rate, 0, 8000, 80, 10, false);
    }

    private static RequestTrace genAi(String text) {
        RequestsSpec.GenAi spec = new RequestsSpec.GenAi(Path.of("unread"), 1, 0, 7, 4);
        return GenAiRequests.read(spec, "trace.csv", bytes(text), Lenience.STRICT);
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
