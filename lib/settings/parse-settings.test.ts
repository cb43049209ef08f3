import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'

import { parseSettings, SettingsUnusable } from './parse-settings.ts'

const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const KEY = privateKey.replaceAll('\n', '\\n')

const production: Record<string, string> = {
  NEXT_PUBLIC_SITE_URL: 'https://ourtee.example',
  FIREBASE_PROJECT_ID: 'ourtee',
  FIREBASE_API_KEY: 'AIza-key',
  FIREBASE_AUTH_DOMAIN: 'ourtee.example',
  FIREBASE_CLIENT_EMAIL: 'shop@ourtee.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: KEY,
  PAYPAL_ENVIRONMENT: 'live',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  SWEEP_SECRET: 'twenty-four-characters-or-more',
  CLIENT_ADDRESS: 'x-real-ip',
  SMTP_URL: 'smtps://shop:secret@smtp.example:465',
  MAIL_PROVIDER: 'Postmark（ActiveCampaign，美國）',
  MAIL_FROM: 'hello@ourtee.example',
  OWNER_EMAIL: 'owner@ourtee.example',
}

const { FIREBASE_CLIENT_EMAIL: _email, FIREBASE_PRIVATE_KEY: _key, ...ambient } = production

const local: Record<string, string> = {
  ...ambient,
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_AUTH_DOMAIN: 'localhost:3000',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_BASE_URL: 'http://127.0.0.1:4010',
  SMTP_URL: 'none',
}

function parse(env: Record<string, string>) {
  return parseSettings(env)
}

test('settings with a service account are production', () => {
  assert.equal(parse(production).mode, 'production')
})

test("settings that leave the credential to Google's platform are production", () => {
  assert.equal(parse(ambient).mode, 'production')
})

test('settings that point at stand-ins are local', () => {
  assert.equal(parse(local).mode, 'local')
})

test('a value is taken without the blanks that a paste leaves around it', () => {
  assert.equal(parse({ ...production, PAYPAL_CLIENT_ID: ' client\n' }).PAYPAL_CLIENT_ID, 'client')
})

const required = Object.keys(ambient)

for (const name of required) {
  test(`${name} is asked for by name when it is missing or blank`, () => {
    const { [name]: _gone, ...rest } = production
    const sentence = new RegExp(String.raw`^Set ${name}: [^\n]+\.$`)
    assert.throws(() => parse(rest), { name: 'SettingsUnusable', message: sentence })
    assert.throws(() => parse({ ...production, [name]: '  ' }), { message: sentence })
  })
}

const RANDOM =
  'Set SWEEP_SECRET: at least 24 random characters, such as `openssl rand -base64 32` prints.'

const wrong: [string, Record<string, string>, string][] = [
  [
    'an address with a path',
    { ...production, NEXT_PUBLIC_SITE_URL: 'https://ourtee.example/shop' },
    "Set NEXT_PUBLIC_SITE_URL: the shop's own address without a path, such as https://ourtee.example.",
  ],
  [
    'an address without encryption',
    { ...production, NEXT_PUBLIC_SITE_URL: 'http://ourtee.example' },
    'Set NEXT_PUBLIC_SITE_URL to an https address: browsers keep no session cookie for http://ourtee.example.',
  ],
  [
    'sign-in windows from another host',
    { ...production, FIREBASE_AUTH_DOMAIN: 'ourtee.firebaseapp.com' },
    'Set FIREBASE_AUTH_DOMAIN to ourtee.example, the host of NEXT_PUBLIC_SITE_URL: browsers block sign-in windows from ourtee.firebaseapp.com.',
  ],
  [
    'a private key without its account',
    { ...ambient, FIREBASE_PRIVATE_KEY: KEY },
    'Set FIREBASE_CLIENT_EMAIL: client_email of the service account that FIREBASE_PRIVATE_KEY belongs to, from the same file.',
  ],
  [
    'an account without its private key',
    { ...ambient, FIREBASE_CLIENT_EMAIL: 'shop@ourtee.iam.gserviceaccount.com' },
    'Set FIREBASE_PRIVATE_KEY: private_key of the service account in FIREBASE_CLIENT_EMAIL, from the same file.',
  ],
  [
    'two service accounts',
    { ...production, GOOGLE_APPLICATION_CREDENTIALS: import.meta.filename },
    'Unset GOOGLE_APPLICATION_CREDENTIALS: FIREBASE_PRIVATE_KEY is set too, and only one service account can be used.',
  ],
  [
    'an unknown PayPal environment',
    { ...production, PAYPAL_ENVIRONMENT: 'production' },
    'Set PAYPAL_ENVIRONMENT: sandbox to try out, live to take money.',
  ],
  [
    'real money on a laptop',
    { ...local, PAYPAL_ENVIRONMENT: 'live' },
    'Set PAYPAL_ENVIRONMENT to sandbox: a local project takes no real money.',
  ],
  [
    'a stand-in in a real project',
    { ...production, FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' },
    'Unset FIRESTORE_EMULATOR_HOST: project ourtee is a real one and takes no stand-in.',
  ],
  [
    'a word in place of 1 for refunds of cards',
    { ...production, ECPAY_PAYMENT_REFUNDS: 'yes' },
    'Set ECPAY_PAYMENT_REFUNDS: 1 where the shop sends refunds of cards to ECPay itself; 0, or nothing, where the owner makes them in its console.',
  ],
  ['a guessable sweep secret', { ...production, SWEEP_SECRET: 'short' }, RANDOM],
  ['a long one of one character', { ...production, SWEEP_SECRET: 'a'.repeat(28) }, RANDOM],
  [
    'no header with the address of a visitor, where a front writes one',
    { ...production, CLIENT_ADDRESS: '' },
    'Set CLIENT_ADDRESS: the header in which the front writes the address of its visitor, such as x-real-ip or x-forwarded-for:2 (the second from the right); none where no front is before the shop.',
  ],
  [
    'a prefix of its numbers that ECPay would not take',
    { ...production, PROVIDER_PREFIX: 'ot-1' },
    'Set PROVIDER_PREFIX: two or three capital letters or digits, a letter first, of this installation alone, such as OT1: with them begin the numbers under which PayPal, LINE Pay and ECPay have its orders.',
  ],
  [
    'a key of the server actions that is no key',
    { ...production, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'c2hvcnQ=' },
    'Set NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: base64 of 32 random bytes, as `openssl rand -base64 32` prints it.',
  ],
  [
    'a collector without http, and a header for it without a value',
    { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://a', OTEL_EXPORTER_OTLP_HEADERS: 'b' },
    'Set OTEL_EXPORTER_OTLP_ENDPOINT: the address of an OpenTelemetry collector for OTLP over HTTP, such as http://127.0.0.1:4318, without /v1/traces.\nSet OTEL_EXPORTER_OTLP_HEADERS: what the collector asks for, as name=value with commas between them.',
  ],
]

const MINUTES = 'Set SWEEP_MINUTES: every how many minutes the scheduler calls /api/sweep, 1 to 60.'
const COLLECTOR =
  'Set OTEL_EXPORTER_OTLP_ENDPOINT: the address of an OpenTelemetry collector for OTLP over HTTP, such as http://127.0.0.1:4318, without /v1/traces.'
const OWN_SECRET = 'another-secret-of-24-characters'

wrong.push(
  [
    'the published sweep secret of a laptop',
    { ...production, SWEEP_SECRET: 'demo-sweep-secret-of-this-laptop' },
    'Set SWEEP_SECRET to random characters, as `openssl rand -base64 32` prints: that of a laptop is published with the code.',
  ],
  [
    'a previous secret that is the present one',
    { ...production, SWEEP_SECRET: OWN_SECRET, SWEEP_SECRET_PREVIOUS: OWN_SECRET },
    'Unset SWEEP_SECRET_PREVIOUS: it is SWEEP_SECRET, so nothing was replaced.',
  ],
  [
    'a file of credentials that is not there',
    { ...ambient, GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' },
    'Set GOOGLE_APPLICATION_CREDENTIALS: the path of a file that is there: the key of the service account, as Google made it.',
  ],
  [
    'a collector with its path',
    { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
    COLLECTOR,
  ],
  [
    'a repository without its token',
    { ...production, CONTENT_REPOSITORY: 'owner/shop' },
    'Set CONTENT_TOKEN too, or unset CONTENT_REPOSITORY.',
  ],
  [
    'refunds of cards without the account of the cards',
    { ...production, ECPAY_PAYMENT_REFUNDS: '1' },
    'Set ECPAY_PAYMENT_MERCHANT_ID too, or unset ECPAY_PAYMENT_REFUNDS.',
  ],
  [
    'live PayPal beside LINE Pay’s sandbox',
    {
      ...production,
      LINE_PAY_CHANNEL_ID: '1234567890',
      LINE_PAY_CHANNEL_SECRET: 'secret',
      LINE_PAY_API_BASE: 'https://sandbox-api-pay.line.me',
    },
    'Unset LINE_PAY_API_BASE: PAYPAL_ENVIRONMENT is live, and whoever paid by LINE Pay’s sandbox would have paid nothing.',
  ],
  [
    'a name that is almost a setting’s',
    { ...production, PROVIDER_PREFX: 'OT1' },
    'Rename PROVIDER_PREFX to PROVIDER_PREFIX, or unset it: no setting has that name.',
  ],
  ['minutes in words', { ...production, SWEEP_MINUTES: 'ten' }, MINUTES],
  ['no minute', { ...production, SWEEP_MINUTES: '0' }, MINUTES],
  ['half a minute', { ...production, SWEEP_MINUTES: '1.5' }, MINUTES],
)

const KEY_SENTENCE =
  /^Set FIREBASE_PRIVATE_KEY: private_key of the service account, from -----BEGIN PRIVATE KEY-----.+\.$/

const unusableKeys: [string, string][] = [
  ['no key at all', 'half-a-secret'],
  ['a key that was cut', '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n'],
  ['the public half of a key', KEY.replaceAll('PRIVATE', 'PUBLIC')],
]

for (const [name, key] of unusableKeys) {
  test(`${name} is refused as the private key, and not repeated`, () => {
    assert.throws(
      () => parse({ ...production, FIREBASE_PRIVATE_KEY: key }),
      (error) =>
        error instanceof SettingsUnusable &&
        KEY_SENTENCE.test(error.message) &&
        !error.message.includes('MIIE') &&
        !error.message.includes('half-a-secret'),
    )
  })
}

test('a private key is taken with line breaks of either kind', () => {
  assert.equal(parse({ ...production, FIREBASE_PRIVATE_KEY: privateKey }).mode, 'production')
})

for (const quote of ['"', "'"]) {
  test(`a value that is still in ${quote} is refused`, () => {
    const env = {
      ...production,
      FIREBASE_PRIVATE_KEY: `${quote}${KEY}${quote}`,
      PAYPAL_CLIENT_ID: `${quote}client${quote}`,
    }
    const message = [
      `Set FIREBASE_PRIVATE_KEY without the quotation marks around it: ${quote}.`,
      `Set PAYPAL_CLIENT_ID without the quotation marks around it: ${quote}.`,
    ].join('\n')
    assert.throws(() => parse(env), { message })
  })
}

test('everything that is wrong is reported at once', () => {
  const { PAYPAL_CLIENT_ID: _id, ...rest } = production
  const env = { ...rest, FIREBASE_AUTH_DOMAIN: 'a.example', FIREBASE_CLIENT_EMAIL: '' }
  const message =
    /^Set PAYPAL_CLIENT_ID: .+\.\nSet FIREBASE_CLIENT_EMAIL: .+\.\nSet FIREBASE_AUTH_DOMAIN .+\.$/
  assert.throws(() => parse(env), { message })
})

test('with no settings at all each that is needed is reported', () => {
  // Addresses are required only with a mail server.
  // A laptop needs no client's address.
  const later = ['MAIL_FROM', 'MAIL_PROVIDER', 'OWNER_EMAIL', 'CLIENT_ADDRESS']
  const needed = required.filter((name) => !later.includes(name))
  assert.throws(
    () => parse({}),
    (error) => error instanceof SettingsUnusable && error.sentences.length === needed.length,
  )
})

for (const [name, env, message] of wrong) {
  test(`${name} is refused in one sentence`, () => {
    assert.throws(() => parse(env), { name: 'SettingsUnusable', message })
  })
}

const channel = { LINE_PAY_CHANNEL_ID: '1234567890', LINE_PAY_CHANNEL_SECRET: 'secret' }
const HERE = 'http://127.0.0.1:4030'

test('LINE Pay is set by its channel, and asks its live host or the sandbox', () => {
  assert.equal(parseSettings({ ...production, ...channel }).LINE_PAY_API_BASE, undefined)
  const LINE_PAY_API_BASE = 'https://sandbox-api-pay.line.me'
  const sandbox = { ...production, ...channel, PAYPAL_ENVIRONMENT: 'sandbox', LINE_PAY_API_BASE }
  const tried = parseSettings({ ...sandbox, LINE_PAY_FIRST: '1' })
  assert.equal(tried.LINE_PAY_API_BASE, LINE_PAY_API_BASE)
  assert.equal(tried.LINE_PAY_FIRST, '1')
})

test('on a laptop LINE Pay is the stand-in', () => {
  assert.equal(parseSettings({ ...local, ...channel, LINE_PAY_API_BASE: HERE }).mode, 'local')
})

const refused: [string, Record<string, string>, RegExp][] = [
  [
    'a channel without its secret',
    { ...production, LINE_PAY_CHANNEL_ID: '1' },
    /^Set LINE_PAY_CHANNEL_SECRET: /,
  ],
  [
    'a secret without its channel',
    { ...production, LINE_PAY_CHANNEL_SECRET: 's' },
    /^Set LINE_PAY_CHANNEL_ID: /,
  ],
  [
    'a stand-in of a real project',
    { ...production, ...channel, LINE_PAY_API_BASE: HERE },
    /^Unset LINE_PAY_API_BASE: a real project takes no stand-in\.$/,
  ],
  [
    'another host',
    { ...production, ...channel, LINE_PAY_API_BASE: 'https://pay.example' },
    /^Set LINE_PAY_API_BASE: https:\/\/api-pay\.line\.me or https:\/\/sandbox-api-pay/,
  ],
  ['the real one on a laptop', { ...local, ...channel }, /^Set LINE_PAY_API_BASE to an address of/],
  [
    'the sandbox on a laptop',
    { ...local, ...channel, LINE_PAY_API_BASE: 'https://sandbox-api-pay.line.me' },
    /^Set LINE_PAY_API_BASE to an address of/,
  ],
]

for (const [name, overrides, sentence] of refused) {
  test(`${name} is refused`, () => {
    assert.throws(() => parseSettings(overrides), { message: sentence })
  })
}
