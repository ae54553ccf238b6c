package io.rpcstress.contract.dubbo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.io.UnsafeByteArrayInputStream;
import org.apache.dubbo.common.serialize.ObjectInput;
import org.apache.dubbo.common.serialize.ObjectOutput;
import org.apache.dubbo.common.serialize.Serialization;
import org.jspecify.annotations.Nullable;

/**
 * Dubbo's Hessian, which sees no message but those that {@link HessianShape} lets pass. Dubbo puts
 * it around each of its serialisations, as it finds its name in {@code META-INF/dubbo}. Stateless
 * and thread-safe.
 */
public final class BoundedSerialization implements Serialization {
  private final Serialization within;

  /** For Dubbo. */
  public BoundedSerialization(Serialization within) {
    this.within = within;
  }

  @Override
  public byte getContentTypeId() {
    return within.getContentTypeId();
  }

  @Override
  public String getContentType() {
    return within.getContentType();
  }

  @Override
  public ObjectOutput serialize(@Nullable URL url, OutputStream out) throws IOException {
    return within.serialize(url, out);
  }

  /** A message is whole and bounded when Dubbo reads it. */
  @Override
  public ObjectInput deserialize(@Nullable URL url, InputStream in) throws IOException {
    if (within.getContentTypeId() != DubboBounds.HESSIAN2) {
      throw new MalformedHessianException("no Hessian: " + within.getContentTypeId());
    }
    byte[] message = in.readNBytes(DubboBounds.MAX_BODY_BYTES + 1);
    if (message.length > DubboBounds.MAX_BODY_BYTES) {
      throw new MalformedHessianException(
          "a message of more than " + DubboBounds.MAX_BODY_BYTES + " bytes");
    }
    HessianShape.check(message, message.length);
    return within.deserialize(url, new UnsafeByteArrayInputStream(message));
  }
}
