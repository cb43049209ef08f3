/** The longest that each field of the form may be, in characters. */
export const LONGEST = { name: 60, email: 254, link: 300, words: 2000 } as const

/** The fields of the form, as they were typed. */
export type JoinFields = {
  readonly name: string
  readonly email: string
  readonly link: string
  readonly words: string
  readonly consent: boolean
}

/** An address of works with its scheme, or an empty value if none was typed, undefined for what is no address. */
export function workLink(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return ''
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isPage && url.hostname.includes('.') ? url.href : undefined
}
