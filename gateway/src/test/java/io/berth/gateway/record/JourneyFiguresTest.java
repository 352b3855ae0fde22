package io.berth.gateway.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.journey.Journey;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JourneyFiguresTest {
    private final JourneyFigures figures = new JourneyFigures(() -> 0);

    @Test
    void whatIsToldOfAServerThatHasLeftEndsAfterSomeMinutes() {
        answered("stays");
        answered("leaves");
        answered("comes-back");
        figures.present(Set.of("stays"), 0);
        figures.present(Set.of("stays", "comes-back"), 1);
        figures.present(Set.of("stays"), JourneyFigures.DEPARTED_NANOS - 1);
        assertThat(text()).contains("server=\"stays\"", "server=\"leaves\"", "server=\"comes-back\"");
        figures.present(Set.of("stays"), JourneyFigures.DEPARTED_NANOS);
        assertThat(text()).contains("server=\"stays\"", "server=\"comes-back\"").doesNotContain("server=\"leaves\"");
    }

    @Test
    void noMoreThanSomeThatHaveLeftAreTold() {
        for (int server = 0; server <= JourneyFigures.MOST_DEPARTED; server++) {
            answered("server-" + server);
            figures.present(Set.of(), server);
        }
        assertThat(text())
                .contains("server=\"server-1\"", "server=\"server-" + JourneyFigures.MOST_DEPARTED + "\"")
                .doesNotContain("server=\"server-0\"");
    }

    private void answered(String server) {
        figures.ended(new Journey(
                1,
                new Journey.Asked("POST", "/", 0, new Journey.Want(null, false, Prompt.NONE, 0, 0)),
                new Journey.Times(0, 0, 0, Journey.NEVER, 1),
                new Journey.Place(0, server, 1),
                new Journey.Ended(Journey.End.ANSWERED, "", 200, 0, 0),
                null,
                null));
    }

    private String text() {
        MetricText text = new MetricText(figures.metrics());
        figures.write(text);
        return text.text();
    }
}
