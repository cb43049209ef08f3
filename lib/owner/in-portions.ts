import type { Failure, Result } from '#lib/result.ts'

/** Maximum orders per request; each takes the carrier a second or two. */
export const MOST_AT_ONCE = 20

/**
 * Works on many orders, as many a request as it has time for, one request after the other. Ends with the first that fails
 * as a whole, and keeps what was done before it.
 */
export async function inPortions<Refusal, Code extends string>(
  orderIds: readonly string[],
  send: (
    portion: readonly string[],
  ) => Promise<Result<{ readonly done: number; readonly refused: readonly Refusal[] }, Code>>,
): Promise<{
  readonly done: number
  readonly refused: readonly Refusal[]
  readonly problem?: Failure<Code>
}> {
  let [done, refused]: [number, readonly Refusal[]] = [0, []]
  for (let sent = 0; sent < orderIds.length; sent += MOST_AT_ONCE) {
    const answer = await send(orderIds.slice(sent, sent + MOST_AT_ONCE))
    if (!answer.ok) return { done, refused, problem: answer }
    done += answer.data.done
    refused = [...refused, ...answer.data.refused]
  }
  return { done, refused }
}
