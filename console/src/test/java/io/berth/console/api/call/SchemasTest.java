package io.berth.console.api.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.Taint;
import io.berth.spec.json.Json;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchemasTest {
    private final Schemas schemas = new Schemas();

    private enum Size {
        SMALL {
            @Override
            public String toString() {
                return "tiny";
            }
        },
        VERY_LARGE
    }

    private record Sized(
            Size size,
            @Nullable Size before,
            List<Size> all,
            SortedMap<String, Size> bySome,
            @Nullable Taint taint) {}

    private record Odd(Thread thread) {}

    @Test
    void anEnumIsOneOfItsConstantsAsDocumentsHaveThem() {
        assertThat(schemas.of(Sized.class)).isEqualTo(Map.of("$ref", "#/components/schemas/Sized"));
        String size = "{\"type\":\"string\",\"enum\":[\"small\",\"very_large\"]}";
        assertThat(property("Sized", "size")).isEqualTo(size);
        assertThat(property("Sized", "before"))
                .isEqualTo("{\"type\":[\"string\",\"null\"],\"enum\":[\"small\",\"very_large\",null]}");
        assertThat(property("Sized", "all")).isEqualTo("{\"type\":\"array\",\"items\":" + size + "}");
        assertThat(property("Sized", "by_some"))
                .isEqualTo("{\"type\":\"object\",\"additionalProperties\":" + size + "}");
        assertThat(Json.line(List.of(Size.values()))).isEqualTo("[\"small\",\"very_large\"]");
    }

    @Test
    void theEffectOfATaintIsOneOfThree() {
        schemas.of(Sized.class);
        assertThat(property("Sized", "taint"))
                .isEqualTo("{\"anyOf\":[{\"$ref\":\"#/components/schemas/Taint\"},{\"type\":\"null\"}]}");
        assertThat(property("Taint", "effect"))
                .isEqualTo("{\"type\":\"string\",\"enum\":[\"no_schedule\",\"prefer_no_schedule\",\"no_execute\"]}");
    }

    @Test
    void whatHasNoSchemaIsNamed() {
        assertThatThrownBy(() -> schemas.of(Odd.class)).hasMessageContaining("java.lang.Thread has no schema");
    }

    private String property(String record, String name) {
        Map<?, ?> schema = (Map<?, ?>) schemas.components().get(record);
        return Json.line(((Map<?, ?>) schema.get("properties")).get(name));
    }
}
