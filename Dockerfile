# One image for every program; the command says which.
FROM maven:3.9.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN mvn -B -ntp -DskipTests -Dspotless.skip -Dmaven.antrun.skip package -pl app -am

# RocksDB needs glibc: no Alpine.
FROM eclipse-temurin:17.0.13_11-jre-jammy
# The folders exist and are ours, so that a named volume mounted there is ours, too.
RUN useradd --uid 10001 --user-group --home-dir /var/lib/tidemark --create-home tidemark \
 && install -d -o tidemark -g tidemark /var/lib/tidemark/streams /simulated
COPY --from=build /src/app/target/tidemark.jar /opt/tidemark/
COPY --from=build /src/app/target/lib /opt/tidemark/lib/
USER 10001:10001
WORKDIR /var/lib/tidemark
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/tidemark/tidemark.jar"]
CMD ["--help"]
