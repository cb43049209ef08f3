/**
 * Whether a call failed because the network did: no request went out, or its answer broke off. Any other error is one that
 * a server, or something before it, answered with.
 */
export function isNetworkError(error: unknown): boolean {
  // Every browser rejects fetch and the reading of a body so; React says the second when an action's answer ends early.
  return (
    error instanceof TypeError || (error instanceof Error && error.message === 'Connection closed.')
  )
}
