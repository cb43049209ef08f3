import type { CallBetween, Strike } from '../support/firestore-between.ts'

/** A fault that waits for a commit about something: a document id or a member's uid that its bytes hold. */
type Waiting = { readonly about: string; readonly strike: Strike; skip: number }

/** What befalls the shop's commits on their way to Firestore. */
export type WriteFaults = {
  readonly decide: (call: CallBetween) => Strike
  /** Strikes one commit about something, after letting `skip` of them pass. */
  readonly strike: (about: string, strike: Strike, skip?: number) => void
  /** Forgets what has not struck yet. */
  readonly behave: (about: string) => void
}

/** A list of faults, empty at first. */
export function writeFaults(): WriteFaults {
  const waiting: Waiting[] = []
  return {
    decide: ({ name, body }) => {
      if (name !== 'Commit') return undefined
      const index = waiting.findIndex(({ about }) => body.includes(about))
      const found = waiting[index]
      if (!found) return undefined
      if (found.skip > 0) {
        found.skip -= 1
        return undefined
      }
      waiting.splice(index, 1)
      return found.strike
    },
    strike: (about, strike, skip = 0) => {
      waiting.push({ about, strike, skip })
    },
    behave: (about) => {
      const kept = waiting.filter((one) => one.about !== about)
      waiting.splice(0, waiting.length, ...kept)
    },
  }
}
