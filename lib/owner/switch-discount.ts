import 'server-only'

import { switchCode } from '#lib/discount/discount-store.ts'
import { ok, type Result } from '#lib/result.ts'

/** Pauses a code, or lets it be used again; orders that have it keep it. Throws DatabaseUnavailable. */
export async function switchDiscount({
  id,
  isPaused,
}: {
  readonly id: string
  readonly isPaused: boolean
}): Promise<Result<null, 'code-unknown'>> {
  const answer = await switchCode(id, isPaused)
  return answer.ok ? ok(null) : answer
}
