import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { type Check, isComplete } from './check.ts'
import {
  config,
  DATABASE,
  firstIndex,
  IDENTITY,
  indexPath,
  PAYPAL,
  rules,
  RULESET,
  startServices,
  token,
  webhook,
  type World,
} from './services-under-test.ts'
import { verifyFirestore } from './verify-firestore.ts'
import { verifyPaypal } from './verify-paypal.ts'
import { verifySignIn } from './verify-sign-in.ts'
import { verifySite } from './verify-site.ts'

const services = await startServices()
after(services.close)

async function examine(changed: World): Promise<readonly Check[]> {
  services.become(changed)
  const { base } = services
  const google = { project: 'ourtee', token: 'google' }
  const groups = [
    verifySignIn({ ...google, identity: base, apiKey: 'key', host: 'ourtee.example' }),
    verifyFirestore({ ...google, firestore: base, rules: base }),
    verifyPaypal({ ...PAYPAL, paypal: base }),
    verifySite(base),
  ]
  return (await Promise.all(groups)).flat()
}

test('nothing is missing in a complete deployment, and nothing was written anywhere', async () => {
  const checks = await examine({})
  assert.equal(
    checks.find(({ state }) => state !== 'good'),
    undefined,
  )
  assert.ok(isComplete(checks))
  const posted = services.seen.filter((line) => !line.startsWith('GET')).toSorted()
  assert.deepEqual(posted, ['POST /api/sweep', 'POST /v1/oauth2/token'])
})

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
    { '/v1/notifications/webhooks': { webhooks: [{ ...webhook, url: 'https://old.example/' }] } },
    'PayPal webhook',
    /from https:\/\/old\.example\/ to/,
  ],
  [
    'an event is not subscribed',
    {
      '/v1/notifications/webhooks': {
        webhooks: [{ ...webhook, event_types: webhook.event_types.slice(1) }],
      },
    },
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
    const missing = (await examine(changed)).flatMap((one) =>
      one.state === 'missing' && one.name.startsWith(failing) ? [one.advice] : [],
    )
    assert.equal(missing.length, 1)
    assert.match(missing.join(), advice)
  })
}

test('a webhook for every event needs no list', async () => {
  const all = { webhooks: [{ ...webhook, event_types: [{ name: '*' }] }] }
  assert.ok(isComplete(await examine({ '/v1/notifications/webhooks': all })))
})

test('a key that answers only to its pages is not held against it', async () => {
  assert.ok(isComplete(await examine({ '/v1/projects': 403 })))
})
