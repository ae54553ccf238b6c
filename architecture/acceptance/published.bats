#!/usr/bin/env bats
# RPCX as its users get it: from a Maven repository, in a project that has nothing else of this one.
# bats file_tags=long

load ../../deploy/test/helper

setup_file() {
  TREE=${RPC_STRESS_TREE:-$BATS_TEST_DIRNAME/../..}
  # A copy, of tracked files alone: what else runs from the tree's jars keeps them.
  SOURCES=$BATS_FILE_TMPDIR/sources
  REPOSITORY=$BATS_FILE_TMPDIR/repository
  export TREE SOURCES REPOSITORY
  mkdir "$SOURCES"
  (cd "$TREE" && git ls-files -z -- pom.xml .mvn rpcx | xargs -0 cp --parents -t "$SOURCES")
  own_local_repository
  maven -f "$SOURCES/rpcx/pom.xml" -Dpublish -DskipTests deploy -DaltDeploymentRepository="local::file://$REPOSITORY"
  rm -r "$LOCAL/io/rpcstress" # what the build itself left there
}

# own_local_repository: what Maven has fetched before, without anything of this project; and settings that add the
# repository published to.
own_local_repository() {
  local fetched=$HOME/.m2/repository
  LOCAL=$BATS_FILE_TMPDIR/local SETTINGS=$BATS_FILE_TMPDIR/settings.xml
  export LOCAL SETTINGS
  mkdir "$LOCAL"
  [[ ! -d $fetched ]] || cp -a --reflink=auto "$fetched/." "$LOCAL"
  rm -rf "$LOCAL/io/rpcstress"
  cat >"$SETTINGS" <<SETTINGS
<settings>
  <profiles>
    <profile>
      <id>published</id>
      <repositories>
        <repository><id>published</id><url>file://$REPOSITORY</url></repository>
      </repositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>published</activeProfile></activeProfiles>
</settings>
SETTINGS
}

maven() { mvn -q -B -ntp -s "$SETTINGS" -Dmaven.repo.local="$LOCAL" "$@"; }

# published ARTIFACT ENDING: the file of what was built here that ends so behind the version.
published() {
  local version
  version=$(sed -n '0,/<version>/s~.*<version>\(.*\)</version>.*~\1~p' "$SOURCES/pom.xml")
  find "$REPOSITORY/io/rpcstress/$1/$version" -name "$1-*$2" | grep -E "/$1-([0-9.]+(-[0-9]+)?(-SNAPSHOT)?|[0-9.]+-[0-9.]+-[0-9]+)$2\$"
}

@test "each library has sources, Javadoc, a module name, and a pom that needs no parent" {
  local artifact module jar
  while read -r artifact module; do
    [[ -s $(published "$artifact" -sources.jar) && -s $(published "$artifact" -javadoc.jar) ]]
    jar=$(published "$artifact" .jar)
    run -0 unzip -p "$jar" META-INF/MANIFEST.MF
    assert_output --regexp "Automatic-Module-Name: ${module}[[:space:]]"
    run -0 cat "$(published "$artifact" .pom)"
    refute_output --partial '<parent>'
    assert_output --partial '<name>RPCX'
    assert_output --partial '<description>'
    assert_output --partial '<name>Apache-2.0</name>'
  done <<'LIBRARIES'
rpcx io.rpcstress.rpcx
rpcx-micrometer io.rpcstress.rpcx.micrometer
rpcx-opentelemetry io.rpcstress.rpcx.opentelemetry
rpcx-spring-boot-starter io.rpcstress.rpcx.spring
rpcx-junit io.rpcstress.rpcx.junit
rpcx-cli io.rpcstress.rpcx.cli
LIBRARIES
  run -0 ls "$REPOSITORY/io/rpcstress"
  assert_output "$(printf '%s\n' rpcx rpcx-bom rpcx-cli rpcx-junit rpcx-micrometer rpcx-opentelemetry rpcx-spring-boot-starter)"
  run -0 java -jar "$(published rpcx-cli -all.jar)" --help
  assert_output --partial describe
}

@test "the Javadoc has what is public, and nothing internal" {
  run -0 unzip -Z1 "$(published rpcx -javadoc.jar)"
  assert_line --regexp '(^|/)io/rpcstress/rpcx/ServiceCentre\.html$'
  refute_output --regexp 'io/rpcstress/rpcx/(client|scan|server|tls|value|wire)/'
}

@test "a project outside: the BOM and its libraries, a server and a client that calls it" {
  local project=$BATS_TEST_TMPDIR/project jars server port
  cp -r "$SOURCES/rpcx/example" "$project"
  maven -f "$project/pom.xml" package
  jars="$project/target/rpcx-example.jar:$project/target/lib/*"
  java -cp "$jars" com.example.greeting.ServerProgram 0 >"$BATS_TEST_TMPDIR/server.out" 2>&1 3>&- &
  server=$!
  eventually 60 grep -q 'greeter listens on' "$BATS_TEST_TMPDIR/server.out" || { kill "$server" && return 1; }
  port=$(sed -n 's/^greeter listens on .*://p' "$BATS_TEST_TMPDIR/server.out")
  run java -cp "$jars" com.example.greeting.ClientProgram "127.0.0.1:$port" Ada
  kill "$server"
  assert_success
  assert_output 'hello, Ada'
}

@test "a Spring Boot project outside, with Boot's own versions" {
  cp -r "$SOURCES/rpcx/spring-project" "$BATS_TEST_TMPDIR/project"
  maven -f "$BATS_TEST_TMPDIR/project/pom.xml" package
  grep -q 'tests="[1-9][0-9]*" errors="0" skipped="0" failures="0"' "$BATS_TEST_TMPDIR"/project/target/surefire-reports/*.xml
}

# release VERSION JAR: puts it into the repository as that version of the library.
release() {
  sed -E "0,/<version>/s~<version>.*</version>~<version>$1</version>~" "$(published rpcx .pom)" >"$BATS_TEST_TMPDIR/$1.pom"
  maven org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy-file -DpomFile="$BATS_TEST_TMPDIR/$1.pom" -Dfile="$2" \
    -DrepositoryId=local -Durl="file://$REPOSITORY"
}

# with_method JAR CLASS: puts a public method more into a class of the jar.
with_method() {
  local source=$BATS_TEST_TMPDIR/src/io/rpcstress/rpcx/$2.java
  mkdir -p "${source%/*}" "$BATS_TEST_TMPDIR/classes"
  sed '$ s/}$/  public static void onceThere() {} }/' "$SOURCES/rpcx/core/src/main/java/io/rpcstress/rpcx/$2.java" >"$source"
  javac -proc:none -d "$BATS_TEST_TMPDIR/classes" -cp "$1:$(find "$LOCAL" -name 'jspecify-*.jar' | paste -sd:)" "$source"
  (cd "$BATS_TEST_TMPDIR/classes" && jar --update --file "$1" io)
}

@test "a release that lacks a method of the one before fails, by its name; an internal one may go" {
  local jar=$BATS_TEST_TMPDIR/rpcx.jar
  local -a build=(-f "$SOURCES/rpcx/pom.xml" -Dpublish -DskipTests -Dmaven.javadoc.skip -U -pl core verify)
  cp "$(published rpcx .jar)" "$jar"
  with_method "$jar" wire/Varints
  release 0.0.8 "$jar"
  run -0 maven "${build[@]}"
  with_method "$jar" Peer
  release 0.0.9 "$jar"
  run ! maven "${build[@]}"
  assert_output --partial 'io.rpcstress.rpcx.Peer.onceThere()'
}

@test "a release of a tag that is not the version is refused, and nothing is built" {
  run -2 "$TREE/.github/release.sh" v99.0 "$BATS_TEST_TMPDIR/release"
  assert_output --partial "'v99.0': expected v and the version in pom.xml"
  [[ ! -e $BATS_TEST_TMPDIR/release ]]
}
