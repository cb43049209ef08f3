/** A change that no test notices, and why that is right. */
export type AcceptedSurvivor = {
  readonly name: string
  /** `equivalent` changes nothing that can be seen; `accepted` does, and no test is worth it. */
  readonly kind: 'equivalent' | 'accepted'
  readonly reason: string
}

/** Changes that no test need notice, by the names that `npm run mutants` prints. */
export const ACCEPTED_SURVIVORS: readonly AcceptedSurvivor[] = []
