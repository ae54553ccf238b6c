package io.rpcstress.pack.codec;

import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** A record or a bean by Jackson, as JSON or as what else its mapper writes. */
final class JacksonCodec implements ObjectCodec {
  private final ObjectWriter writer;
  private final ObjectReader reader;

  JacksonCodec(ObjectMapper mapper, Class<?> type) {
    this.writer = mapper.writerFor(type);
    this.reader = mapper.readerFor(type);
  }

  @Override
  public byte[] encode(Object object) throws IOException {
    try {
      return writer.writeValueAsBytes(object);
    } catch (JacksonException e) {
      throw new IOException(e.getOriginalMessage(), e);
    }
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    try {
      return reader.readValue(bytes);
    } catch (JacksonException e) {
      throw new IOException(e.getOriginalMessage(), e);
    }
  }
}
