# Earshot in a container: the whole product with its embedded PostgreSQL, or with the one that DATABASE_URL names.
# What it keeps lies in /data: mount a volume there. docs/manual/administration.md says how to run it.
FROM node:24-bookworm-slim

WORKDIR /srv/earshot
COPY . .
# the third command makes the links that the package of PostgreSQL comes without; the user below may not
RUN node scripts/install.mjs \
 && node_modules/.bin/node scripts/build-console.ts --force \
 && node_modules/.bin/node --eval "import('./server/adapters/postgres/binaries.ts').then(({ findBinaries }) => findBinaries())" \
 && mkdir /data && chown node:node /data

# PostgreSQL refuses to run as root
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 3000

# the program itself and no npm before it, so that a signal to end reaches it
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--heap-growing-percent=20", "server/cli/main.ts", "start"]
