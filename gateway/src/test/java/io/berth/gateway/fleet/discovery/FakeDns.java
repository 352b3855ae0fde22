package io.berth.gateway.fleet.discovery;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A DNS server (RFC 1035) that knows what a test says: addresses and SRV records of names. */
final class FakeDns implements AutoCloseable {
    private static final int A = 1;
    private static final int AAAA = 28;
    private static final int SRV = 33;
    private static final int HEADER = 12;

    private final DatagramSocket socket;
    private final Map<String, List<Record>> records = new ConcurrentHashMap<>();
    private volatile boolean broken;

    private record Record(int type, byte[] data) {}

    FakeDns() throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    String resolver() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    /** It fails whatever it is asked. */
    void broken(boolean now) {
        broken = now;
    }

    void addresses(String name, String... addresses) throws IOException {
        List<Record> all = new ArrayList<>();
        for (String address : addresses) {
            byte[] bytes = InetAddress.getByName(address).getAddress();
            all.add(new Record(bytes.length == 4 ? A : AAAA, bytes));
        }
        records.put(name, all);
    }

    /** @param services priority, weight, port and name, as in a zone */
    void services(String name, String... services) throws IOException {
        List<Record> all = new ArrayList<>();
        for (String service : services) {
            String[] words = service.split(" ");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            for (int i = 0; i < 3; i++) {
                out.writeShort(Integer.parseInt(words[i]));
            }
            name(out, words[3]);
            all.add(new Record(SRV, bytes.toByteArray()));
        }
        records.put(name, all);
    }

    @Override
    public void close() {
        socket.close();
    }

    private void serve() {
        byte[] buffer = new byte[512];
        while (!socket.isClosed()) {
            try {
                DatagramPacket asked = new DatagramPacket(buffer, buffer.length);
                socket.receive(asked);
                byte[] answer = answer(buffer, asked.getLength());
                socket.send(new DatagramPacket(answer, answer.length, asked.getSocketAddress()));
            } catch (IOException e) {
                return;
            }
        }
    }

    private byte[] answer(byte[] asked, int length) throws IOException {
        StringBuilder name = new StringBuilder();
        int at = HEADER;
        while (asked[at] != 0) {
            name.append(name.isEmpty() ? "" : ".").append(new String(asked, at + 1, asked[at]));
            at += asked[at] + 1;
        }
        int type = asked[at + 1] << 8 | asked[at + 2];
        List<Record> known = records.get(name.toString());
        List<Record> found = known == null || broken
                ? List.of()
                : known.stream().filter(record -> record.type == type).toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(asked, 0, 2);
        // An answer with authority: well, failed, or of no such name.
        out.writeShort(0x8400 | (broken ? 2 : known == null ? 3 : 0));
        out.writeShort(1);
        out.writeShort(found.size());
        out.writeInt(0);
        out.write(asked, HEADER, at + 5 - HEADER);
        for (Record record : found) {
            out.writeShort(0xC000 | HEADER);
            out.writeShort(record.type);
            out.writeShort(1);
            out.writeInt(1);
            out.writeShort(record.data.length);
            out.write(record.data);
        }
        return bytes.toByteArray();
    }

    private static void name(DataOutputStream out, String name) throws IOException {
        for (String label : name.split("\\.")) {
            out.writeByte(label.length());
            out.writeBytes(label);
        }
        out.writeByte(0);
    }
}
