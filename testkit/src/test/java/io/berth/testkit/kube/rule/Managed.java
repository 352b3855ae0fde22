package io.berth.testkit.kube.rule;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import java.util.ArrayList;
import java.util.List;

/** Lists without {@code metadata.managedFields}, which are most of them and tell nothing here. */
final class Managed {
    private static final int MAGIC = 4;
    private static final int RAW = 2;
    private static final int ITEMS = 2;
    private static final int METADATA = 1;
    private static final int MANAGED_FIELDS = 17;

    private Managed() {}

    /** {@code list} in its envelope, as it came but for that. */
    static byte[] without(byte[] list) {
        try {
            ByteString all = ByteString.copyFrom(list);
            ByteString left = without(all.substring(MAGIC), List.of(RAW, ITEMS, METADATA));
            return all.substring(0, MAGIC).concat(left).toByteArray();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no list of Kubernetes in protobuf", e);
        }
    }

    private static ByteString without(ByteString message, List<Integer> path) throws InvalidProtocolBufferException {
        UnknownFieldSet.Builder fields = UnknownFieldSet.parseFrom(message).toBuilder();
        if (path.isEmpty()) {
            return fields.clearField(MANAGED_FIELDS).build().toByteString();
        }
        List<Integer> inner = path.subList(1, path.size());
        List<ByteString> kept = new ArrayList<>();
        for (ByteString value : fields.build().getField(path.getFirst()).getLengthDelimitedList()) {
            kept.add(without(value, inner));
        }
        Field.Builder field = Field.newBuilder();
        kept.forEach(field::addLengthDelimited);
        return fields.addField(path.getFirst(), field.build()).build().toByteString();
    }
}
