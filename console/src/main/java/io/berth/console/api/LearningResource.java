package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.setting.Learning;
import io.berth.console.setting.NotLearningException;
import java.util.function.Supplier;

/** What learns beside the system. */
final class LearningResource {
    private final Learning learning;

    LearningResource(Learning learning) {
        this.learning = learning;
    }

    /** {@code GET /learning}. */
    Response status() {
        return answer(learning::status);
    }

    /** {@code POST /learning/start}. */
    Response begin(Call call) {
        Documents.none(call.request());
        return answer(learning::begin);
    }

    /** {@code POST /learning/stop}. */
    Response stop(Call call) {
        Documents.none(call.request());
        return answer(learning::stop);
    }

    private static Response answer(Supplier<Object> asked) {
        try {
            return Response.json(200, Engine.call(asked));
        } catch (NotLearningException e) {
            throw Problem.of(409, "not-learning", "nothing learns here", String.valueOf(e.getMessage()))
                    .exception();
        }
    }
}
