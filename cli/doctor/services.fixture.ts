import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

import type { DoctorCheck } from './check.ts'
import { verifyFirestore } from './verify-firestore.ts'
import { verifyPaypal, WEBHOOK_EVENTS } from './verify-paypal.ts'
import { verifySignIn } from './verify-sign-in.ts'
import { verifySite } from './verify-site.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const { indexes, fieldOverrides } = JSON.parse(
  readFileSync(join(ROOT, 'firestore.indexes.json'), 'utf8'),
)
/** The rules of this repository. */
export const rules = readFileSync(join(ROOT, 'firestore.rules'), 'utf8')

/** Paths of the services that the doctor asks. */
export const IDENTITY = '/admin/v2/projects/ourtee'
export const DATABASE = '/v1/projects/ourtee/databases/(default)'
export const RULESET = 'projects/ourtee/rulesets/1'

/** Answers by path: a body for 200, or a status alone. */
export type World = Readonly<Record<string, unknown>>

type GivenIndex = { readonly collectionGroup: string; readonly fields: object[] }

/** A deployment that lacks nothing. */
export const complete: World = {
  [`${IDENTITY}/config`]: {
    signIn: { email: { enabled: true, passwordRequired: true } },
    authorizedDomains: ['localhost', 'ourtee.example'],
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  },
  [`${IDENTITY}/defaultSupportedIdpConfigs`]: {
    defaultSupportedIdpConfigs: ['google.com', 'facebook.com'].map((id) => ({
      name: `projects/1/defaultSupportedIdpConfigs/${id}`,
      enabled: true,
    })),
  },
  '/v1/projects': { projectId: '1' },
  [DATABASE]: { type: 'FIRESTORE_NATIVE' },
  [`${DATABASE}/collectionGroups/-/indexes`]: {
    indexes: indexes.map(({ collectionGroup, fields }: GivenIndex, index: number) => ({
      name: `projects/ourtee/databases/(default)/collectionGroups/${collectionGroup}/indexes/${index}`,
      state: 'READY',
      fields: [...fields, { fieldPath: '__name__', order: 'DESCENDING' }],
    })),
  },
  [`${DATABASE}/collectionGroups/-/fields`]: {
    fields: fieldOverrides.flatMap(
      ({ collectionGroup, ttl }: { collectionGroup: string; ttl?: boolean }) =>
        ttl
          ? [
              {
                name: `projects/ourtee/databases/(default)/collectionGroups/${collectionGroup}/fields/expireAt`,
                ttlConfig: { state: 'ACTIVE' },
              },
            ]
          : [],
    ),
  },
  '/v1/projects/ourtee/releases/cloud.firestore': { rulesetName: RULESET },
  [`/v1/${RULESET}`]: { source: { files: [{ content: `${rules}\n// deployed today` }] } },
  '/v1/oauth2/token': {
    access_token: 't',
    scope: 'openid https://uri.paypal.com/services/reporting/search/read',
  },
  '/v1/notifications/webhooks': {
    webhooks: [
      {
        id: 'WH-1',
        url: 'https://ourtee.example/api/paypal/webhook',
        event_types: WEBHOOK_EVENTS.map((name) => ({ name })),
      },
    ],
  },
  '/api/health': { healthy: true },
  '/api/sweep': 401,
}

/** Services on a port of this machine that answer as a world says. */
export type FakeServices = {
  readonly base: string
  readonly seen: readonly string[]
  /** Changes what they answer from now on. */
  readonly become: (changed: World) => void
  readonly close: () => void
}

/** Starts services that answer as a complete deployment's do. */
export async function startServices(): Promise<FakeServices> {
  let world = complete
  const seen: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service.invalid')
    seen.push(`${request.method} ${pathname}`)
    const answer = world[decodeURIComponent(pathname)] ?? 404
    const { status = 200 } = Object(answer)
    response.statusCode = typeof answer === 'number' ? answer : status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(typeof answer === 'number' ? {} : answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port was given')
  return {
    base: `http://127.0.0.1:${address.port}`,
    seen,
    become: (changed) => {
      world = { ...complete, ...changed }
    },
    close: () => server.close(),
  }
}

/** All checks of the doctor against these services as they become. */
export async function verifyAll(
  services: FakeServices,
  changed: World,
): Promise<readonly DoctorCheck[]> {
  services.become(changed)
  const { base } = services
  const google = { project: 'ourtee', token: 'google' }
  const groups = [
    verifySignIn({ ...google, identity: base, apiKey: 'key', host: 'ourtee.example' }),
    verifyFirestore({ ...google, firestore: base, rules: base }),
    verifyPaypal({
      paypal: base,
      environment: 'sandbox',
      clientId: 'client',
      clientSecret: 'secret',
      webhookId: 'WH-1',
      webhookUrl: 'https://ourtee.example/api/paypal/webhook',
    }),
    verifySite(base),
  ]
  return (await Promise.all(groups)).flat()
}
