/** Common mail domains of Taiwan, and two real domains that look like slips of them. */
const KNOWN = [
  'gmail.com',
  'yahoo.com.tw',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'msn.com',
  'pchome.com.tw',
  'ymail.com',
  'mail.com',
]

// One letter too many, too few, another one, or two neighbours changed.
function isOneSlip(typed: string, meant: string): boolean {
  const differs = (at: number) => typed[at] !== meant[at]
  const first = Array.from({ length: meant.length + 1 }).findIndex((_, at) => differs(at))
  const [here, there] = [typed[first], meant[first]]
  const isSwapped = typed[first + 1] === there && meant[first + 1] === here
  return (
    typed.slice(first + 1) === meant.slice(first + 1) ||
    typed.slice(first + 1) === meant.slice(first) ||
    typed.slice(first) === meant.slice(first + 1) ||
    (isSwapped && typed.slice(first + 2) === meant.slice(first + 2))
  )
}

/** The domain that an e-mail address probably means, one slip away from its own, or undefined if none is near. */
export function mistypedMailDomain(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domain === '' || KNOWN.includes(domain)) return undefined
  return KNOWN.find((known) => isOneSlip(domain, known))
}
