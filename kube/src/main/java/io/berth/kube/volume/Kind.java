package io.berth.kube.volume;

import java.util.ArrayList;
import java.util.List;

/**
 * What must be the same, or be there, in a volume and who claims it.
 *
 * @param modes how it may be accessed: {@code ReadWriteOnce} and the like
 * @param form {@code Filesystem} or {@code Block}
 * @param attributes the class of its attributes; empty for none
 */
record Kind(List<String> modes, String form, String attributes) {
    /** Of something that says nothing of itself. */
    static final Kind NONE = new Reader().read();

    /** True where a volume of this kind is one of {@code asked}. */
    boolean serves(Kind asked) {
        return form.equals(asked.form) && attributes.equals(asked.attributes) && modes.containsAll(asked.modes);
    }

    /** How one is read, field by field. */
    static final class Reader {
        private final List<String> modes = new ArrayList<>();
        private String form = "Filesystem";
        private String attributes = "";

        void mode(String mode) {
            modes.add(mode);
        }

        void form(String read) {
            form = read.isEmpty() ? form : read;
        }

        void attributes(String read) {
            attributes = read;
        }

        Kind read() {
            return new Kind(List.copyOf(modes), form, attributes);
        }
    }
}
