/** Settings of a laptop's shop whose services are stand-ins; nothing answers there but what a test starts. */
export const LAPTOP = {
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  FIREBASE_PROJECT_ID: 'demo-ourtee',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'localhost:3000',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
  PAYPAL_BASE_URL: 'http://127.0.0.1:4010',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_WEBHOOK_ID: 'webhook',
  SWEEP_SECRET: 'a-secret-of-at-least-24-characters',
  SMTP_URL: 'none',
}

/** Sets a laptop's settings, where no other test has set its own. */
export function setLaptop(): void {
  for (const [name, value] of Object.entries(LAPTOP)) process.env[name] ||= value
}
