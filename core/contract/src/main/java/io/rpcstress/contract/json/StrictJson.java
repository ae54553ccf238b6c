package io.rpcstress.contract.json;

import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Mappers that read one value and nothing behind it, and take no number for a text. */
public final class StrictJson {
  private StrictJson() {}

  /** A new one, to be set up further. */
  public static JsonMapper.Builder mapper() {
    return mapper(JsonFactory.builder().build());
  }

  /** One that reads within the constraints of a factory. */
  public static JsonMapper.Builder mapper(JsonFactory factory) {
    return JsonMapper.builder(factory)
        .withCoercionConfig( // a name is text, not what could be made text of
            LogicalType.Textual,
            name ->
                name.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }
}
