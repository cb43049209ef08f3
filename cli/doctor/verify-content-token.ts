import { check, type DoctorCheck } from './check.ts'

const DAY = 24 * 60 * 60 * 1000

/** In days: a token that ends sooner is to be replaced now. */
const TOKEN_LEFT = 14

/**
 * Whether the token of the editor still writes, and until which day: GitHub names it in a header. A
 * token without an end has none.
 */
export async function verifyContentToken(
  {
    repository,
    token,
    api,
  }: { readonly repository: string; readonly token: string; readonly api: string },
  now: Date,
): Promise<DoctorCheck> {
  const name = 'Git host for the editor (CONTENT_TOKEN)'
  const renew =
    'Make a new fine-grained token for this repository (GitHub → Settings → Developer settings → Fine-grained tokens, Contents: read and write) and set CONTENT_TOKEN.'
  const response = await fetch(`${api}/repos/${repository}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(8000),
    redirect: 'error',
  })
  await response.arrayBuffer()
  if (response.status === 401) return check(name, `The token has ended. ${renew}`)
  if (response.status !== 200) {
    return check(name, `GitHub answered ${response.status} for ${repository}. ${renew}`)
  }
  const end = response.headers.get('github-authentication-token-expiration')
  if (end === null) return check(name, undefined)
  const day = end.slice(0, 10)
  const left = Math.floor((Date.parse(day) - now.getTime()) / DAY)
  if (left < TOKEN_LEFT) return check(name, `The token ends on ${day}. ${renew}`)
  return check(`${name}, until ${day}`, undefined)
}
