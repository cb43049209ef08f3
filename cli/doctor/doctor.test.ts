import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { isComplete } from './check.ts'
import {
  complete,
  DATABASE,
  IDENTITY,
  rules,
  RULESET,
  startServices,
  verifyAll,
  type World,
} from './services.fixture.ts'
import { verifyActionKey, verifyProviderPrefix } from './verify-settings.ts'

const services = await startServices()
after(services.close)

const examine = (changed: World) => verifyAll(services, changed)

test('nothing is missing in a complete deployment, and nothing was written anywhere', async () => {
  const checks = await examine({})
  assert.deepEqual(
    checks.filter(({ state }) => state !== 'good'),
    [],
  )
  assert.ok(isComplete(checks))
  const posted = services.seen.filter((line) => !line.startsWith('GET')).toSorted()
  assert.deepEqual(posted, ['POST /api/sweep', 'POST /v1/oauth2/token'])
})

const config = Object(complete[`${IDENTITY}/config`])
const [webhook] = Object(complete['/v1/notifications/webhooks']).webhooks
const token = Object(complete['/v1/oauth2/token'])
const indexPath = `${DATABASE}/collectionGroups/-/indexes`
const [firstIndex] = Object(complete[indexPath]).indexes

function webhooks(change: object): World {
  return { '/v1/notifications/webhooks': { webhooks: [{ ...webhook, ...change }] } }
}

const lacks: [string, World, string, RegExp][] = [
  [
    'sign-in was never set up',
    { [`${IDENTITY}/config`]: 404 },
    'Firebase project ourtee',
    /press Get started/,
  ],
  [
    'the service account may not look',
    { [`${IDENTITY}/config`]: 403 },
    'Firebase project ourtee',
    /Firebase Admin/,
  ],
  [
    'passwords are not enabled',
    { [`${IDENTITY}/config`]: { ...config, signIn: {} } },
    'Sign-in by e-mail and password',
    /Enable Email\/Password/,
  ],
  [
    "the shop's host is not allowed",
    { [`${IDENTITY}/config`]: { ...config, authorizedDomains: ['localhost'] } },
    'Authorized domain ourtee.example',
    /Add ourtee\.example/,
  ],
  [
    'e-mails can be guessed',
    { [`${IDENTITY}/config`]: { ...config, emailPrivacyConfig: {} } },
    'Protection against e-mail enumeration',
    /Switch on/,
  ],
  [
    'Facebook is off',
    {
      [`${IDENTITY}/defaultSupportedIdpConfigs`]: {
        defaultSupportedIdpConfigs: [
          { name: 'projects/1/defaultSupportedIdpConfigs/google.com', enabled: true },
        ],
      },
    },
    'Sign-in by Facebook',
    /Enable Facebook/,
  ],
  ['the key is wrong', { '/v1/projects': 400 }, 'The web API key', /FIREBASE_API_KEY/],
  ['there is no database', { [DATABASE]: 404 }, 'Firestore database', /Create the database/],
  [
    'the database is of the other kind',
    { [DATABASE]: { type: 'DATASTORE_MODE' } },
    'Firestore database',
    /Datastore mode/,
  ],
  [
    'no index is there',
    { [indexPath]: {} },
    'Firestore indexes',
    /orders \(uid ASCENDING, createdAt DESCENDING\); orders \(/,
  ],
  [
    'an index is still being built',
    { [indexPath]: { indexes: [{ ...firstIndex, state: 'CREATING' }] } },
    'Firestore indexes',
    /wait until/,
  ],
  [
    'nothing old is removed',
    { [`${DATABASE}/collectionGroups/-/fields`]: {} },
    'Firestore removes what is old',
    /order_limits, action_limits, .*outbox, .*applications, .*paypal_events/,
  ],
  [
    'rules were never deployed',
    { '/v1/projects/ourtee/releases/cloud.firestore': 404 },
    'Firestore rules',
    /firebase deploy/,
  ],
  [
    'rules are open',
    {
      [`/v1/${RULESET}`]: {
        source: { files: [{ content: rules.replace('if false', 'if true') }] },
      },
    },
    'Firestore rules',
    /not those of firestore\.rules/,
  ],
  [
    'the secret is wrong',
    { '/v1/oauth2/token': 401 },
    'PayPal credentials (sandbox)',
    /those of sandbox/,
  ],
  ['PayPal is down', { '/v1/oauth2/token': 503 }, 'PayPal credentials (sandbox)', /answered 503/],
  [
    'the webhook is unknown',
    { '/v1/notifications/webhooks': {} },
    'PayPal webhook',
    /Add a webhook for https:\/\/ourtee\.example\/api\/paypal\/webhook/,
  ],
  [
    'the webhook goes elsewhere',
    webhooks({ url: 'https://old.example/' }),
    'PayPal webhook',
    /from https:\/\/old\.example\/ to/,
  ],
  [
    'an event is not subscribed',
    webhooks({ event_types: webhook.event_types.slice(1) }),
    'PayPal webhook events',
    /CHECKOUT\.ORDER\.APPROVED/,
  ],
  [
    'transactions may not be searched',
    { '/v1/oauth2/token': { ...token, scope: 'openid' } },
    'PayPal transaction search',
    /Transaction search/,
  ],
  [
    'the running shop has no database',
    { '/api/health': { status: 503, firestore: { answers: false }, paypal: { answers: true } } },
    'The running shop reaches',
    /no answer from firestore:/,
  ],
  ['something else answers', { '/api/health': 404 }, 'Site ', /something else/],
  [
    'the sweep is open',
    { '/api/sweep': 200 },
    'The sweep is closed to strangers',
    /200 instead of 401/,
  ],
]

for (const [name, changed, failing, advice] of lacks) {
  test(`when ${name}, that is said with what to do`, async () => {
    const missing = (await examine(changed)).flatMap((doctorCheck) =>
      doctorCheck.state === 'missing' && doctorCheck.name.startsWith(failing)
        ? [doctorCheck.advice]
        : [],
    )
    assert.equal(missing.length, 1)
    assert.match(missing.join(), advice)
  })
}

const enough: [string, World][] = [
  ['a webhook for every event', webhooks({ event_types: [{ name: '*' }] })],
  ['a key that answers only to its pages', { '/v1/projects': 403 }],
]

for (const [name, changed] of enough) {
  test(`${name} is not held against a deployment`, async () => {
    assert.ok(isComplete(await examine(changed)))
  })
}

test('a real shop without a prefix of its numbers is reported, a laptop is not', () => {
  const [missing] = verifyProviderPrefix({ mode: 'production' })
  assert.equal(missing?.state, 'missing')
  const set = { PROVIDER_PREFIX: 'OT1' }
  assert.equal(verifyProviderPrefix({ mode: 'production', ...set })[0]?.state, 'good')
  assert.deepEqual(verifyProviderPrefix({ mode: 'local' }), [])
})

test('a real shop whose builds invent their key is reported, a laptop is not', () => {
  const [missing] = verifyActionKey({ mode: 'production' })
  assert.equal(missing?.state, 'missing')
  const set = { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'x' }
  assert.equal(verifyActionKey({ mode: 'production', ...set })[0]?.state, 'good')
  assert.deepEqual(verifyActionKey({ mode: 'local' }), [])
})
