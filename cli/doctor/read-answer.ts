/** Deadline of one service call, in milliseconds. */
const DEADLINE = 10_000

/** A service's answer: status (0 without an answer) and the body when it is JSON. */
export type CheckAnswer = { readonly status: number; readonly body: unknown }

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Asks a service and never throws: no answer within ten seconds is status 0. Redirects are answers, not followed. */
export async function readAnswer(
  url: string,
  { token, ...init }: RequestInit & { readonly token?: string } = {},
): Promise<CheckAnswer> {
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const signal = AbortSignal.timeout(DEADLINE)
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, headers, signal })
    return { status: response.status, body: await bodyOf(response) }
  } catch {
    return { status: 0, body: undefined }
  }
}
