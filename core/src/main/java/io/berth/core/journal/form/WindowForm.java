package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowStart;
import java.util.List;

/** Plans for windows of the queue. */
final class WindowForm {
    private WindowForm() {}

    static Codec<WindowAnswer> answer() {
        Form<WindowAnswer> form = new Form<>("plan of a window");
        var planned = form.flag(1, "planned", WindowAnswer::planned);
        var starts = form.list(2, "starts", WindowAnswer::starts, start());
        var gap = form.number(3, "gap", 0, WindowAnswer::gapPpm);
        var work = form.number(4, "work", 0, WindowAnswer::work);
        var worth = form.optional(5, "worth", WindowAnswer::worth, worth());
        return form.made(values -> new WindowAnswer(
                planned.is(values), starts.of(values), gap.of(values), work.of(values), worth.of(values)));
    }

    private static Codec<WindowStart> start() {
        Form<WindowStart> form = new Form<>("start in a window");
        var job = form.number(1, "job", 0, WindowStart::job);
        var placements = form.value(2, "placements", List.of(), WindowStart::placements, PlacementForm.LIST);
        return form.made(values -> new WindowStart(job.of(values), placements.of(values)));
    }

    private static Codec<Worth> worth() {
        Form<Worth> form = new Form<>("worth of a window");
        var value = form.number(1, "value", 0, Worth::value);
        var bound = form.number(2, "bound", 0, Worth::bound);
        return form.made(values -> new Worth(value.of(values), bound.of(values)));
    }
}
