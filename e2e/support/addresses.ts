import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

const addressesSchema = z.object({
  shop: z.url(),
  auth: z.url(),
  firestore: z.string(),
  paypal: z.url(),
  linePay: z.url().optional(),
  ecpay: z.url().optional(),
  mailbox: z.url(),
  smtp: z.url(),
  projectId: z.string().startsWith('demo-'),
})

/** The file in which the running shop of the tests says where it is. */
export const RUNNING = join(import.meta.dirname, '..', '..', '.local', 'test', 'addresses.json')

/** Addresses of the test shop and its stand-ins. */
export function addresses(): z.infer<typeof addressesSchema> {
  return addressesSchema.parse(JSON.parse(readFileSync(RUNNING, 'utf8')))
}
