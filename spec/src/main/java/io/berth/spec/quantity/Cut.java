package io.berth.spec.quantity;

/** How much is cut off one end of a run, as users write it: {@code none}, {@code 30m}, {@code 10%}. */
public sealed interface Cut {
    String ALLOWED = Durations.ALLOWED + ", a percentage like 5%, or none";

    /** Nothing. */
    record None() implements Cut {}

    /** @param nanos that much time */
    record Length(long nanos) implements Cut {}

    /** @param fraction that part of the run, 0 to 1 */
    record Part(double fraction) implements Cut {}

    /** The cut in {@code text}. */
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
            case Length length -> Durations.format(length.nanos());
            case Part part -> Percents.format(part.fraction());
        };
    }
}
