package io.berth.spec.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonTest {
    private record Run(String strategy, long seed, double wallSeconds, Mode runMode, List<Double> points) {}

    private enum Mode {
        LIVE_CLUSTER
    }

    @Test
    void aRecordIsAnObjectInSnakeCaseInTheOrderOfItsComponents() {
        Run run = new Run("fgd", 42, 1.5, Mode.LIVE_CLUSTER, List.of(1.0, Double.NaN, Double.POSITIVE_INFINITY));

        assertThat(Json.line(run))
                .isEqualTo("{\"strategy\":\"fgd\",\"seed\":42,\"wall_seconds\":1.5,\"run_mode\":\"live_cluster\","
                        + "\"points\":[1.0,null,null]}");
    }

    @Test
    void aPrettyDocumentEndsItsLinesAlikeEverywhere() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("b", Arrays.asList(1, null, "x\n\"é"));
        document.put("a", List.of());

        StringWriter out = new StringWriter();
        Json.write(document, out);

        assertThat(out.toString())
                .isEqualTo(Json.pretty(document))
                .isEqualTo("{\n  \"b\": [\n    1,\n    null,\n    \"x\\n\\\"é\"\n  ],\n  \"a\": []\n}\n");
    }

    @Test
    void aMapWithoutOrderIsSorted() {
        Map<String, Integer> map = new HashMap<>();
        List.of("zeta", "alpha", "mid", "b", "a").forEach(key -> map.put(key, 1));

        assertThat(Json.line(map)).isEqualTo("{\"a\":1,\"alpha\":1,\"b\":1,\"mid\":1,\"zeta\":1}");
    }

    @Test
    void whatHasNoJsonFormIsRefused() {
        assertThatThrownBy(() -> Json.line(Set.of(1, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.line(new Object())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        List<String> texts =
                new ArrayList<>(List.of("", "a b", "\t\r\n\"\\/", "é\ud83d\ude00", "\u2028\u0085", "null", "1"));

        Tree tree = JsonLines.read("test", Json.line(Map.of("texts", texts)));

        assertThat(tree.require("texts").items()).extracting(Tree::text).isEqualTo(texts);
    }

    @Test
    void linesAreDocumentsAndAnErrorNamesTheLine() {
        Source source = Source.text("jobs.jsonl", "{\"a\": 1}\n\n{\"a\": 2}\n");

        assertThat(JsonLines.readAll(source))
                .extracting(tree -> tree.require("a").whole())
                .containsExactly(1L, 2L);
        assertThatThrownBy(() -> JsonLines.readAll(Source.text("jobs.jsonl", "{}\n{\"a\": }x\n")))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("jobs.jsonl:2: is not valid");
    }
}
