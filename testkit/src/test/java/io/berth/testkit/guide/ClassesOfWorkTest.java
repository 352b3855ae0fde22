package io.berth.testkit.guide;

import static io.berth.testkit.fixture.Given.given;
import static io.berth.testkit.fixture.Given.job;
import static io.berth.testkit.fixture.Given.rack;
import static io.berth.testkit.fixture.Planned.starts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.form.StrategyForm;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import io.berth.spec.strategy.StrategyReader;
import io.berth.spec.strategy.StrategyWriter;
import org.junit.jupiter.api.Test;

/** Jobs of each class go by its own parts, side by side in one pass, and what is written of classes is read back. */
class ClassesOfWorkTest {
    private static final CatalogNames NAMES = new CatalogNames(Catalog.standard());

    private static final String SPREAD_LARGE = """
            name: mine
            place: best-fit
            classes:
              - {name: large, when: {gpus: ">=4"}, place: worst-fit}
              - {name: named, when: {name: "note-*", kind: batch}, place: [gpu-packing, best-fit], device: any}
            """;

    private static StrategySpec read(String text) {
        return StrategyReader.ofText(NAMES).read(TreeReader.read(Source.text("mine.yaml", text)));
    }

    @Test
    void jobs_of_each_class_go_by_its_own_parts_in_one_pass() {
        given(rack("r1").nodes(3).gpus(8, "H100"))
                .running(job("some").gpus(2).on("r1-1"))
                .queued(
                        job("large").gpus(4),
                        job("other").gpus(1),
                        job("note-1").gpus(1))
                .whenPlanned(read(SPREAD_LARGE))
                .then(starts("large", "r1-0"), starts("other", "r1-0"), starts("note-1", "r1-0"));
        given(rack("r1").nodes(3).gpus(8, "H100"))
                .running(job("some").gpus(2).on("r1-1"))
                .queued(job("large").gpus(4), job("other").gpus(1))
                .whenPlanned(StrategySpec.of("mine"))
                .then(starts("large", "r1-1"), starts("other", "r1-1"));
    }

    @Test
    void what_is_written_of_classes_is_read_back() {
        String all = """
                name: mine
                classes:
                  - name: a
                    when: {kind: [service, interactive], gpus: "<1", tasks: 1..4, expected: "<=1h", restarts: ">0", queue: [x, y*], links: true}
                    place: [{fgd: 0.7}, {least-allocated: 0.3}]
                    device: cheapest
                    domain: kai-pack
                  - {name: b, place: fgd}
                """;
        StrategySpec spec = read(all);
        assertThat(read(Json.line(StrategyWriter.document(spec)))).isEqualTo(spec);
        ByteSink sink = new ByteSink();
        StrategyForm.CODEC.write(spec, sink);
        assertThat(StrategyForm.CODEC.read(new ByteSource(sink.toByteArray()))).isEqualTo(spec);
        assertThat(spec.classes().getFirst().when().gpuMilli().most()).isEqualTo(999);
        assertThat(spec.classes().getFirst().when().restarts().least()).isOne();
        assertThat(read("{place: fgd, classes: default}").classes()).isEqualTo(WorkClass.DEFAULTS);
    }

    @Test
    void what_is_wrong_is_told_with_its_place() {
        refused(
                "{classes: [{name: a, when: {gpus: many}, place: fgd}]}",
                "when.gpus",
                "must be a number or a range",
                "many");
        refused("{classes: [{name: a, when: {gpus: \">=1.0001\"}, place: fgd}]}", "when.gpus", "range");
        refused("{classes: [{name: a, when: {gpu: 1}, place: fgd}]}", "unknown key", "did you mean \"gpus\"");
        refused("{classes: [{name: a, when: {kind: note}, place: fgd}]}", "kind", "interactive");
        refused("{classes: [{name: a}]}", "classes[0]", "place");
        refused("{classes: [{name: a, place: fgd}, {name: a, place: fgd}]}", "\"a\" is there twice");
        refused("{classes: [{name: a, place: fgdd}]}", "did you mean \"fgd\"");
        refused("{classes: [{name: a, order: sjf}]}", "order");
        refused("{classes: defaults}", "default");
        assertThatThrownBy(() -> NAMES.check(read("{classes: default, plan: hungarian}"), "here"))
                .isInstanceOf(InputException.class);
    }

    private static void refused(String text, String... told) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessageContainingAll(told);
    }
}
