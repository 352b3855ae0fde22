package io.berth.app.option;

/**
 * A word that is no option, of which more is to be said than the synopsis does.
 *
 * @param label as the synopsis has it, such as {@code SCENARIO.yaml} or {@code TABLE...}
 * @param doc what it is, a sentence; empty where what the command does says it
 * @param words what it may be, where that is known
 */
public record Operand(String label, String doc, Words words) {
    /** One that help explains. */
    public static Operand of(String label, String doc) {
        return new Operand(label, doc, Words.ANY);
    }

    /** One of {@code words}, for shells that complete it. */
    public static Operand known(String label, Words words) {
        return new Operand(label, "", words);
    }
}
