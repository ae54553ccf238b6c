package io.rpcstress.contract.json;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Jackson that takes no number for a text, and nothing behind a value. */
public final class StrictJson {

  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .withCoercionConfig( // a name is text, not what could be made text of
              LogicalType.Textual,
              name ->
                  name.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}
}
