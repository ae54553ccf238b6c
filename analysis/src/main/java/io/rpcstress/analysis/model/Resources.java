package io.rpcstress.analysis.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/** Text that lies beside a class in the jar. */
public final class Resources {

  private Resources() {}

  /** A JSON resource, bound to a record of its names. */
  public static <T> T json(Class<?> beside, String name, Class<T> type) {
    return JsonMapper.builder().build().readValue(text(beside, name), type);
  }

  public static String text(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing beside " + beside.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
