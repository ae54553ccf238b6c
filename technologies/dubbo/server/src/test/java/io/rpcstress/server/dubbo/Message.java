package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A message of the dubbo protocol, in Hessian by hand, as its specification has it. */
final class Message {
  static final int REQUEST = 0xC2;
  static final int EVENT = 0xE2;
  static final String CALLS = "io.rpcstress.contract.dubbo.Calls";
  static final String ITEM = "io.rpcstress.contract.Item";
  private static final int HEAD_BYTES = 16;
  private static final int SHORTEST = 0x20;

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  /** What every request begins with. */
  static Message to(String service, String method, String types) {
    return new Message().text("2.0.2").text(service).text("0.0.0").text(method).text(types);
  }

  static Message greet() {
    return to(CALLS, "greet", "Ljava/lang/String;");
  }

  static Message echo() {
    return to(CALLS, "echo", "Ljava/util/List;");
  }

  /** Values without what a request of the dubbo protocol begins with. */
  static Message values() {
    return new Message();
  }

  /** What was written so far. */
  byte[] written() {
    return body.toByteArray();
  }

  Message text(String text) {
    int length = text.length();
    if (length < SHORTEST) {
      bytes(length);
    } else {
      bytes('S', length >> Byte.SIZE, length);
    }
    body.writeBytes(text.getBytes(UTF_8));
    return this;
  }

  Message bytes(int... bytes) {
    for (int each : bytes) {
      body.write(each);
    }
    return this;
  }

  /** Attachments, which end every request. */
  Message attachments() {
    return bytes('H').text("path").text(CALLS).bytes('Z');
  }

  /** The frame with its head. */
  byte[] request(long id) {
    byte[] all = body.toByteArray();
    return head(0xDABB, REQUEST, id, all.length).put(all).array();
  }

  /** A head, and room for what it announces, up to 64 KiB. */
  static ByteBuffer head(int magic, int flags, long id, int length) {
    return ByteBuffer.allocate(HEAD_BYTES + Math.max(0, Math.min(1 << Short.SIZE, length)))
        .putShort((short) magic)
        .put((byte) flags)
        .put((byte) 0)
        .putLong(id)
        .putInt(length);
  }
}
