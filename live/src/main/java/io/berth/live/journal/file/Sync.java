package io.berth.live.journal.file;

/** When appended frames are forced to the disk. */
public enum Sync {
    /** Before each append returns: what was appended survives a crash of the machine. */
    ALWAYS,
    /**
     * Never, but before each append returns it is handed to the system: what was appended survives a crash of this program. Where the
     * world itself tells after a crash of the machine what became of it.
     */
    WRITTEN,
    /** Never; frames are buffered and written when the buffer is full and at the close. For simulations. */
    NEVER
}
