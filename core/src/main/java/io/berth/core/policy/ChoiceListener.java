package io.berth.core.policy;

/** Hears of choices as they are made again from a journal, for those who learn from them; it changes nothing. */
@FunctionalInterface
public interface ChoiceListener {
    /**
     * {@code chooser} chose the job at {@code place} of {@code waiting}; {@link Chooser#NONE} for none.
     *
     * @param waiting must not be kept
     */
    void chose(Waiting waiting, Chooser chooser, int place);
}
