# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY index.html vite.config.ts tailwind.config.ts postcss.config.js tsconfig.json ./
COPY public ./public
COPY src ./src
COPY mocks ./mocks
# The commit that is built: `docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) .`
ARG COMMIT=''
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
COPY --from=build /app/package.json ./package.json
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Migrations, and the embedded engine's thread, which is never bundled.
COPY --from=build /app/src/server/schema ./src/server/schema
COPY --from=build /app/src/server/platform/db ./src/server/platform/db
RUN mkdir data && chown node:node data
USER node
EXPOSE 8080
VOLUME /app/data
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/ops/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … node dist/server/admin.js backup /backups/today` does what `npm run admin` does.
CMD ["node", "dist/server/main.js"]
