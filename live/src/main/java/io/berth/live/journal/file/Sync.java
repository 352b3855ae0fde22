package io.berth.live.journal.file;

/** When appended frames are forced to the disk. */
public enum Sync {
    /** Before each append returns: what was appended survives a crash of the machine. */
    ALWAYS,
    /** Never; frames are buffered and written when the buffer is full and at the close. For simulations. */
    NEVER
}
