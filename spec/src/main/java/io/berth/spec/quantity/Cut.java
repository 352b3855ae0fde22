package io.berth.spec.quantity;

/** How much is cut off one end of a run, as users write it: {@code none}, {@code 30m}, {@code 10%}, {@code auto}. */
public sealed interface Cut {
    String ALLOWED = Durations.ALLOWED + ", a percentage like 5%, or none";

    /** What {@link #parseOrAuto} takes. */
    String ALLOWED_OR_AUTO = Durations.ALLOWED + ", a percentage like 5%, none, or auto";

    /** Nothing. */
    record None() implements Cut {}

    /** @param nanos that much time */
    record Length(long nanos) implements Cut {}

    /** @param fraction that part of the run, 0 to 1 */
    record Part(double fraction) implements Cut {}

    /** As much as the run itself shows. */
    record Auto() implements Cut {}

    /** The cut in {@code text}, which may be {@code auto}. */
    static Cut parseOrAuto(String text) {
        if (text.strip().equals("auto")) {
            return new Auto();
        }
        try {
            return parse(text);
        } catch (QuantityException e) {
            throw new QuantityException(e.problem().replace(ALLOWED, ALLOWED_OR_AUTO));
        }
    }

    /** The cut in {@code text}; never {@link Auto}. */
    static Cut parse(String text) {
        String stripped = text.strip();
        if (stripped.equals("none")) {
            return new None();
        }
        if (stripped.endsWith("%")) {
            return new Part(Percents.parseFraction(text));
        }
        try {
            return new Length(Durations.parseNanos(text));
        } catch (QuantityException e) {
            throw new QuantityException(e.problem().replace(Durations.ALLOWED, ALLOWED));
        }
    }

    /** The text of {@code cut}. */
    static String format(Cut cut) {
        return switch (cut) {
            case None _ -> "none";
            case Auto _ -> "auto";
            case Length length -> Durations.format(length.nanos());
            case Part part -> Percents.format(part.fraction());
        };
    }
}
