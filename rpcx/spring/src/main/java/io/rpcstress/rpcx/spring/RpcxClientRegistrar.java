package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.RPCXClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * Finds the interfaces with {@link RPCXClient} and makes beans of them. They are fallback beans: an
 * application that has another bean of the type, a test's stub for example, gets that one.
 */
final class RpcxClientRegistrar implements ImportBeanDefinitionRegistrar {
  /** What the names of these beans begin with. */
  private static final String NAME = "rpcxClient:";

  private final BeanFactory beans;
  private final Environment environment;
  private final ResourceLoader resources;

  /** For Spring. */
  RpcxClientRegistrar(BeanFactory beans, Environment environment, ResourceLoader resources) {
    this.beans = beans;
    this.environment = environment;
    this.resources = resources;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    List<Class<?>> types = find();
    for (Class<?> type : types) {
      registry.registerBeanDefinition(NAME + type.getName(), definition(type));
    }
    registry.registerBeanDefinition(
        RpcxClientTypes.class.getName(),
        new RootBeanDefinition(RpcxClientTypes.class, () -> new RpcxClientTypes(types)));
  }

  /** Whether a bean is a client, which has whatever annotations its interface has. */
  static boolean isClient(String beanName) {
    return beanName.startsWith(NAME);
  }

  private <T> BeanDefinition definition(Class<T> type) {
    RootBeanDefinition definition =
        new RootBeanDefinition(type, () -> beans.getBean(RpcxClients.class).client(type));
    definition.setFallback(true);
    definition.setDescription("RPCX client of " + RpcxClientTypes.service(type));
    return definition;
  }

  private List<Class<?>> find() {
    Scanner scanner = new Scanner(environment);
    scanner.setResourceLoader(resources);
    List<Class<?>> types = new ArrayList<>();
    for (String packageName : packages()) {
      for (BeanDefinition found : scanner.findCandidateComponents(packageName)) {
        Class<?> type =
            ClassUtils.resolveClassName(
                String.valueOf(found.getBeanClassName()), resources.getClassLoader());
        if (!types.contains(type)) {
          types.add(type);
        }
      }
    }
    types.sort(Comparator.comparing(Class::getName));
    return types;
  }

  private List<String> packages() {
    List<String> given =
        Binder.get(environment)
            .bind("rpcx.client.packages", Bindable.listOf(String.class))
            .orElse(List.of());
    if (!given.isEmpty()) {
      return given;
    }
    return AutoConfigurationPackages.has(beans) ? AutoConfigurationPackages.get(beans) : List.of();
  }

  /** Finds interfaces, nested ones too. */
  private static final class Scanner extends ClassPathScanningCandidateComponentProvider {
    Scanner(Environment environment) {
      super(false, environment);
      addIncludeFilter(new AnnotationTypeFilter(RPCXClient.class, false));
    }

    @Override
    protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
      return definition.getMetadata().isInterface();
    }
  }
}
