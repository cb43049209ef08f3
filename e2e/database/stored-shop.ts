import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

import { Firestore } from 'firebase-admin/firestore'

import { startServer } from '../../packages/firestore/started-server.fixture.ts'
import { type FirestoreCall, startCountingFirestore } from '../support/counted-shop.ts'

/** The settings of a laptop whose Firestore and PayPal a test starts itself. */
export const LAPTOP = {
  NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
  FIREBASE_PROJECT_ID: 'demo-reads',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'localhost:3000',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_WEBHOOK_ID: 'webhook',
  SWEEP_SECRET: 'a-secret-of-at-least-24-characters',
  SMTP_URL: 'none',
  METADATA_SERVER_DETECTION: 'none',
  // A computer's proxy must not lead to PayPal.
  HTTPS_PROXY: 'http://127.0.0.1:1',
}

/** A PayPal whose transaction search returns `bookings` of a range. */
async function startBooks(bookings: (from: string, until: string) => readonly object[]) {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const from = searchParams.get('start_date') ?? ''
    const until = searchParams.get('end_date') ?? ''
    const details = bookings(from, until).map((info) => ({ transaction_info: info }))
    const body = pathname.endsWith('/token')
      ? { access_token: 'token', token_type: 'Bearer', expires_in: 32_400 }
      : { transaction_details: details, total_pages: 1, page: 1 }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return { server, address: `http://127.0.0.1:${address.port}` }
}

/** A database to fill, and what its reads cost since the last question; the shop's own code reads it by the settings. */
export type StoredShop = {
  readonly db: Firestore
  readonly reads: () => number
  /** The calls since the last question, of either kind. */
  readonly calls: () => readonly FirestoreCall[]
}

/** A test, or a file of tests, that cleans up when it is over. */
type Cleaner = { after(clean: () => unknown): void }

/**
 * Starts a database with production's indexes, whose reads are counted, until the test is over: an empty one, or that of
 * a folder.
 */
export async function openStoredShop(
  t: Cleaner,
  bookings: (from: string, until: string) => readonly object[] = () => [],
  options: readonly string[] = [],
  folder?: string,
): Promise<StoredShop> {
  const indexes = ['--indexes', 'firestore.indexes.json']
  // The database ends last: with a connection open it waits for the last calls.
  const ends: (() => unknown)[] = []
  const atEnd = { after: (end: () => unknown) => ends.unshift(end) }
  const firestore = await startServer(atEnd, folder, ...indexes, ...options)
  const counted = await startCountingFirestore(firestore.address)
  const books = await startBooks(bookings)
  Object.assign(process.env, LAPTOP, { PAYPAL_BASE_URL: books.address })
  process.env.FIRESTORE_EMULATOR_HOST = firestore.address
  // No app of Firebase's: the shop takes the first one that it finds.
  const db = new Firestore({ projectId: LAPTOP.FIREBASE_PROJECT_ID })
  // The first call fixes its address; the shop's own client is made later, for the counted one.
  await db.collection('health').get()
  process.env.FIRESTORE_EMULATOR_HOST = counted.address
  t.after(async () => {
    await db.terminate()
    books.server.close()
    await counted.stop()
    for (const end of ends) await end()
  })
  return {
    db,
    calls: counted.take,
    reads: () => counted.take().reduce((sum, call) => sum + call.reads, 0),
  }
}
