# One image for every program; the command says which.
# These tags move with security updates. A build that must repeat names a digest:
# --build-arg JAVA_IMAGE=eclipse-temurin:17-jre-jammy@sha256:...
ARG MAVEN_IMAGE=maven:3-eclipse-temurin-17
ARG JAVA_IMAGE=eclipse-temurin:17-jre-jammy

FROM ${MAVEN_IMAGE} AS build
WORKDIR /src
# Poms first: a change of sources alone downloads nothing again.
COPY pom.xml ./
COPY .mvn .mvn
COPY model/pom.xml model/
COPY analysis/pom.xml analysis/
COPY ingest/pom.xml ingest/
COPY streams/pom.xml streams/
COPY sink/pom.xml sink/
COPY app/pom.xml app/
COPY bench/pom.xml bench/
RUN --mount=type=cache,target=/var/cache/maven mvn -Dmaven.repo.local=/var/cache/maven -B -ntp -DskipTests -Dspotless.skip -Dmaven.antrun.skip package -pl app -am
COPY . .
RUN --mount=type=cache,target=/var/cache/maven mvn -Dmaven.repo.local=/var/cache/maven -B -ntp -DskipTests -Dspotless.skip -Dmaven.antrun.skip package -pl app -am

# RocksDB needs glibc: no Alpine.
FROM ${JAVA_IMAGE}
# The folders exist and are ours, so that a named volume mounted there is ours, too.
RUN useradd --uid 10001 --user-group --home-dir /var/lib/tidemark --create-home tidemark \
 && install -d -o tidemark -g tidemark /var/lib/tidemark/streams /logs/demo
COPY --from=build /src/app/target/tidemark.jar /opt/tidemark/
COPY --from=build /src/app/target/lib /opt/tidemark/lib/
COPY --from=build /src/app/target/native /opt/tidemark/native/
COPY LICENSE NOTICE /opt/tidemark/
USER 10001:10001
WORKDIR /var/lib/tidemark
# The first compiler alone: a program that follows slow logs spends more on the second one than that saves.
ENTRYPOINT ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60", "-XX:+CrashOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null", "-XX:+DisplayVMOutputToStderr", "-Djava.library.path=/opt/tidemark/native", "-jar", "/opt/tidemark/tidemark.jar"]
CMD ["--help"]
