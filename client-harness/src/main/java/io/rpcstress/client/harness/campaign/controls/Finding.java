package io.rpcstress.client.harness.campaign.controls;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a control found.
 *
 * @param ok whether the harness passed
 * @param detail one line for a person, with the numbers behind it
 * @param numbers the same numbers by name, for a program
 */
public record Finding(boolean ok, String detail, Map<String, Object> numbers) {

  public Finding {
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }
}
