import type { CallFault, ProxiedCall } from '../../e2e/support/firestore-proxy.ts'

/** A fault that waits for a commit whose bytes hold a text, such as a document id or a uid. */
type Waiting = { readonly about: string; readonly fault: CallFault; skip: number }

/** Faults of the shop's commits on their way to Firestore. */
export type WriteFaults = {
  readonly decide: (call: ProxiedCall) => CallFault
  /** Injects a fault into one commit about something, after letting `skip` of them pass. */
  readonly inject: (about: string, fault: CallFault, skip?: number) => void
  /** Removes the faults that still wait. */
  readonly clear: (about: string) => void
}

/** An empty list of faults. */
export function writeFaults(): WriteFaults {
  const waiting: Waiting[] = []
  return {
    decide: ({ name, body }) => {
      if (name !== 'Commit') return undefined
      // Applies to mail-only writes if the fault names a mail.
      const forMail = body.includes('/documents/outbox/') && !body.includes('/documents/orders/')
      const index = waiting.findIndex(
        ({ about }) => about.startsWith('outbox/') === forMail && body.includes(about),
      )
      const found = waiting[index]
      if (!found) return undefined
      if (found.skip > 0) {
        found.skip -= 1
        return undefined
      }
      waiting.splice(index, 1)
      return found.fault
    },
    inject: (about, fault, skip = 0) => {
      waiting.push({ about, fault, skip })
    },
    clear: (about) => {
      const kept = waiting.filter((one) => one.about !== about)
      waiting.splice(0, waiting.length, ...kept)
    },
  }
}
