package io.rpcstress.contract.bolt;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.alipay.remoting.CustomSerializer;
import com.alipay.remoting.CustomSerializerManager;
import com.alipay.remoting.InvokeContext;
import com.alipay.remoting.exception.DeserializationException;
import com.alipay.remoting.exception.SerializationException;
import com.alipay.remoting.rpc.RequestCommand;
import com.alipay.remoting.rpc.ResponseCommand;
import com.alipay.remoting.rpc.exception.RpcServerException;
import com.alipay.remoting.rpc.protocol.RpcCommandCode;
import com.alipay.remoting.rpc.protocol.RpcRequestCommand;
import com.alipay.remoting.rpc.protocol.RpcResponseCommand;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a string as its UTF-8, and SOFABolt's own exception as its message; nothing
 * else. SOFABolt's Hessian makes objects of whatever class a peer names. Stateless and thread-safe.
 */
public final class ClosedSerializer implements CustomSerializer {
  private static final String TEXT = String.class.getName();
  private static final String EXCEPTION = RpcServerException.class.getName();

  private ClosedSerializer() {}

  /**
   * Has SOFABolt use this for every request and response of this process, whatever class they name.
   * Any time but the first does nothing.
   */
  public static synchronized void use() {
    if (CustomSerializerManager.getCustomSerializer(RpcCommandCode.RPC_REQUEST) == null) {
      ClosedSerializer closed = new ClosedSerializer();
      CustomSerializerManager.registerCustomSerializer(RpcCommandCode.RPC_REQUEST, closed);
      CustomSerializerManager.registerCustomSerializer(RpcCommandCode.RPC_RESPONSE, closed);
    }
  }

  @Override
  public <T extends RequestCommand> boolean serializeHeader(T request, InvokeContext context) {
    return false; // there is none
  }

  @Override
  public <T extends ResponseCommand> boolean serializeHeader(T response) {
    return false;
  }

  @Override
  public <T extends RequestCommand> boolean deserializeHeader(T request) {
    return false;
  }

  @Override
  public <T extends ResponseCommand> boolean deserializeHeader(T response, InvokeContext context) {
    return false;
  }

  @Override
  public <T extends RequestCommand> boolean serializeContent(T request, InvokeContext context)
      throws SerializationException {
    request.setContent(bytes(((RpcRequestCommand) request).getRequestObject()));
    return true;
  }

  @Override
  public <T extends ResponseCommand> boolean serializeContent(T response)
      throws SerializationException {
    response.setContent(bytes(((RpcResponseCommand) response).getResponseObject()));
    return true;
  }

  @Override
  public <T extends RequestCommand> boolean deserializeContent(T request)
      throws DeserializationException {
    RpcRequestCommand command = (RpcRequestCommand) request;
    command.setRequestObject(object(command.getRequestClass(), command.getContent()));
    return true;
  }

  @Override
  public <T extends ResponseCommand> boolean deserializeContent(T response, InvokeContext context)
      throws DeserializationException {
    RpcResponseCommand command = (RpcResponseCommand) response;
    command.setResponseObject(object(command.getResponseClass(), command.getContent()));
    return true;
  }

  private static byte[] bytes(Object object) throws SerializationException {
    if (object instanceof String text) {
      return text.getBytes(UTF_8);
    }
    if (object instanceof RpcServerException failure) {
      String message = String.valueOf(failure.getMessage());
      int most = BoltFrame.MAX_CONTENT_BYTES / Character.BYTES / 2;
      return message.substring(0, Math.min(message.length(), most)).getBytes(UTF_8);
    }
    throw new SerializationException("a text expected");
  }

  private static Object object(@Nullable String type, byte @Nullable [] content)
      throws DeserializationException {
    String text = content == null ? "" : new String(content, UTF_8);
    if (TEXT.equals(type)) {
      return text;
    }
    if (EXCEPTION.equals(type)) {
      return new RpcServerException(text);
    }
    throw new DeserializationException("a class that is not in the table: a text expected");
  }
}
