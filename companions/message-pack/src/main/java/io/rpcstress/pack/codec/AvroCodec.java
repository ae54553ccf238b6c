package io.rpcstress.pack.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.util.ClassSecurityValidator;

/** A specific record that Avro's compiler generated, by its binary encoding without a schema. */
final class AvroCodec implements ObjectCodec {
  // Without trust, Avro refuses to make the generated objects. The schemas are the pack's own.
  static {
    ClassLoader pack = AvroCodec.class.getClassLoader();
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.DEFAULT, type -> type.getClassLoader() == pack));
  }

  private final SpecificDatumWriter<Object> writer;
  private final SpecificDatumReader<Object> reader;

  AvroCodec(Class<?> type) {
    SpecificData data = SpecificData.getForClass(type);
    Schema schema = data.getSchema(type);
    this.writer = new SpecificDatumWriter<>(schema, data);
    this.reader = new SpecificDatumReader<>(schema, schema, data);
  }

  @Override
  public byte[] encode(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    writer.write(object, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    try {
      return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    } catch (AvroRuntimeException | IndexOutOfBoundsException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
