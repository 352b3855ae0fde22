package io.berth.console.setting;

import java.util.List;

/** The settings of the system that is served. */
public interface Settings {
    /** Of a system that was put together by a program: there is no file. */
    Settings NONE = new Settings() {
        @Override
        public List<Setting> all() {
            return List.of();
        }

        @Override
        public Reload reload() {
            return new Reload(List.of(), List.of());
        }
    };

    /** Those that hold, in the order of their file. */
    List<Setting> all();

    /**
     * Reads them again and puts to work what can be while jobs run; where one is wrong, none is.
     *
     * @throws io.berth.spec.input.InputException where what is read is not as it must be
     */
    Reload reload();
}
