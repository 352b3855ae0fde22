package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.setting.SettingRow;
import io.berth.console.setting.Settings;
import io.berth.spec.input.InputException;

/** The settings of the system. */
final class SettingResource {
    private final Settings settings;

    SettingResource(Settings settings) {
        this.settings = settings;
    }

    /** {@code GET /config}. */
    Response get() {
        return Response.json(
                200,
                new Documented.Config(
                        settings.all().stream().map(SettingRow::of).toList()));
    }

    /** {@code POST /config/reload}. */
    Response reload(Call call) {
        Documents.none(call.request());
        try {
            return Response.json(200, settings.reload());
        } catch (InputException e) {
            throw Problem.input(e.key(), e.getMessage() == null ? "" : e.getMessage())
                    .exception();
        }
    }
}
