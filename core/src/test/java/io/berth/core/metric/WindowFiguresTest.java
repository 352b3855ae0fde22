package io.berth.core.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WindowFiguresTest {
    private final WindowFigures figures = new WindowFigures();

    @Test
    void aPlanThatCameInTimeCounts() {
        ask(0, 1, 100);
        answer(50, 1, new WindowAnswer(true, List.of(), 20_000, 7));

        assertFigures(1, 0);
        assertThat(read()).containsEntry("window_gap_mean_pct", 2.0).containsEntry("window_work_mean", 7.0);
    }

    @Test
    void whatPlansAreWorthIsTheMeanOfThoseThatTellIt() {
        ask(0, 1, 100);
        answer(50, 1, new WindowAnswer(true, List.of(), 500_000, 7, new Worth(10, 20)));
        ask(60, 2, 200);
        answer(70, 2, new WindowAnswer(true, List.of(), 0, 7, new Worth(40, 40)));
        ask(80, 3, 300);
        answer(90, 3, new WindowAnswer(true, List.of(), 0, 7));

        assertFigures(3, 0);
        assertThat(read()).containsEntry("window_value_mean", 25.0).containsEntry("window_bound_mean", 30.0);
    }

    @Test
    void aWindowThatIsStillOpenIsNoFallback() {
        ask(0, 1, 100);

        assertFigures(1, 0);
    }

    @Test
    void noPlanOrOneThatFailedOrCameTooLateIsAFallback() {
        ask(0, 1, 100);
        answer(50, 1, WindowAnswer.failed(3));
        ask(60, 2, 100);
        answer(101, 2, new WindowAnswer(true, List.of(), 0, 7));
        ask(110, 3, 200);
        figures.instant(new Frame(200, List.of(), null));

        assertFigures(3, 3);
    }

    @Test
    void aPlanForAnEarlierWindowDoesNotCountForThisOne() {
        ask(0, 1, 100);
        figures.instant(new Frame(100, List.of(), null));
        ask(110, 2, 300);
        answer(120, 1, new WindowAnswer(true, List.of(), 0, 7));

        assertFigures(2, 1);
    }

    private void ask(long now, long id, long until) {
        Decision window = new Decision.PlanWindow(id, List.of(1L), until);
        figures.instant(new Frame(now, List.of(), new Plan(id, List.of(window))));
    }

    private void answer(long now, long question, WindowAnswer answer) {
        figures.instant(new Frame(now, List.of(new Event.WindowPlanned(question, answer)), null));
    }

    private void assertFigures(double windows, double fallbacks) {
        assertThat(read()).containsEntry("windows", windows).containsEntry("window_fallbacks", fallbacks);
    }

    private TreeMap<String, Double> read() {
        TreeMap<String, Double> read = new TreeMap<>();
        figures.figures(read);
        return read;
    }
}
