package io.rpcstress.driver.http;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEchoNames;
import io.rpcstress.contract.serial.RefusedObjectException;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.List;
import java.util.function.Function;

/**
 * One operation as Java-serialised objects in a POST: the object that is asked and the object that
 * is answered, nothing around them. What a server sends is read behind the same bounds as what a
 * client does.
 *
 * @param <T> what is asked and answered
 */
final class SerialMethod<T> implements BodyMethod<T, T> {
  private final String path;
  private final Function<T, byte[]> requests;
  private final ReplyReader<T> replies;

  /** Reads an object. */
  private interface ReplyReader<T> {
    T of(byte[] body) throws RefusedObjectException;
  }

  private SerialMethod(String path, Function<T, byte[]> requests, ReplyReader<T> replies) {
    this.path = path;
    this.requests = requests;
    this.replies = replies;
  }

  /** greet: a string, and a string. */
  static SerialMethod<String> greet() {
    return new SerialMethod<>(GreetNames.HTTP_PATH, SerialObjects::of, SerialObjects::text);
  }

  /** list-echo: an ArrayList of items, both ways. */
  static SerialMethod<List<Item>> listEcho() {
    return new SerialMethod<>(ListEchoNames.HTTP_PATH, SerialObjects::of, SerialObjects::items);
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String type() {
    return SerialObjects.TYPE;
  }

  @Override
  public int maxReplyBytes() {
    return SerialObjects.MAX_BYTES;
  }

  @Override
  public byte[] request(T asked) {
    return requests.apply(asked);
  }

  @Override
  public T reply(byte[] body) throws CallException {
    try {
      return replies.of(body);
    } catch (RefusedObjectException e) {
      throw new CallException(FailureKind.PROTOCOL, "the reply was refused: " + e.getMessage(), e);
    }
  }
}
