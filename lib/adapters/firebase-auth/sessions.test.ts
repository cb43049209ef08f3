import assert from 'node:assert/strict'
import { test } from 'node:test'

// A production environment rejects unsigned tokens. Makes no network calls.
Object.assign(process.env, {
  NEXT_PUBLIC_SITE_URL: 'https://ourtee.example',
  FIREBASE_PROJECT_ID: 'ourtee',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'ourtee.example',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_WEBHOOK_ID: 'webhook',
  SWEEP_SECRET: 'a-secret-of-at-least-24-characters',
  SMTP_URL: 'none',
  CLIENT_ADDRESS: 'none',
})
for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST', 'PAYPAL_BASE_URL']) {
  delete process.env[name]
}

const { verifySessionCookie, verifySignIn } = await import('./sessions.ts')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function unsignedToken(issuer: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `https://${issuer}/ourtee`,
    aud: 'ourtee',
    sub: 'victim',
    user_id: 'victim',
    auth_time: seconds,
    iat: seconds,
    exp: seconds + 3600,
    firebase: { sign_in_provider: 'password' },
  }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
}

test('an unsigned session cookie is nobody', async () => {
  assert.equal(await verifySessionCookie(unsignedToken('session.firebase.google.com')), null)
})

test('an unsigned ID token begins nothing', async () => {
  assert.equal(await verifySignIn(unsignedToken('securetoken.google.com')), null)
})

for (const cookie of ['x', 'a.b.c', '{}']) {
  test(`${cookie} is nobody`, async () => assert.equal(await verifySessionCookie(cookie), null))
}
