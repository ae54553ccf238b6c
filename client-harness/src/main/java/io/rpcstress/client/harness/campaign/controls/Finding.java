package io.rpcstress.client.harness.campaign.controls;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a control found. */
public record Finding(boolean ok, String detail, Map<String, Object> numbers) {

  public Finding {
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }
}
