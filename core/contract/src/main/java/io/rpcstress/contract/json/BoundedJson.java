package io.rpcstress.contract.json;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Mappers that read no more than a given size, and take no number for a text. */
public final class BoundedJson {

  private static final int MAX_NESTING = 8;

  private BoundedJson() {}

  /** A mapper that reads no more than a given size. */
  public static JsonMapper mapper(int maxBytes, int maxString, int maxTokens) {
    return JsonMapper.builder(
            JsonFactory.builder()
                .streamReadConstraints(
                    StreamReadConstraints.builder()
                        .maxDocumentLength(maxBytes)
                        .maxStringLength(maxString)
                        .maxNestingDepth(MAX_NESTING)
                        .maxTokenCount(maxTokens)
                        .build())
                .build())
        .withCoercionConfig( // a name is text, not what could be made text of
            LogicalType.Textual,
            name ->
                name.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }
}
