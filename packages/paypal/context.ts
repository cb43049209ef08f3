import type { SigningCertificate } from './credentials.ts'
import type { Faults, Operation } from './faults.ts'
import type { Settings, Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** One API call; `status` is null without an answer. */
export type LoggedCall = {
  at: string
  op: Operation
  refs: readonly string[]
  requestId: string | null
  status: number | null
  issue: string | null
  fault: string | null
}

/** Everything that the stand-in works with. */
export type PayPal = {
  base: string
  settings: Settings
  store: Store
  faults: Faults
  webhooks: Webhooks
  certificate: SigningCertificate
  calls: LoggedCall[]
}
