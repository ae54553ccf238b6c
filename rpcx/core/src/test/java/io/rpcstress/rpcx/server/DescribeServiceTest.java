package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.Description;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.TypeArguments;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DescribeServiceTest {
  @Method("nothing")
  void nothing() {}

  @Test
  void oneAnswerHasAtMostAHundredMethods() throws Exception {
    java.lang.reflect.Method declared = getClass().getDeclaredMethod("nothing");
    Codecs codecs = new Codecs();
    List<PublishedMethod> methods = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      methods.add(
          new PublishedMethod(
              "service-%03d".formatted(i),
              this,
              declared,
              declared.getAnnotation(Method.class),
              TypeArguments.of(getClass()),
              codecs));
    }
    Description description = new DescribeService(methods, codecs, Limits.DEFAULTS);
    assertThat(description.methods(""))
        .hasSize(100)
        .last()
        .extracting(Description.MethodInfo::service)
        .isEqualTo("service-099");
    assertThat(description.methods("service-099.nothing"))
        .singleElement()
        .extracting(Description.MethodInfo::service)
        .isEqualTo("service-100");
  }
}
