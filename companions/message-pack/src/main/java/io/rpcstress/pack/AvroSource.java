package io.rpcstress.pack;

import io.rpcstress.pack.Shape.Entries;
import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.pack.Shape.Scalar;
import io.rpcstress.pack.Shape.Words;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A message in Avro: its schema, and its samples as Avro's own generic records. */
final class AvroSource {
  private final Fields root;
  private final Schema schema;

  AvroSource(String namespace, Fields root) {
    this.root = root;
    this.schema = schema(root, namespace, new HashMap<>());
  }

  Schema schema() {
    return schema;
  }

  private static Schema schema(Shape shape, String namespace, Map<Shape, Schema> named) {
    if (shape instanceof Scalar scalar) {
      return Schema.create(Schema.Type.valueOf(scalar.avro().toUpperCase(java.util.Locale.ROOT)));
    } else if (shape instanceof Items items) {
      return Schema.createArray(schema(items.item(), namespace, named));
    } else if (shape instanceof Entries entries) {
      return Schema.createMap(schema(entries.value(), namespace, named));
    } else if (shape instanceof Words words) {
      return named.computeIfAbsent(
          words, each -> Schema.createEnum(words.typeName(), null, namespace, words.symbols()));
    }
    Fields fields = (Fields) shape;
    Schema known = named.get(fields);
    if (known != null) {
      return known;
    }
    Schema record = Schema.createRecord(fields.typeName(), null, namespace, false);
    named.put(fields, record);
    List<Schema.Field> members = new ArrayList<>();
    for (Field each : fields.fields()) {
      Schema member = schema(each.shape(), namespace, named);
      members.add(
          each.optional()
              ? new Schema.Field(
                  each.identifier(),
                  Schema.createUnion(Schema.create(Schema.Type.NULL), member),
                  null,
                  Schema.Field.NULL_DEFAULT_VALUE)
              : new Schema.Field(each.identifier(), member));
    }
    record.setFields(members);
    return record;
  }

  /** A sample's bytes, as every writer of this schema makes them. */
  byte[] encode(JsonNode sample) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<>(schema).write(value(root, schema, sample), encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static Object value(Shape shape, Schema schema, JsonNode value) {
    if (shape instanceof Scalar scalar) {
      return switch (scalar) {
        case TEXT -> value.stringValue();
        case INT -> value.intValue();
        case LONG -> value.longValue();
        case FLOAT -> value.floatValue();
        case DOUBLE -> value.doubleValue();
        case BOOLEAN -> value.booleanValue();
      };
    } else if (shape instanceof Items items) {
      List<Object> all = new ArrayList<>(value.size());
      for (JsonNode each : value) {
        all.add(value(items.item(), schema.getElementType(), each));
      }
      return all;
    } else if (shape instanceof Entries entries) {
      Map<String, Object> all = new LinkedHashMap<>();
      value
          .properties()
          .forEach(
              each ->
                  all.put(
                      each.getKey(),
                      value(entries.value(), schema.getValueType(), each.getValue())));
      return all;
    } else if (shape instanceof Words) {
      return new GenericData.EnumSymbol(schema, value.stringValue());
    }
    GenericData.Record record = new GenericData.Record(schema);
    for (Field each : ((Fields) shape).fields()) {
      @Nullable JsonNode member = value.get(each.key());
      if (member != null && !member.isNull()) {
        Schema declared = schema.getField(each.identifier()).schema();
        Schema of = each.optional() ? declared.getTypes().get(1) : declared;
        record.put(each.identifier(), value(each.shape(), of, member));
      }
    }
    return record;
  }
}
