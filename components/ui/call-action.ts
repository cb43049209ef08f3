import { unstable_isUnrecognizedActionError as isOfAnotherBuild } from 'next/navigation'

import { isNetworkError } from '#lib/http/network-error.ts'
import { loadAnew } from './load-anew.ts'

/**
 * Calls a server action. Where another build of the shop answers, which does not know it, the
 * document is loaded anew and the promise stays open; any other error is thrown on.
 */
export async function callAction<Fields extends readonly unknown[], Answer>(
  action: (...fields: Fields) => Promise<Answer>,
  ...fields: Fields
): Promise<Answer> {
  try {
    return await action(...fields)
  } catch (error) {
    if (isOfAnotherBuild(error) && loadAnew()) return new Promise(() => {})
    throw error
  }
}

/** Why an action gave no result: the network lost it, or the server failed without one. */
export type LostCall = { readonly ok: false; readonly code: 'network' | 'unavailable' }

/** The result of an action that threw. */
export function lostCall(error: unknown): LostCall {
  return { ok: false, code: isNetworkError(error) ? 'network' : 'unavailable' }
}
