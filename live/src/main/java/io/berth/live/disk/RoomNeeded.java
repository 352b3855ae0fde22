package io.berth.live.disk;

/**
 * How much must be free for submissions to be taken.
 *
 * @param bytes below this they are refused
 * @param files likewise, where the file system bounds its files
 */
public record RoomNeeded(long bytes, long files) {
    private static final long MEBIBYTE = 1L << 20;

    /** A tenth more than what is needed ends a refusal, so that it does not begin again with the next job. */
    private static final long SLACK = 10;

    /** A twentieth of a disk, at least 1 MiB (a quarter of a tiny one) and at most 512 MiB, and a hundredth of its files up to 4096. */
    public static RoomNeeded of(DiskRoom room) {
        long least = Math.min(MEBIBYTE, room.totalBytes() / 4);
        long bytes = Math.clamp(room.totalBytes() / 20, least, 512 * MEBIBYTE);
        return new RoomNeeded(bytes, Math.min(4_096, room.totalFiles() / 100));
    }

    /** The same with other bytes. */
    public RoomNeeded withBytes(long other) {
        return new RoomNeeded(other, files);
    }

    boolean shortIn(DiskRoom room) {
        return room.freeBytes() < bytes || room.totalFiles() > 0 && room.freeFiles() < files;
    }

    /** True where there is enough again after it was short. */
    boolean wellIn(DiskRoom room) {
        return !new RoomNeeded(bytes + bytes / SLACK, files + files / SLACK).shortIn(room);
    }
}
