# The build writes NEXT_PUBLIC_SITE_URL and FIREBASE_PROJECT_ID into the pages; no secret is needed for it, and none is in the image:
#   export NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=…   (the one of the server's settings, so that open pages outlive a deployment)
#   docker build --secret id=NEXT_SERVER_ACTIONS_ENCRYPTION_KEY --build-arg NEXT_PUBLIC_SITE_URL=https://ourtee.example --build-arg FIREBASE_PROJECT_ID=ourtee -t ourtee .
#   docker run --env-file .env -p 3000:3000 ourtee

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
WORKDIR /shop
# The packages change less often than the shop; some are for the laptop, yet the build needs its compiler.
COPY package.json package-lock.json .npmrc ./
# What the lock file links to: the scripts' Node.
COPY local/node-binaries local/node-binaries
RUN npm ci --no-audit --no-fund
COPY . .
ARG NEXT_PUBLIC_SITE_URL
ARG FIREBASE_PROJECT_ID
# What the pages name: LINE Pay, parcels and invoices by ECPay, and who sends the mails (none is secret); the server refuses to start with others.
ARG LINE_PAY_CHANNEL_ID=""
ARG LINE_PAY_FIRST=""
ARG ECPAY_PAYMENT_MERCHANT_ID=""
ARG ECPAY_PAYMENT_METHODS=""
ARG ECPAY_INVOICE_MERCHANT_ID=""
ARG ECPAY_LOGISTICS_MERCHANT_ID=""
ARG MAIL_PROVIDER=""
ARG OFFLINE_PAGE=""
ARG NEXT_PUBLIC_ANALYTICS_SRC=""
ARG NEXT_PUBLIC_ANALYTICS_ATTRIBUTES=""
ARG NEXT_PUBLIC_ANALYTICS_HOSTS=""
ENV BUILD_STANDALONE=1 NEXT_TELEMETRY_DISABLED=1
# The key by which instances of one build read each other's actions comes from the environment of the server alone: none
# stays in the image or in its history.
RUN --mount=type=secret,id=NEXT_SERVER_ACTIONS_ENCRYPTION_KEY \
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$(cat /run/secrets/NEXT_SERVER_ACTIONS_ENCRYPTION_KEY 2>/dev/null || true)" npx next build && node local/strip-action-key.ts .next/standalone/.next

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
WORKDIR /shop
# The bound of the heap is cli/start.ts's.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000 NODE_OPTIONS=--max-old-space-size=384
# Everything belongs to root but what the server writes: regenerated pages and Next's cache. With a read-only root,
# these two folders are volumes (docs/deployment.md).
COPY --from=build /shop/.next/standalone ./
COPY --from=build /shop/.next/static ./.next/static
COPY --from=build /shop/public ./public
RUN mkdir -p .next/cache && chown -R node:node .next/cache .next/server
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health/live').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server.js"]
