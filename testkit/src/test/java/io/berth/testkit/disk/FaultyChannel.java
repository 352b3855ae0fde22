package io.berth.testkit.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file of a {@link FaultyFileSystem}. */
final class FaultyChannel extends FileChannel {
    private final FileChannel real;
    private final FaultyDisk disk;

    FaultyChannel(FileChannel real, FaultyDisk disk) {
        this.real = real;
        this.disk = disk;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        try {
            disk.check();
        } catch (IOException e) {
            real.write(half(source));
            throw e;
        }
        return real.write(source);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
        disk.check();
        return real.write(source, position);
    }

    private static ByteBuffer half(ByteBuffer source) {
        return source.slice(source.position(), source.remaining() / 2);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        disk.check();
        return real.write(sources, offset, length);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        if (size < real.size()) {
            disk.check();
        }
        real.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        disk.force();
        // Tests lose no power, and a real one takes milliseconds.
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return real.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
